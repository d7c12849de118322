import { topics } from '../../shared/events.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Write } from '../core/change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { insertRows, kysely, rows } from '../lib/sql.ts'
import { linkMentions } from '../notifications/mentions.ts'
import { deleteNotificationsAbout } from '../notifications/write/withdraw.ts'
import type { LockedUser } from '../users/lock.ts'
import { writeHeads } from '../users/write/feedHeads.ts'
import { emitNextReviews } from './events.ts'
import { inBatches } from './inBatches.ts'
import { writeOpinions } from './opinion.ts'
import { addTags, dropTags } from './tags.ts'

// Bulk insert for imports: no feed entries, no notifications; events go to the owner's tabs only. Other users' pages refetch
// once, when the import ends (server/imports/refetch.ts).

/** A listening that an import creates. */
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

/** Creates the listenings of an import, in their order. */
export async function bringIn(
  { tx, emit, now }: Write,
  { userId, importId }: { userId: LockedUser; importId: number },
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
  // A single INSERT assigns ascending ids in the order of its rows.
  const ids = await rows(tx, made(importId, first))
  const tagged = listenings.map(({ visibility, date, tags }, index) => ({
    id: ids[index]!.id,
    visibility,
    date,
    names: tags,
  }))
  await addTags(tx, userId, tagged)
  await linkMentions(
    tx,
    listenings.map(({ review }, index) => ({ logId: ids[index]!.id, text: review ?? '' })),
  )
  const albumIds = listenings.map(({ albumId }) => albumId)
  await writeOpinions(tx, userId, albumIds)
  emit(topics.ownLogs(userId), { type: 'ownLogs.changed', album: null }, userId)
}

/**
 * Deletes a batch of the listenings that an import created and that were not edited since. Returns how many; 0 when
 * none is left.
 */
export async function takeBack(
  write: Write,
  { userId, importId, most }: { userId: LockedUser; importId: number; most: number },
): Promise<number> {
  const logs = await write.tx.log.findMany({
    where: { userId, importId },
    orderBy: { id: 'asc' },
    take: most,
    include: { album: { select: { key: true } } },
  })
  if (logs.length === 0) return 0
  await deleteNotificationsAbout(write, { logs: logs.map(({ id }) => id) })
  for (const log of logs) {
    await dropTags(write.tx, userId, log)
    const audience = { ownerId: userId, level: log.visibility }
    if (log.review !== null)
      write.emit(topicOfKey(log.album.key), { type: 'review.removed', id: log.id }, userId, audience)
  }
  await inBatches(
    logs,
    (batch) => write.tx.$executeRaw`DELETE FROM Log WHERE id IN (${Prisma.join(batch.map(({ id }) => id))})`,
  )
  if (logs.some(({ feedAt }) => feedAt)) await writeHeads(write.tx, [userId])
  await writeOpinions(
    write.tx,
    userId,
    logs.map(({ albumId }) => albumId),
  )
  await emitNextReviews(write, logs)
  write.emit(topics.ownLogs(userId), { type: 'ownLogs.changed', album: null }, userId)
  return logs.length
}
