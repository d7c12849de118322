import { topics } from '../../shared/events.ts'
import { visibilities } from '../../shared/levels.ts'
import { isNarrowed, sees, type Visibility } from '../../shared/visibility.ts'
import { topicOfKey } from '../catalog/albums.ts'
import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'
import { kysely, statement } from '../lib/sql.ts'
import { readEntry, readReviews } from './view.ts'

/** The columns of a listening that decide who receives its events. */
export type EmittedLog = {
  id: number
  userId: number
  albumId: number
  visibility: Visibility
  date: Date | null
  reviewedAt: Date | null
  feedAt: Date | null
}

/**
 * Emits the current state of a listening; `before` is its previous state. Followers receive it, and so do the pages of the
 * album's reviews if they show or count it. Users who can no longer see it receive its removal. Followers receive nothing
 * for listenings outside the feeds: a thousand imported albums would flood them.
 */
export async function emitLogSaved(write: Write, log: EmittedLog, before: EmittedLog | null): Promise<void> {
  const feed = topics.user(log.userId)
  if (log.feedAt) {
    const entry = await readEntry(write.tx, log.id)
    if (entry) write.emit(feed, { type: 'log.saved', entry }, log.userId)
  } else if (before?.feedAt) write.emit(feed, { type: 'log.removed', id: log.id }, log.userId)

  const isSame =
    before !== null &&
    before.visibility === log.visibility &&
    before.date?.getTime() === log.date?.getTime() &&
    (before.reviewedAt === null) === (log.reviewedAt === null)
  const circles = isSame ? [] : await readCircles(write.tx, log, before)
  if (log.reviewedAt) await emitReview(write, log, before?.reviewedAt ? before : null, circles)
  else if (before?.reviewedAt) await emitRemoval(write, before)
  await emitNewest(write, log, circles)
}

/**
 * Notifies the user's own tabs that their data about an album changed. The event names the album but carries no data:
 * the few tabs refetch what they show.
 */
export async function emitOwnChange(
  { tx, emit }: Write,
  { userId, albumId }: { userId: number; albumId: number },
): Promise<void> {
  const album = await tx.album.findUniqueOrThrow({
    where: { id: albumId },
    select: { artist: true, name: true, image: true },
  })
  emit(topics.ownLogs(userId), { type: 'ownLogs.changed', album }, userId)
}

/**
 * The users who can see things of one visibility, and what they see of a user's listenings of an album: the newest
 * review, and the number of listenings.
 */
type Circle = { level: Visibility; newest: number | null; listens: number }
const circleOf = { everyone: 'stranger', followers: 'follower', me: 'owner' } as const

const listenings = statement(({ userId, albumId }: { userId: number; albumId: number }) =>
  kysely
    .selectFrom('Log')
    .select(['id', 'visibility', 'reviewedAt'])
    .where('userId', '=', userId)
    .where('albumId', '=', albumId)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc'),
)

/**
 * Returns the circles that can see a listening now or could before. All others must learn nothing, not even that
 * something happened.
 */
async function readCircles(tx: Tx, log: EmittedLog, before: EmittedLog | null): Promise<Circle[]> {
  const rows = await listenings(tx, log)
  return visibilities.flatMap((level) => {
    const reader = circleOf[level]
    if (!sees(reader, log.visibility) && !(before && sees(reader, before.visibility))) return []
    const shown = rows.filter(({ visibility }) => sees(reader, visibility))
    const newest = shown.find(({ reviewedAt }) => reviewedAt !== null)?.id ?? null
    return [{ level, newest, listens: shown.length }]
  })
}

/** Emits a review to users who can see it, and its removal to users who could only see its state `before`. */
async function emitReview(
  { tx, emit }: Write,
  log: EmittedLog,
  before: EmittedLog | null,
  circles: readonly Circle[],
): Promise<void> {
  const [review] = await readReviews(tx, [log.id])
  if (!review) return
  const isLost = before !== null && isNarrowed(before.visibility, log.visibility)
  const removed = { type: 'review.removed', id: log.id } as const
  const listens = circles.find(({ level }) => level === log.visibility)?.listens
  const returns = before !== null && circles.length > 0 && { returns: true as const }
  emit(
    await topicOf(tx, log),
    { type: 'review.saved', review, ...(listens && { listens }), ...returns },
    log.userId,
    { ownerId: log.userId, level: log.visibility, ...(isLost && { otherwise: removed }) },
  )
}

/** Notifies the pages of an album's reviews that a listening was deleted. */
export async function emitLogRemoved(write: Write, log: EmittedLog): Promise<void> {
  if (log.reviewedAt) await emitRemoval(write, log)
  await emitNewest(write, log, await readCircles(write.tx, log, null))
}

/**
 * Emits the reviews that replace a user's deleted listenings, once for each album. The circles of the deleted listening
 * with the widest visibility include those of the others.
 */
export async function emitNextReviews(write: Write, deleted: readonly EmittedLog[]): Promise<void> {
  const widest = new Map<number, EmittedLog>()
  for (const log of deleted) {
    const other = widest.get(log.albumId)
    if (!other || isNarrowed(log.visibility, other.visibility)) widest.set(log.albumId, log)
  }
  for (const log of widest.values()) await emitNewest(write, log, await readCircles(write.tx, log, null))
}

async function emitRemoval({ tx, emit }: Write, log: EmittedLog): Promise<void> {
  const audience = { ownerId: log.userId, level: log.visibility }
  emit(await topicOf(tx, log), { type: 'review.removed', id: log.id }, log.userId, audience)
}

async function topicOf(tx: Tx, { albumId }: EmittedLog): Promise<string> {
  const { key } = await tx.album.findUniqueOrThrow({ where: { id: albumId }, select: { key: true } })
  return topicOfKey(key)
}

/**
 * Emits to each circle the newest review that it can now see of a user, with the number of listenings that it can see. A
 * circle within another one receives the events of both: the last one wins.
 */
async function emitNewest({ tx, emit }: Write, log: EmittedLog, circles: readonly Circle[]): Promise<void> {
  let last: Circle | null = null
  for (const circle of circles) {
    const { newest, listens, level } = circle
    const isSame = last?.newest === newest && last.listens === listens
    last = circle
    // The listening itself has already been emitted with this number.
    const isEmitted = newest === log.id && level === log.visibility
    if (newest === null || isSame || isEmitted) continue
    const [review] = await readReviews(tx, [newest])
    if (!review) continue
    const returns = newest !== log.id && { returns: true as const }
    const event = { type: 'review.saved', review, listens, ...returns } as const
    emit(await topicOf(tx, log), event, log.userId, { ownerId: log.userId, level })
  }
}
