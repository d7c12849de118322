import { topics } from '../../shared/events.ts'
import { isNarrowed, sees, type Visibility } from '../../shared/visibility.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import type { Emit } from '../live/change.ts'
import { readEntry, readReviews } from './view.ts'

/** The columns of a listening that decide who receives its events. */
export type EmittedLog = {
  id: number
  userId: number
  albumId: number
  visibility: Visibility
  reviewedAt: Date | null
  feedAt: Date | null
}

/**
 * Emits what a listening looks like now, `before` being what it was: to the followers, and, where it holds a text, to the
 * pages of the album's reviews. For whom it is no longer visible it is removed. One that is in no feed has no event there: a
 * thousand saved albums would flood the followers.
 */
export async function emitLogSaved(
  tx: Tx,
  emit: Emit,
  log: EmittedLog,
  before: EmittedLog | null,
): Promise<void> {
  const feed = topics.user(log.userId)
  if (log.feedAt) {
    const entry = await readEntry(tx, log.id)
    if (entry) emit(feed, { type: 'log.saved', entry }, log.userId)
  } else if (before?.feedAt) emit(feed, { type: 'log.removed', id: log.id }, log.userId)

  if (log.reviewedAt) await emitReview(tx, emit, log, before?.reviewedAt ? before.visibility : null)
  else if (before?.reviewedAt) await emitReviewRemoved(tx, emit, before)
}

/**
 * Emits to a person's own tabs that what they have said of an album is another: which, not what. They are few, and fetch what
 * they show of it.
 */
export async function emitOwnChange(
  tx: Tx,
  emit: Emit,
  { userId, albumId }: { userId: number; albumId: number },
): Promise<void> {
  const album = await tx.album.findUniqueOrThrow({
    where: { id: albumId },
    select: { artist: true, name: true, image: true },
  })
  emit(topics.ownLogs(userId), { type: 'ownLogs.changed', album }, userId)
}

/** Emits a review to those who may see it, and its removal to those who could only see it at its level `before`. */
async function emitReview(tx: Tx, emit: Emit, log: EmittedLog, before: Visibility | null): Promise<void> {
  const [review] = await readReviews(tx, [log.id])
  if (!review) return
  const topic = await topicOf(tx, log)
  const isLost = before !== null && isNarrowed(before, log.visibility)
  const removed = { type: 'review.removed', id: log.id } as const
  const audience = { ownerId: log.userId, level: log.visibility }
  emit(topic, { type: 'review.saved', review }, log.userId, {
    ...audience,
    ...(isLost && { otherwise: removed }),
  })
  if (isLost) await emitNextReviews(tx, emit, log, topic)
}

/**
 * Emits to the pages of an album's reviews that one is gone: its listening was removed, or its text. They then show
 * an older one of the same person, if there is one.
 */
export async function emitReviewRemoved(tx: Tx, emit: Emit, log: EmittedLog): Promise<void> {
  const topic = await topicOf(tx, log)
  const audience = { ownerId: log.userId, level: log.visibility }
  emit(topic, { type: 'review.removed', id: log.id }, log.userId, audience)
  await emitNextReviews(tx, emit, log, topic)
}

async function topicOf(tx: Tx, { albumId }: EmittedLog): Promise<string> {
  const { key } = await tx.album.findUniqueOrThrow({ where: { id: albumId }, select: { key: true } })
  return topicOfKey(key)
}

const newestReviews = statement(({ userId, albumId }: { userId: number; albumId: number }) =>
  kysely
    .selectFrom('Log')
    .select(['id', 'visibility'])
    .where('userId', '=', userId)
    .where('albumId', '=', albumId)
    .where('reviewedAt', 'is not', null)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc'),
)

/** Emits the newest reviews that a person has left of an album: one for each circle of readers that sees another one first. */
async function emitNextReviews(tx: Tx, emit: Emit, gone: EmittedLog, topic: string): Promise<void> {
  const others = (await newestReviews(tx, gone)).filter(({ id }) => id !== gone.id)
  const next = (['owner', 'follower', 'stranger'] as const).flatMap(
    (reader) => others.find(({ visibility }) => sees(reader, visibility)) ?? [],
  )
  for (const { id, visibility } of new Set(next)) {
    const [review] = await readReviews(tx, [id])
    const audience = { ownerId: gone.userId, level: visibility }
    if (review) emit(topic, { type: 'review.saved', review }, gone.userId, audience)
  }
}
