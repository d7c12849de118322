import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Seals short secrets for the database (AES-256-GCM). `owner` says where one stands: in another row it does not open. */
export type Seal = {
  seal: (secret: string, owner: string) => Uint8Array<ArrayBuffer>
  /** Opens one; null for what no known key has sealed for this owner. */
  open: (sealed: Uint8Array, owner: string) => string | null
}

const NAME = 4
const NONCE = 12
const TAG = 16

type Key = { name: Buffer; key: Buffer }

/** A key made of a secret, and a short name of it, so that a sealed text says which one opens it. */
function keyOf(secret: string): Key {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'plak: sealed tokens', 32))
  return { key, name: createHash('sha256').update(key).digest().subarray(0, NAME) }
}

/** Seals with the secret of today; opens also what the one before has sealed, so that a secret can be changed. */
export function makeSeal(secret: string, before?: string): Seal {
  const today = keyOf(secret)
  const keys = before ? [today, keyOf(before)] : [today]
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', today.key, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return new Uint8Array(Buffer.concat([today.name, nonce, cipher.getAuthTag(), body]))
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed)
      const found = keys.find(({ name }) => name.equals(bytes.subarray(0, NAME)))
      if (!found || bytes.length < NAME + NONCE + TAG) return null
      const [nonce, tag] = [
        bytes.subarray(NAME, NAME + NONCE),
        bytes.subarray(NAME + NONCE, NAME + NONCE + TAG),
      ]
      try {
        const options = { authTagLength: TAG }
        const decipher = createDecipheriv('aes-256-gcm', found.key, nonce, options)
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
  }
}
