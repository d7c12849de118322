import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { bulkhead, BulkheadRejectedError } from 'cockatiel'
import { unavailable } from './errors.ts'

export const newToken = (): string => randomBytes(32).toString('base64url')

export const tokenHash = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest())

/** Cost of a password hash: memory in KiB, and the number of passes. */
export type HashCost = { memoryCost: number; timeCost: number }

/** OWASP's minimum for Argon2id. */
export const hashCost: HashCost = { memoryCost: 19_456, timeCost: 2 }

// Each hash takes 19 MiB and a core for about ten milliseconds on libuv's four threads. Two at a time leave threads and memory
// for everything else during a flood of logins. The queue limits how long a caller waits.
const room = bulkhead(2, 200)

/** @throws unavailable if the queue is full */
export async function atMostTwo<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await room.execute(work)
  } catch (error) {
    throw error instanceof BulkheadRejectedError ? unavailable('busy', error) : error
  }
}

export const hashPassword = (password: string, cost: HashCost): Promise<string> =>
  // 2 is Argon2id (the package's enum is a const enum, which isolated modules cannot read).
  atMostTwo(() => hash(password, { algorithm: 2, parallelism: 1, ...cost }))

export const isOtherCost = (passwordHash: string, { memoryCost, timeCost }: HashCost): boolean =>
  !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`)

const nobodysHash = hashPassword(newToken(), hashCost)

/**
 * True if the password matches. Without a hash (an unknown user) it takes the same time and returns false. `precheck` runs once it
 * is this call's turn, and can throw to refuse. @throws unavailable if the queue is full
 */
export const passwordMatches = async (
  passwordHash: string | null,
  password: string,
  precheck: () => Promise<void>,
): Promise<boolean> => {
  const expectedHash = passwordHash ?? (await nobodysHash)
  const matches = await atMostTwo(async () => {
    await precheck()
    return await verify(expectedHash, password)
  })
  return matches && passwordHash !== null
}
