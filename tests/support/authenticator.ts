import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** A passkey for tests: creates the responses of a browser and its device, valid or invalid. */
export type SoftKey = {
  id: string
  handle: string
  key: KeyObject
  /** number of uses; null for a device that does not count */
  counter: number | null
}

/** Deviations from a correct browser or device. */
type Mischief = { origin?: string; rpId?: string; challenge?: string; isVerified?: boolean; counter?: number }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const b64 = (data: string | Buffer) => Buffer.from(data).toString('base64url')
const uint = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

const clientDataOf = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

/** Flags: user present, and verified by the device if `isVerified`. */
const flagsOf = (isVerified: boolean, more = 0) => 0x01 | (isVerified ? 0x04 : 0) | more

type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId?: string }

/** Creates a passkey for the given options; returns the key and the browser's response. */
export function makePasskey(
  { challenge, rp, user }: CreationOptions,
  { origin, counts = true, ...mischief }: Mischief & { origin: string; counts?: boolean },
) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const id = randomBytes(32)
  const point = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])
  // A COSE map: EC2, ES256, P-256, x, y.
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    point(x),
    Buffer.from([0x22]),
    point(y),
  ])
  const authData = Buffer.concat([
    sha256(mischief.rpId ?? rp.id ?? ''),
    uint(flagsOf(mischief.isVerified ?? true, 0x40), 1),
    uint(counts ? 1 : 0, 4),
    Buffer.alloc(16),
    uint(id.length, 2),
    id,
    cose,
  ])
  const text = (value: string) => Buffer.concat([uint(0x60 + value.length, 1), Buffer.from(value)])
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, authData.length]),
    authData,
  ])
  const passkey: SoftKey = { id: b64(id), handle: user.id, key: privateKey, counter: counts ? 1 : null }
  const answer = {
    id: b64(id),
    rawId: b64(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: b64(clientDataOf('webauthn.create', mischief.challenge ?? challenge, origin)),
      attestationObject: b64(attestationObject),
      transports: ['internal' as const],
    },
  }
  return { passkey, answer }
}

/** Uses a passkey with the given options; returns the browser's response. */
export function answerWith(
  passkey: SoftKey,
  { challenge, rpId }: RequestOptions,
  { origin, ...mischief }: Mischief & { origin: string },
) {
  if (passkey.counter !== null) passkey.counter++
  const authData = Buffer.concat([
    sha256(mischief.rpId ?? rpId ?? ''),
    uint(flagsOf(mischief.isVerified ?? true), 1),
    uint(mischief.counter ?? passkey.counter ?? 0, 4),
  ])
  const clientData = clientDataOf('webauthn.get', mischief.challenge ?? challenge, origin)
  const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), passkey.key)
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: b64(clientData),
      authenticatorData: b64(authData),
      signature: b64(signature),
      userHandle: passkey.handle,
    },
  }
}
