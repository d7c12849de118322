import { createHmac } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { DomainError } from '../lib/errors.ts'
import { network, type LimitRule } from '../lib/rateLimit.ts'

const MINUTE = 60

/** New accounts of one network. */
export const registrations: LimitRule = { name: 'register', points: 120, duration: MINUTE }

// Failed tries alone count. They end a window, never an account: nobody can lock somebody else out for long.
const triesByAddress: LimitRule = { name: 'login-address', points: 50, duration: 5 * MINUTE }
const triesByAccount: LimitRule = { name: 'login-account', points: 10, duration: MINUTE }

/**
 * Runs a check of a password as one of the few tries that an account and an address have. A right one is given back, and
 * one that could not be checked. `account` is its id, however it was named, or what was typed if that is nobody's: Redis
 * gets to see neither. @throws tooMany
 */
export async function asTry<Result>(
  { limit, settings }: Pick<Deps, 'limit' | 'settings'>,
  { address, account }: { address: string; account: number | string },
  check: () => Promise<Result>,
): Promise<Result> {
  const tries = [
    [limit(triesByAddress), network(address)],
    [
      limit(triesByAccount),
      createHmac('sha256', settings.APP_SECRET)
        .update(`try:${typeof account} ${account}`)
        .digest('base64url'),
    ],
  ] as const
  for (const [tried, key] of tries) await tried.take(key)
  let isTry = false
  try {
    return await check()
  } catch (error) {
    isTry = error instanceof DomainError && error.kind !== 'unavailable'
    throw error
  } finally {
    if (!isTry) for (const [tried, key] of tries) await tried.giveBack(key)
  }
}
