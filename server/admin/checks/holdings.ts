import { hasOtherSecret, lastBackup } from '../../backup/newest.ts'
import { undeclaredProxy } from '../../lib/callers.ts'
import type { Db } from '../../lib/db.ts'
import type { Redis } from '../../lib/redis.ts'
import { makeSeal } from '../../lib/seal.ts'
import type { Settings } from '../../lib/settings.ts'
import { readLogState } from '../../live/eventLog.ts'
import { isKeyLost, isPushPossible } from '../../push/keys.ts'
import { findDemoPeople } from '../demoPeople.ts'
import { broken, ok, warning, type Found } from './check.ts'
import { awaitReady } from './services.ts'

const HOUR = 60 * 60 * 1_000
/** Tolerates a late nightly backup. */
const OLD = 36 * HOUR

export async function checkBackup(db: Db, settings: Settings, now: Date): Promise<Found[]> {
  const topic = 'backup'
  const mend = 'Make one now: npm run admin -- backup'
  const newest = await lastBackup({ db })
  const results: Found[] = []
  if (newest === null) results.push(warning(topic, 'there is none yet', mend))
  else {
    const age = now.getTime() - newest.getTime()
    const text = `the newest was made ${Math.max(0, Math.round(age / HOUR))} hours ago`
    results.push(age > OLD ? warning(topic, text, mend) : ok(topic, text))
  }
  if (await hasOtherSecret({ db, settings }))
    results.push(
      warning(
        topic,
        'the newest was made with another APP_SECRET: its connections to Spotify cannot be used here',
        'Set the previous APP_SECRET as APP_SECRET_BEFORE, or let people connect again.',
      ),
    )
  return results
}

export async function checkPush(db: Db, settings: Settings): Promise<Found[]> {
  const topic = 'push'
  if (!isPushPossible(settings)) return []
  if (await isKeyLost(db, makeSeal(settings.APP_SECRET, settings.APP_SECRET_BEFORE)))
    return [
      warning(
        topic,
        'its key was stored with another APP_SECRET, or is missing: nothing is sent to devices',
        'Set the previous APP_SECRET as APP_SECRET_BEFORE, or restore the table PushKey from a backup, and restart.',
      ),
    ]
  return [ok(topic, `${await db.pushDevice.count()} devices`)]
}

/** The passwords of the demo's accounts are public. */
export async function checkDemo({ PLAK_DEMO, DATABASE_URL }: Settings, root: string): Promise<Found> {
  if (PLAK_DEMO) return ok('demo', 'this is the demo: its passwords are public')
  const people = await findDemoPeople(DATABASE_URL, root)
  return people.length === 0
    ? ok('demo', 'there are no demo accounts')
    : broken(
        'demo',
        `${people.length} accounts of the demo are here`,
        'Delete them: npm run admin -- remove-demo',
      )
}

async function proxySeen(db: Db, redis: Redis): Promise<string | null> {
  const { epoch } = await readLogState(db)
  await awaitReady(redis)
  return await undeclaredProxy(redis, `plak:${epoch}:`)
}

/** The running server records an undeclared proxy in Redis. `redis` is null if it is unreachable. */
export async function checkProxy(db: Db, redis: Redis | null, settings: Settings): Promise<Found> {
  const topic = 'proxy'
  const { TRUSTED_PROXIES: proxies, PUBLIC_URL } = settings
  const mend = 'Set TRUSTED_PROXIES to the number of proxies (1), or to their addresses.'
  if (typeof proxies === 'number' ? proxies > 0 : proxies.length > 0)
    return ok(topic, 'TRUSTED_PROXIES is set')
  const proxyAddress = redis && (await proxySeen(db, redis))
  if (proxyAddress)
    return warning(
      topic,
      `a proxy at ${proxyAddress} sends X-Forwarded-For, and TRUSTED_PROXIES is not set`,
      mend,
    )
  return PUBLIC_URL.startsWith('https:')
    ? warning(
        topic,
        'PUBLIC_URL is https, so a proxy stands before Plak, and TRUSTED_PROXIES is not set',
        mend,
      )
    : ok(topic, 'no proxy was detected')
}
