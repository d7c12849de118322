import type { AlbumCard } from '../../../shared/catalog.ts'
import { topics, type PlakEvent } from '../../../shared/events.ts'
import { visibilities } from '../../../shared/levels.ts'
import type { Review } from '../../../shared/logs.ts'
import { isNarrowed, sees, type Visibility } from '../../../shared/visibility.ts'
import { topicOfKey } from '../../catalog/albums.ts'
import type { Write } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { kysely, padded, statement } from '../../lib/sql.ts'
import { groupBy } from '../../notifications/read/rows.ts'
import { readEntries, readReviews } from '../read/view.ts'
import { albumIdOf, differ, isVisibleChange, type Effect, type LogChange } from './changes.ts'

const albumsOf = statement(({ ids }: { ids: number[] }) =>
  kysely.selectFrom('Album').select(['id', 'key', 'artist', 'name', 'image', 'year']).where('id', 'in', ids),
)

/** Listenings outside the feeds are not sent: a thousand imported albums would flood them. */
export const emitFeedEntries: Effect = async ({ tx, emit }, { owner, logs }) => {
  const visibleChanges = logs.filter(isVisibleChange)
  const entryIds = visibleChanges.flatMap(({ current }) => (current?.feedAt ? [current.id] : []))
  const entries = new Map((await readEntries(tx, entryIds)).map((entry) => [entry.id, entry]))
  for (const { previous, current } of visibleChanges) {
    const entry = current && entries.get(current.id)
    if (entry) emit(topics.user(owner), { type: 'log.saved', entry }, owner)
    else if (previous?.feedAt && !current?.feedAt)
      emit(topics.user(owner), { type: 'log.removed', id: previous.id }, owner)
  }
}

/** One event instead of one for each listening. */
export const emitRefetch: Effect = async ({ emit }, { owner, refetch }) => {
  if (refetch) emit(topics.people(), { type: 'user.audience', id: owner }, owner, refetch)
}

/** The event names the album but carries no data: the few tabs refetch what they show. In bulk, it stands for all albums. */
export const emitOwnChange: Effect = async ({ tx, emit }, { owner, logs, hearts = [], refetch, isBulk }) => {
  const ids = new Set([...logs.filter(isVisibleChange).map(albumIdOf), ...hearts])
  if (ids.size === 0 && !refetch) return
  const notice = (album: AlbumCard | null) =>
    emit(topics.ownLogs(owner), { type: 'ownLogs.changed', album }, owner)
  if (isBulk) notice(null)
  else
    for (const { artist, name, image, year } of await albumsOf(tx, { ids: padded([...ids]) }))
      notice({ artist, name, image, year })
}

/** Many people at once: their own pages refetch everything, and feeds get the newest entries under the new names. */
export async function emitMovedLogs(
  { tx, emit }: Write,
  owners: Iterable<number>,
  logs: readonly { id: number; userId: number; feedAt: Date | null }[],
): Promise<void> {
  for (const owner of owners) emit(topics.ownLogs(owner), { type: 'ownLogs.changed', album: null }, owner)
  const newest = logs
    .filter(({ feedAt }) => feedAt)
    .toSorted((one, other) => other.feedAt!.getTime() - one.feedAt!.getTime())
    .slice(0, EMITTED)
  const ownerOf = new Map(newest.map(({ id, userId }) => [id, userId]))
  for (const entry of await readEntries(tx, [...ownerOf.keys()])) {
    const owner = ownerOf.get(entry.id)!
    emit(topics.user(owner), { type: 'log.saved', entry }, owner)
  }
}

/** With very many, no open page shows the old ones. */
const EMITTED = 20

type Circles = { albumId: number; changes: readonly LogChange[]; circles: readonly Circle[] }
type ReviewEvent = { albumId: number; event: PlakEvent; level: Visibility; otherwise?: PlakEvent }

export const emitReviews: Effect = async ({ tx, emit }, { owner, origin, logs }) => {
  const visibleChanges = logs.filter(isVisibleChange)
  const isAnonymous = origin === 'removal'
  const events = isAnonymous
    ? visibleChanges.flatMap(removalOf)
    : await reviewEvents(tx, owner, visibleChanges)
  if (events.length === 0) return
  const albums = await albumsOf(tx, { ids: padded([...new Set(events.map(({ albumId }) => albumId))]) })
  const topicOf = new Map(albums.map(({ id, key }) => [id, topicOfKey(key)]))
  for (const { albumId, event, ...limits } of events) {
    // Without an actor and an audience, the event outlives the user; it carries only an id.
    if (isAnonymous) emit(topicOf.get(albumId)!, event, null)
    else emit(topicOf.get(albumId)!, event, owner, { ownerId: owner, ...limits })
  }
}

async function reviewEvents(
  tx: Tx,
  userId: number,
  visibleChanges: readonly LogChange[],
): Promise<ReviewEvent[]> {
  const ids = visibleChanges.flatMap(({ current }) => (current?.reviewedAt ? [current.id] : []))
  const reviews = new Map((await readReviews(tx, ids)).map((review) => [review.id, review]))
  const events: ReviewEvent[] = []
  for (const [albumId, changes] of groupBy(visibleChanges, albumIdOf)) {
    const moved = changes.filter(isMoved)
    const circles = moved.length === 0 ? [] : await readCircles(tx, { userId, albumId }, moved)
    for (const change of changes) {
      const review = change.current?.reviewedAt && reviews.get(change.current.id)
      // Pages show no other review of which only the heart changed: with `returns`, they would fetch it.
      const isShown = moved.includes(change) || circles.some(({ newest }) => newest === change.current?.id)
      if (review) events.push(savedOf(change, review, isShown ? circles : []))
      else if (!change.current?.reviewedAt) events.push(...removalOf(change))
    }
    events.push(...(await newestReviews(tx, { albumId, changes, circles })))
  }
  return events
}

const removalOf = ({ previous }: LogChange): ReviewEvent[] => {
  if (!previous?.reviewedAt) return []
  const { id, albumId, visibility: level } = previous
  return [{ albumId, event: { type: 'review.removed', id }, level }]
}

/** Users who could only see the previous state get its removal. */
function savedOf({ previous, current }: LogChange, review: Review, circles: readonly Circle[]): ReviewEvent {
  const { albumId, visibility: level } = current!
  const previousReview = previous?.reviewedAt ? previous : null
  const listens = circles.find((circle) => circle.level === level)?.listens
  const returns = previousReview !== null && circles.length > 0 && { returns: true as const }
  const isLost = previousReview !== null && isNarrowed(previousReview.visibility, level)
  return {
    albumId,
    event: { type: 'review.saved', review, ...(listens && { listens }), ...returns },
    level,
    ...(isLost && { otherwise: { type: 'review.removed', id: review.id } }),
  }
}

/** The users who can see things of one visibility, and what they see of a user's listenings of an album. */
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

const isMoved = ({ previous, current }: LogChange): boolean =>
  differ(previous, current, ['visibility', 'date']) || !previous?.reviewedAt !== !current?.reviewedAt

/**
 * Returns the circles that can see a moved listening now, or could before. All others must learn nothing, not even that
 * something happened.
 */
async function readCircles(
  tx: Tx,
  place: { userId: number; albumId: number },
  moved: readonly LogChange[],
): Promise<Circle[]> {
  const rows = await listenings(tx, place)
  return visibilities.flatMap((level) => {
    const reader = circleOf[level]
    const isConcerned = moved.some(({ previous, current }) =>
      [previous, current].some((log) => log && sees(reader, log.visibility)),
    )
    if (!isConcerned) return []
    const visibleLogs = rows.filter(({ visibility }) => sees(reader, visibility))
    const newest = visibleLogs.find(({ reviewedAt }) => reviewedAt !== null)?.id ?? null
    return [{ level, newest, listens: visibleLogs.length }]
  })
}

/** Skips a circle to which the changed listening itself is sent. */
async function newestReviews(tx: Tx, { albumId, changes, circles }: Circles): Promise<ReviewEvent[]> {
  const events: ReviewEvent[] = []
  let last: Circle | null = null
  for (const circle of circles) {
    const { newest, listens, level } = circle
    const isSame = last?.newest === newest && last.listens === listens
    last = circle
    const changedLog = changes.find(({ current }) => current?.id === newest)?.current
    if (newest === null || isSame || changedLog?.visibility === level) continue
    const [review] = await readReviews(tx, [newest])
    if (!review) continue
    const returns = !changedLog && { returns: true as const }
    events.push({ albumId, event: { type: 'review.saved', review, listens, ...returns }, level })
  }
  return events
}
