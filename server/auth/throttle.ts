import { createHmac } from 'node:crypto'
import { BulkheadRejectedError } from 'cockatiel'
import type { Deps } from '../deps.ts'
import type { CallerAddress } from '../lib/callers.ts'
import { passwordMatches } from '../lib/crypto.ts'
import { tooMany } from '../lib/errors.ts'
import { keyedBulkhead } from '../lib/keyedBulkhead.ts'
import { proofsFromAnywhere, triesFromAnywhere, triesFromNetwork, triesOfNetwork } from '../limits.ts'

type Needs = Pick<Deps, 'limit' | 'settings' | 'knownNetworks' | 'audit'>
type Who = {
  caller: CallerAddress
  /** the account's id, however it was named, or what was typed if that is nobody's */
  account: number | string
  /** whether the caller is signed in to the account already: no stranger, whatever network it is */
  isHolder?: boolean
}

const WAITING = 200
// One network tries one password of an account after the other, so that not one try more is made than are left.
const fromNetwork = keyedBulkhead(1, WAITING)
// Two hashes at a time an account, from however many networks, so that a flood at one leaves room for all others.
const ofAccount = keyedBulkhead(2, WAITING)

/** Names an account, and an account at a network, so that Redis gets to see neither. */
export function keysOf({ settings }: Pick<Deps, 'settings'>, { caller, account }: Who) {
  const keyOf = (text: string) =>
    createHmac('sha256', settings.APP_SECRET).update(`try:${text}`).digest('base64url')
  const name = `${typeof account} ${account}`
  return { account: keyOf(name), here: keyOf(`${name} ${caller.network}`) }
}

/** Notes that an account signed in: what strangers try elsewhere stops nobody at this network for thirty days. */
export async function rememberNetwork(
  deps: Pick<Deps, 'settings' | 'knownNetworks'>,
  who: Who,
): Promise<void> {
  if (who.caller.network !== null) await deps.knownNetworks.set(keysOf(deps, who).here)
}

/**
 * Whether a password fits the hash of an account (null: nobody's, which takes the same time). Wrong ones alone count: by
 * account and network, by account, by network. Where Redis is away nobody is stopped by what others do elsewhere.
 * @throws tooMany
 */
export async function passwordFits(
  { limit, settings, knownNetworks, audit }: Needs,
  who: Who,
  { passwordHash, password }: { passwordHash: string | null; password: string },
): Promise<boolean> {
  const keys = keysOf({ settings }, who)
  const { address, network } = who.caller
  const here = limit(triesFromNetwork)
  const anywhere = limit(who.isHolder ? proofsFromAnywhere : triesFromAnywhere)
  const ofNetwork = limit(triesOfNetwork)

  async function assertLeft(): Promise<void> {
    const [waitHere, waitAnywhere, waitOfNetwork] = await Promise.all([
      here.waitOf(keys.here),
      anywhere.waitOf(keys.account),
      network === null || who.isHolder ? 0 : ofNetwork.waitOf(network),
    ])
    if (waitHere > 0) throw tooMany('tooManyRequests', waitHere)
    if (waitAnywhere + waitOfNetwork === 0) return
    const isKnown = who.isHolder ? false : await knownNetworks.has(keys.here)
    const wait = Math.max(isKnown === false ? waitAnywhere : 0, isKnown ? 0 : waitOfNetwork)
    if (wait > 0) throw tooMany('tooManyRequests', wait)
  }

  async function attempt(): Promise<boolean> {
    const fits = await passwordMatches(passwordHash, password, assertLeft)
    if (!fits) {
      const [subject, why] =
        typeof who.account === 'number' ? [who.account, 'auth.wrongPassword'] : [null, 'auth.userNotFound']
      audit.note({ event: 'login.failed', actor: null, subject, address, detail: { why } })
      await Promise.all([
        here.count(keys.here),
        anywhere.count(keys.account),
        network === null ? null : ofNetwork.count(network),
      ])
    }
    return fits
  }

  // Refused at once where nothing is left, and looked at again when it is its turn.
  await assertLeft()
  try {
    return await fromNetwork(keys.here, () => ofAccount(keys.account, attempt))
  } catch (error) {
    if (error instanceof BulkheadRejectedError) throw tooMany('tooManyRequests', 1)
    throw error
  }
}
