import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

// Encryption of a message for one browser: RFC 8291 with the content coding of RFC 8188 (aes128gcm), as one record.

const CURVE = 'prime256v1'
const RECORD_SIZE = 4_096
const SALT = 16
const TAG = 16
/** salt, record size, length of the key's name, and the sender's public key as that name */
const HEADER = SALT + 4 + 1 + 65
/** bytes of a message: the header, the delimiter and the tag belong to the record's 4,096 bytes, too */
export const MOST_BYTES = RECORD_SIZE - HEADER - TAG - 1

export type Recipient = { publicKey: Uint8Array; authSecret: Uint8Array }

/** Checks that a browser's key is a point on the curve: a message cannot be encrypted for another one. */
export function isPublicKey(bytes: Uint8Array): boolean {
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  try {
    return bytes.length === 65 && ecdh.computeSecret(bytes).length > 0
  } catch {
    return false
  }
}

type Fresh = { salt: Uint8Array; privateKey?: Uint8Array }

/** Salt and sender's key are new for each message, except in tests with known ones. */
export function encryptFor(
  { publicKey, authSecret }: Recipient,
  message: string,
  { salt, privateKey }: Fresh = { salt: randomBytes(SALT) },
): Buffer {
  const sender = createECDH(CURVE)
  if (privateKey) sender.setPrivateKey(privateKey)
  else sender.generateKeys()
  const senderKey = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const secret = derive(sender.computeSecret(publicKey), authSecret, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const header = Buffer.alloc(5)
  header.writeUInt32BE(RECORD_SIZE)
  header.writeUInt8(senderKey.length, 4)
  // 2 marks the last record.
  const content = Buffer.concat([Buffer.from(message), Buffer.from([2])])
  return Buffer.concat([salt, header, senderKey, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))
