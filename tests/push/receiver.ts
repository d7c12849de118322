import { equal, ok } from 'node:assert/strict'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser with a subscription, and what it can read. */
export function makeBrowser(origin: string) {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const path = `/send/${randomBytes(24).toString('base64url')}`
  return {
    path,
    subscription: {
      endpoint: origin + path,
      keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    read: (body: Buffer) => decrypt(body, { ecdh, auth }).toString('utf8'),
  }
}
export type Browser = ReturnType<typeof makeBrowser>

type Keys = { ecdh: ReturnType<typeof createECDH>; auth: Buffer }

/** Decrypts a message as RFC 8291 and RFC 8188 tell the receiver to. */
function decrypt(body: Buffer, { ecdh, auth }: Keys): Buffer {
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  const salt = body.subarray(0, 16)
  equal(body.readUInt32BE(16), 4_096)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const content = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(content.subarray(-16))
  const record = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()])
  const end = record.lastIndexOf(2)
  ok(record.subarray(end + 1).every((byte) => byte === 0))
  return record.subarray(0, end)
}
