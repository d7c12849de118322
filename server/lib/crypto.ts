import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { bulkhead, BulkheadRejectedError } from 'cockatiel'
import { unavailable } from './errors.ts'

/** A new secret of 256 bits, as it goes into a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a token. */
export const tokenHash = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest())

/** What a hash of a password costs whoever makes one: its memory in KiB, and how often that is gone through. */
export type HashCost = { memoryCost: number; timeCost: number }

/** What OWASP asks for at least with Argon2id. */
export const hashCost: HashCost = { memoryCost: 19_456, timeCost: 2 }

// Each hash takes 19 MiB and a core for about ten milliseconds on libuv's four threads: two at a time leave
// threads and memory for everybody else while a login flood lasts. The queue bounds how long one waits.
const room = bulkhead(2, 200)

/** Runs work that costs as much as a hash when it is its turn. @throws unavailable where too many wait */
export async function atMostTwo<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await room.execute(work)
  } catch (error) {
    throw error instanceof BulkheadRejectedError ? unavailable('busy', error) : error
  }
}

/** What is kept of a password. @throws unavailable while too many wait for theirs */
export const hashPassword = (password: string, cost: HashCost): Promise<string> =>
  // 2 is Argon2id (the package's enum is a const enum, which isolated modules cannot read).
  atMostTwo(() => hash(password, { algorithm: 2, parallelism: 1, ...cost }))

/** Whether a password's hash was made at another cost than the given one. */
export const isOtherCost = (passwordHash: string, { memoryCost, timeCost }: HashCost): boolean =>
  !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`)

const nobodysHash = hashPassword(newToken(), hashCost)

/**
 * Whether the password is right. Without a hash (an unknown person) it takes the same time and says no. `before` is
 * called when it is its turn, and may refuse. @throws unavailable while too many wait for theirs
 */
export const passwordMatches = async (
  passwordHash: string | null,
  password: string,
  before: () => Promise<void>,
): Promise<boolean> => {
  const known = passwordHash ?? (await nobodysHash)
  const matches = await atMostTwo(async () => {
    await before()
    return await verify(known, password)
  })
  return matches && passwordHash !== null
}
