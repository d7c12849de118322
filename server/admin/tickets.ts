import { createHash } from 'node:crypto'
import type { Deps } from '../core/deps.ts'
import type { SignedIn } from '../core/trpc.ts'
import { unavailable } from '../lib/errors.ts'
import { guardRedis } from '../lib/redisGuard.ts'

// A ticket allows the session that proved itself to download one backup, once, within a minute. It is bound to the session, so
// no address holds a secret.

const SECONDS = 60

type Needs = Pick<Deps, 'redis' | 'prefix' | 'log'>

const keyOf = ({ prefix }: Needs, { sessionId }: SignedIn, name: string): string =>
  `${prefix}backup-ticket:${sessionId}:${createHash('sha256').update(name).digest('base64url')}`

/** @throws unavailable while Redis is unreachable */
export async function issueTicket(deps: Needs, viewer: SignedIn, name: string): Promise<void> {
  const withRedis = guardRedis(deps.redis, deps.log)
  const reply = await withRedis((client) => client.set(keyOf(deps, viewer, name), '1', { EX: SECONDS }))
  if (!reply) throw unavailable('admin.redisAway')
}

/** Returns true if there was a ticket, which is used up then. */
export async function spendTicket(deps: Needs, viewer: SignedIn, name: string): Promise<boolean> {
  const withRedis = guardRedis(deps.redis, deps.log)
  const reply = await withRedis((client) => client.getDel(keyOf(deps, viewer, name)))
  return reply !== null && reply.answer !== null
}
