import { createHash, randomBytes } from 'node:crypto'
import { unavailable } from './errors.ts'
import type { Log } from './http.ts'
import type { Redis } from './redis.ts'
import { guardRedis } from './redisGuard.ts'

/** Challenges, each valid for five minutes, for one caller and one use. */
export type Challenges = {
  /** @throws unavailable while Redis is unreachable */
  issue(purpose: string, binding: string): Promise<string>
  /** Returns true if the challenge was valid. @throws unavailable while Redis is unreachable */
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
  // Each challenge is for one use in all processes, so this fails without Redis.
  async function ask<T>(command: (client: Redis) => Promise<T>): Promise<T> {
    const reply = await withRedis(command)
    if (!reply) throw unavailable('passkeys.away')
    return reply.answer
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
