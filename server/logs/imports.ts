import { utcDay } from '../../shared/days.ts'
import type { Write } from '../core/change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import { defaultVisibility } from '../users/defaultVisibility.ts'
import type { LockedUser } from '../users/lock.ts'
import { inBatches } from './inBatches.ts'
import { writeOpinions } from './opinion.ts'

const logsOf = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('Log').select(['id', 'albumId', 'source', 'createdAt']).where('userId', '=', userId),
)

/**
 * Replaces a user's unedited synced listenings with these albums, each listened to when it was saved. Unchanged rows are
 * not written again, and the user's own listenings are never touched. Emits no events: a thousand albums would flood the
 * followers' feeds.
 */
export async function replaceImports(
  { tx, now }: Write,
  userId: LockedUser,
  savedAt: ReadonlyMap<number, Date>,
): Promise<{ added: number; removed: number }> {
  const logs = await logsOf(tx, { userId })
  const visibility = await defaultVisibility(tx, userId)
  const imports = logs.filter(({ source }) => source === 'spotify')
  const isThere = new Set(logs.map(({ albumId }) => albumId))

  const gone = imports.filter(({ albumId }) => !savedAt.has(albumId))
  await inBatches(
    gone,
    (batch) => tx.$executeRaw`DELETE FROM Log WHERE id IN (${Prisma.join(batch.map(({ id }) => id))})`,
  )

  // The album was removed and saved again at the service: its listening moves to the new day. MySQL assigns columns from
  // left to right, so `date` uses the new `createdAt`.
  const moved = imports.flatMap(({ id, albumId, createdAt }) => {
    const at = savedAt.get(albumId)
    return at && at.getTime() !== createdAt.getTime() ? [{ id, albumId, at }] : []
  })
  await inBatches(moved, (batch) => {
    const moments = batch.map(({ id, at }) => Prisma.sql`WHEN ${id} THEN ${at}`)
    return tx.$executeRaw`
      UPDATE Log SET createdAt = CASE id ${Prisma.join(moments, ' ')} END, date = DATE(createdAt), updatedAt = ${now}, version = version + 1
      WHERE id IN (${Prisma.join(batch.map(({ id }) => id))})`
  })

  const fresh = [...savedAt].filter(([albumId]) => !isThere.has(albumId))
  await inBatches(fresh, (batch) => {
    const rows = batch.map(
      ([albumId, at]) =>
        Prisma.sql`(${userId}, ${albumId}, 'spotify', TRUE, ${visibility}, ${utcDay(at)}, ${at}, ${now})`,
    )
    return tx.$executeRaw`
      INSERT INTO Log (userId, albumId, source, imported, visibility, date, createdAt, updatedAt) VALUES ${Prisma.join(rows)}`
  })
  await writeOpinions(tx, userId, [
    ...[...gone, ...moved].map(({ albumId }) => albumId),
    ...fresh.map(([albumId]) => albumId),
  ])
  return { added: fresh.length, removed: gone.length }
}

/** Deletes a user's unedited synced listenings. */
export async function removeImports(tx: Tx, userId: LockedUser): Promise<void> {
  const imports = (await logsOf(tx, { userId })).filter(({ source }) => source === 'spotify')
  await tx.$executeRaw`DELETE FROM Log WHERE userId = ${userId} AND source = 'spotify'`
  await writeOpinions(
    tx,
    userId,
    imports.map(({ albumId }) => albumId),
  )
}
