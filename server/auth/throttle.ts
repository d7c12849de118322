import { createHmac } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { DomainError } from '../lib/errors.ts'
import { network } from '../lib/rateLimit.ts'

/**
 * Runs a check of a password as one of the few tries that an account and an address have. A right one is given back, and
 * one that could not be checked. `account` is its id, however it was named, or what was typed if that is nobody's: Redis
 * gets to see neither. @throws tooMany
 */
export async function asTry<Result>(
  { limits, settings }: Pick<Deps, 'limits' | 'settings'>,
  { address, account }: { address: string; account: number | string },
  check: () => Promise<Result>,
): Promise<Result> {
  const tries = [
    [limits.loginByAddress, network(address)],
    [
      limits.loginByAccount,
      createHmac('sha256', settings.APP_SECRET)
        .update(`try:${typeof account} ${account}`)
        .digest('base64url'),
    ],
  ] as const
  for (const [limit, key] of tries) await limit.take(key)
  let isTry = false
  try {
    return await check()
  } catch (error) {
    isTry = error instanceof DomainError && error.kind !== 'unavailable'
    throw error
  } finally {
    if (!isTry) for (const [limit, key] of tries) await limit.giveBack(key)
  }
}
