import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts short secrets for the database (AES-256-GCM). `owner` identifies the row: in another row the secret cannot be
 * decrypted.
 */
export type Seal = {
  seal: (secret: string, owner: string) => Uint8Array<ArrayBuffer>
  open: (sealed: Uint8Array, owner: string) => string | null
  /** true unless it was encrypted with another key than the current one */
  isCurrent: (sealed: Uint8Array) => boolean
}

const NAME = 4
const NONCE = 12
const TAG = 16

type Key = { name: Buffer; key: Buffer }

/** Derives a key from a secret, and a short name of the key, which marks the texts that it encrypted. */
function keyOf(secret: string): Key {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'plak: sealed tokens', 32))
  return { key, name: createHash('sha256').update(key).digest().subarray(0, NAME) }
}

/** The previous secret still decrypts, so that the secret can be changed. */
export function makeSeal(secret: string, previousSecret?: string): Seal {
  const current = keyOf(secret)
  const keys = previousSecret ? [current, keyOf(previousSecret)] : [current]
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return new Uint8Array(Buffer.concat([current.name, nonce, cipher.getAuthTag(), body]))
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed)
      const match = keys.find(({ name }) => name.equals(bytes.subarray(0, NAME)))
      if (!match || bytes.length < NAME + NONCE + TAG) return null
      const [nonce, tag] = [
        bytes.subarray(NAME, NAME + NONCE),
        bytes.subarray(NAME + NONCE, NAME + NONCE + TAG),
      ]
      try {
        const options = { authTagLength: TAG }
        const decipher = createDecipheriv('aes-256-gcm', match.key, nonce, options)
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag)
        return Buffer.concat([
          decipher.update(bytes.subarray(NAME + NONCE + TAG)),
          decipher.final(),
        ]).toString('utf8')
      } catch {
        return null
      }
    },
    isCurrent: (sealed) => current.name.equals(Buffer.from(sealed).subarray(0, NAME)),
  }
}
