import { equal } from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import ece from 'http_ece'

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
    /** Decrypts with a library: a mistake about RFC 8291 would otherwise be made on both sides. */
    read: (body: Buffer): string => {
      equal(body.readUInt32BE(16), 4_096)
      return ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth }).toString('utf8')
    },
  }
}
export type Browser = ReturnType<typeof makeBrowser>
