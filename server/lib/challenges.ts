import { createHash, randomBytes } from 'node:crypto'
import { unavailable } from './errors.ts'
import type { Log } from './http.ts'
import type { Redis } from './redis.ts'
import { guardRedis } from './redisGuard.ts'

/** Challenges that one caller has five minutes to answer, once. */
export type Challenges = {
  /** A new one, for a purpose and the one browser or session that holds the binding. @throws unavailable while Redis is away */
  issue(purpose: string, binding: string): Promise<string>
  /** Whether it was open; from now on it is not. @throws unavailable while Redis is away */
  spend(purpose: string, binding: string, challenge: string): Promise<boolean>
}

const SECONDS = 5 * 60

export function makeChallenges({
  redis,
  prefix,
  log,
}: {
  redis: Redis
  prefix: string
  log: Log
}): Challenges {
  const withRedis = guardRedis(redis, log)
  const keyOf = (...parts: string[]) =>
    `${prefix}challenge:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`
  // All processes must know them, and each can be used once: without Redis there are none.
  async function ask<T>(command: (client: Redis) => Promise<T>): Promise<T> {
    const given = await withRedis(command)
    if (!given) throw unavailable('passkeys.away')
    return given.answer
  }
  return {
    async issue(purpose, binding) {
      const challenge = randomBytes(32).toString('base64url')
      await ask((client) => client.set(keyOf(purpose, binding, challenge), '1', { EX: SECONDS }))
      return challenge
    },
    async spend(purpose, binding, challenge) {
      return (await ask((client) => client.getDel(keyOf(purpose, binding, challenge)))) !== null
    },
  }
}
