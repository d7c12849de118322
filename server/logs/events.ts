import { topics } from '../../shared/events.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Tx } from '../lib/db.ts'
import type { Emit } from '../live/change.ts'
import { readEntries, readReviews } from './view.ts'

const albumOf = { album: { select: { key: true } } } as const

/**
 * Emits what a log looks like now: to the followers, and, where it holds a text, to the pages of the album's reviews.
 * A log that is in no feed has no event: a thousand saved albums would flood the followers, and they hold no text.
 */
export async function emitLogSaved(tx: Tx, emit: Emit, userId: number, logId: number): Promise<void> {
  const log = await tx.log.findUniqueOrThrow({ where: { id: logId }, select: { feedAt: true, ...albumOf } })
  if (log.feedAt === null) return
  const [entry] = await readEntries(tx, [logId])
  if (entry) emit(topics.user(userId), { type: 'log.saved', entry }, userId)
  if (!entry?.review) return
  const [review] = await readReviews(tx, [logId])
  if (review) emit(topicOfKey(log.album.key), { type: 'review.saved', review }, userId)
}

/** Emits to the pages of an album's reviews that one is gone: its log was removed, or its text. */
export async function emitReviewRemoved(
  tx: Tx,
  emit: Emit,
  userId: number,
  { id, albumId }: { id: number; albumId: number },
) {
  const { key } = await tx.album.findUniqueOrThrow({ where: { id: albumId }, select: { key: true } })
  emit(topicOfKey(key), { type: 'review.removed', id }, userId)
}
