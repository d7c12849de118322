import { sql } from 'kysely'
import { topics } from '../../shared/events.ts'
import type { Write } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { deleteInChunks } from '../lib/chunks.ts'
import type { Db, Tx } from '../lib/db.ts'
import { kysely, rows, run } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'

// Writers of access tokens, like of all ways to open an account (accessWays.ts); server/tokens/ verifies their use.

type NewToken = Omit<Prisma.TokenUncheckedCreateInput, 'userId' | 'networks'>

/** number of bytes kept of all networks of a token; the oldest are dropped */
const NETWORKS = 512

export async function addTokenRow(
  { tx }: Pick<Write, 'tx'>,
  userId: LockedUser,
  token: NewToken,
): Promise<number> {
  const data = { ...token, userId, networks: new Uint8Array(0) }
  return (await tx.token.create({ data, select: { id: true } })).id
}

/** Every process ends the event streams of these tokens. */
async function end({ tx, emit }: Write, userId: number, tokens: number[]): Promise<number> {
  if (tokens.length === 0) return 0
  const { count } = await tx.token.deleteMany({ where: { id: { in: tokens }, userId } })
  if (count > 0) emit(topics.tokens(userId), { type: 'token.revoked', ended: tokens }, null)
  return count
}

export const endToken = async (write: Write, { id, userId }: { id: number; userId: number }) =>
  (await end(write, userId, [id])) > 0

export async function endTokens(write: Write, userId: LockedUser): Promise<number> {
  const tokens = await write.tx.token.findMany({ where: { userId }, select: { id: true } })
  return await end(
    write,
    userId,
    tokens.map(({ id }) => id),
  )
}

export async function noteTokenUse(db: Tx, { id, at }: { id: number; at: Date }): Promise<void> {
  await run(db, kysely.updateTable('Token').set({ lastUsedAt: at }).where('id', '=', id))
}

/** Returns false if the token was already used from this network: of two concurrent uses, one is the first. */
export async function addTokenNetwork(
  db: Tx,
  { id, network, at }: { id: number; network: Uint8Array; at: Date },
): Promise<boolean> {
  const networks = sql<Uint8Array>`RIGHT(CONCAT(networks, ${network}), ${sql.lit(NETWORKS)})`
  const update = kysely
    .updateTable('Token')
    .set({ lastUsedAt: at, networks })
    .where('id', '=', id)
    .where(sql<boolean>`LOCATE(${network}, networks) = 0`)
  return (await run(db, update)) > 0
}

/** Deletes expired tokens a month after their end: until then, their owner sees that they have expired. */
export function pruneTokens({ db, now }: { db: Db; now: Deps['now'] }): Promise<number> {
  const end = new Date(now().getTime() - 30 * 24 * 60 * 60 * 1_000)
  const expired = kysely.selectFrom('Token').select('id').where('expiresAt', '<=', end)
  return deleteInChunks(
    async (limit) => (await rows(db, expired.limit(limit))).map(({ id }) => id),
    (ids) => run(db, kysely.deleteFrom('Token').where('id', 'in', ids)),
  )
}
