import { createHmac } from 'node:crypto'
import { BulkheadRejectedError } from 'cockatiel'
import type { Deps } from '../core/deps.ts'
import { triesFromAnywhere, triesFromNetwork, triesOfNetwork } from '../core/limits.ts'
import { network, type CallerAddress } from '../lib/callers.ts'
import { passwordMatches } from '../lib/crypto.ts'
import { tooMany } from '../lib/errors.ts'
import { keyedBulkhead } from '../lib/keyedBulkhead.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'limit' | 'settings' | 'audit'>
type Who = {
  caller: CallerAddress
  /** the account's id, whichever name was entered, or the entered text if there is no such account */
  account: number | string
  /** true if the caller is signed in to the account: their attempts are counted separately from those of strangers */
  isHolder?: boolean
}

const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1_000
const WAITING = 200
// A network's attempts at one account run one after another, so that concurrent ones cannot exceed the limit.
const fromNetwork = keyedBulkhead(1, WAITING)
// At most two hashes at a time per account, from all networks, so that an attack on one account leaves capacity for the others.
const ofAccount = keyedBulkhead(2, WAITING)

/** Hashed, so that Redis sees neither account nor network. The holder of the account has separate keys. */
export function keysOf({ settings }: Pick<Deps, 'settings'>, { caller, account, isHolder }: Who) {
  const keyOf = (text: string) =>
    createHmac('sha256', settings.APP_SECRET).update(`try:${text}`).digest('base64url')
  const name = `${isHolder ? 'holder' : typeof account} ${account}`
  return { account: keyOf(name), here: keyOf(`${name} ${caller.network}`) }
}

/** Looks back thirty days in the audit trail: attempts from elsewhere do not block a network that is known. */
async function isKnownNetwork(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { caller, account }: Who,
): Promise<boolean> {
  if (typeof account === 'string') return false
  const since = new Date(now().getTime() - THIRTY_DAYS)
  const logins = await db.auditEntry.findMany({
    where: { subjectId: account, event: 'login', createdAt: { gt: since } },
    distinct: ['address'],
    select: { address: true },
  })
  return logins.some(({ address }) => address !== null && network(address) === caller.network)
}

/**
 * Takes the same time if there is no such account (`null`). Only wrong passwords count: per account and network, per account, and
 * per network. While Redis is unreachable, attempts at other processes do not count.
 * @throws tooMany
 */
export async function passwordFits(
  { db, now, limit, settings, audit }: Needs,
  scope: Who,
  { passwordHash, password }: { passwordHash: string | null; password: string },
): Promise<boolean> {
  const keys = keysOf({ settings }, scope)
  // The holder's wrong attempts count at the login, too: a stolen session allows no further guesses.
  const countedHere = new Set([keys.here, keysOf({ settings }, { ...scope, isHolder: false }).here])
  const { address, network: callerNetwork } = scope.caller
  const accountNetworkLimit = limit(triesFromNetwork)
  const accountLimit = limit(triesFromAnywhere)
  const networkLimit = limit(triesOfNetwork)

  async function assertLeft(): Promise<void> {
    const [waitHere, waitAnywhere, waitOfNetwork] = await Promise.all([
      accountNetworkLimit.waitOf(keys.here),
      accountLimit.waitOf(keys.account),
      scope.isHolder ? 0 : networkLimit.waitOf(callerNetwork),
    ])
    if (waitHere > 0) throw tooMany('tooManyRequests', waitHere)
    const wait = Math.max(waitAnywhere, waitOfNetwork)
    if (wait === 0 || (!scope.isHolder && (await isKnownNetwork({ db, now }, scope)))) return
    throw tooMany('tooManyRequests', wait)
  }

  async function attempt(): Promise<boolean> {
    const fits = await passwordMatches(passwordHash, password, assertLeft)
    if (!fits) {
      const [subject, reason] =
        typeof scope.account === 'number'
          ? [scope.account, 'auth.wrongPassword']
          : [null, 'auth.userNotFound']
      audit.note({ event: 'login.failed', actor: null, subject, address, detail: { why: reason } })
      await Promise.all([
        ...[...countedHere].map((key) => accountNetworkLimit.count(key)),
        accountLimit.count(keys.account),
        networkLimit.count(callerNetwork),
      ])
    }
    return fits
  }

  await assertLeft()
  try {
    return await fromNetwork(keys.here, () => ofAccount(keys.account, attempt))
  } catch (error) {
    if (error instanceof BulkheadRejectedError) throw tooMany('tooManyRequests', 1)
    throw error
  }
}
