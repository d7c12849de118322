import { createHmac } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { network } from '../lib/rateLimit.ts'

/**
 * Runs a check of a password as one of the few tries that an account and an address have; a right one is given back.
 * `account` is what was typed to name it, or a nickname: Redis gets to see neither. @throws tooMany
 */
export async function asTry<Result>(
  { limits, settings }: Pick<Deps, 'limits' | 'settings'>,
  { address, account }: { address: string; account: string },
  check: () => Promise<Result>,
): Promise<Result> {
  const tries = [
    [limits.loginByAddress, network(address)],
    [limits.loginByAccount, createHmac('sha256', settings.APP_SECRET).update(`try:${account}`).digest('base64url')],
  ] as const
  for (const [limit, key] of tries) await limit.take(key)
  const result = await check()
  for (const [limit, key] of tries) await limit.giveBack(key)
  return result
}
