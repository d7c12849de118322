import { topics } from '../../shared/events.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { topicOfKey } from '../catalog/albums.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { insertRows, kysely, rows } from '../lib/sql.ts'
import type { Emit } from '../live/change.ts'
import { linkMentions } from '../notifications/mentions.ts'
import { forgetThings } from '../notifications/takeBack.ts'
import { emitNextReviews } from './events.ts'
import { writeHeads } from './head.ts'
import { inBatches } from './inBatches.ts'
import { writeOpinions } from './opinion.ts'
import { addTags, dropTags } from './tags.ts'

// Bulk insert for imports: no feed entries, no notifications; events go to the owner's tabs only. Pages of other people fetch once,
// when the import ends (server/imports/refetch.ts).

/** A listening as an import makes it. */
export type Brought = {
  albumId: number
  date: Date | null
  rating: number
  review: string | null
  reviewedAt: Date | null
  relisten: boolean
  visibility: Visibility
  tags: readonly string[]
  createdAt: Date
}

const made = (importId: number, first: number) =>
  kysely
    .selectFrom('Log')
    .select('id')
    .where('importId', '=', importId)
    .where('id', '>=', first)
    .orderBy('id')

/** Makes listenings, in their order, as those of an import. The person must be locked. */
export async function bringIn(
  tx: Tx,
  emit: Emit,
  { userId, importId, now }: { userId: number; importId: number; now: Date },
  listenings: readonly Brought[],
): Promise<void> {
  if (listenings.length === 0) return
  const first = await insertRows(
    tx,
    'Log',
    listenings.map(
      ({ tags, albumId, date, rating, review, reviewedAt, relisten, visibility, createdAt }) => ({
        userId,
        albumId,
        imported: true,
        importId,
        visibility,
        rating,
        review,
        reviewedAt,
        date,
        relisten,
        tagCount: tags.length,
        createdAt,
        updatedAt: now,
      }),
    ),
  )
  // One statement numbers its rows in their order.
  const ids = await rows(tx, made(importId, first))
  const tagged = listenings.map(({ visibility, date, tags }, index) => ({
    id: ids[index]!.id,
    userId,
    visibility,
    date,
    names: tags,
  }))
  await addTags(tx, tagged)
  await linkMentions(
    tx,
    listenings.map(({ review }, index) => ({ logId: ids[index]!.id, text: review ?? '' })),
  )
  const albumIds = listenings.map(({ albumId }) => albumId)
  await writeOpinions(tx, userId, albumIds)
  emit(topics.ownLogs(userId), { type: 'ownLogs.changed', album: null }, userId)
}

/**
 * Removes some of the listenings that an import made and that were not edited since; gives their number, 0 when none is left. The
 * person must be locked.
 */
export async function takeBack(
  tx: Tx,
  emit: Emit,
  { userId, importId, most }: { userId: number; importId: number; most: number },
): Promise<number> {
  const logs = await tx.log.findMany({
    where: { userId, importId },
    orderBy: { id: 'asc' },
    take: most,
    include: { album: { select: { key: true } } },
  })
  if (logs.length === 0) return 0
  await forgetThings(tx, emit, { logs: logs.map(({ id }) => id) })
  for (const log of logs) {
    await dropTags(tx, log)
    const audience = { ownerId: userId, level: log.visibility }
    if (log.review !== null)
      emit(topicOfKey(log.album.key), { type: 'review.removed', id: log.id }, userId, audience)
  }
  await inBatches(
    logs,
    (batch) => tx.$executeRaw`DELETE FROM Log WHERE id IN (${Prisma.join(batch.map(({ id }) => id))})`,
  )
  if (logs.some(({ feedAt }) => feedAt)) await writeHeads(tx, [userId])
  await writeOpinions(
    tx,
    userId,
    logs.map(({ albumId }) => albumId),
  )
  await emitNextReviews(tx, emit, logs)
  emit(topics.ownLogs(userId), { type: 'ownLogs.changed', album: null }, userId)
  return logs.length
}
