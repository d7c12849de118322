import type { AlbumCard } from '../../../shared/catalog.ts'
import { topics, type PlakEvent } from '../../../shared/events.ts'
import { visibilities } from '../../../shared/levels.ts'
import type { Review } from '../../../shared/logs.ts'
import { isNarrowed, sees, type Visibility } from '../../../shared/visibility.ts'
import { topicOfKey } from '../../catalog/albums.ts'
import type { Write } from '../../core/change.ts'
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

/** The changed listenings of an album, those of them that are `isMoved`, and who can see these. */
type AlbumChanges = {
  albumId: number
  changes: readonly LogChange[]
  moved: readonly LogChange[]
  circles: readonly Circle[]
}
type Reviews = ReadonlyMap<number, Review>
type ReviewEvent = { albumId: number; event: PlakEvent; level: Visibility; otherwise?: PlakEvent }

export const emitReviews: Effect = async ({ tx, emit }, { owner, origin, logs }) => {
  const visibleChanges = logs.filter(isVisibleChange)
  const isAnonymous = origin === 'removal'
  const changesByAlbum: AlbumChanges[] = []
  for (const [albumId, changes] of groupBy(visibleChanges, albumIdOf)) {
    // No other review takes the place of one that is removed with its author.
    const moved = isAnonymous ? [] : changes.filter(isMoved)
    const circles =
      moved.length === 0 ? [] : circlesOf(await listenings(tx, { userId: owner, albumId }), moved)
    changesByAlbum.push({ albumId, changes, moved, circles })
  }
  const changedIds = visibleChanges.flatMap(({ current }) => (current?.reviewedAt ? [current.id] : []))
  const newestIds = changesByAlbum.flatMap(newestCircles).map(({ newest }) => newest)
  const shownReviews = await readReviews(tx, [...new Set([...changedIds, ...newestIds])])
  const reviews = new Map(shownReviews.map((review) => [review.id, review]))
  const events = changesByAlbum.flatMap((album) => [
    ...changesOf(album, reviews),
    ...newestOf(album, reviews),
  ])
  if (events.length === 0) return
  const albums = await albumsOf(tx, { ids: padded([...new Set(events.map(({ albumId }) => albumId))]) })
  const topicOf = new Map(albums.map(({ id, key }) => [id, topicOfKey(key)]))
  for (const { albumId, event, ...limits } of events) {
    // Without an actor and an audience, the event outlives the user; it carries only an id.
    if (isAnonymous) emit(topicOf.get(albumId)!, event, null)
    else emit(topicOf.get(albumId)!, event, owner, { ownerId: owner, ...limits })
  }
}

/** Returns the events of the changed listenings themselves. */
const changesOf = ({ changes, moved, circles }: AlbumChanges, reviews: Reviews): ReviewEvent[] =>
  changes.flatMap((change) => {
    if (!change.current?.reviewedAt) return removalOf(change)
    const { id } = change.current
    const review = reviews.get(id)
    // Pages show no other review of which only the heart changed: with `returns`, they would fetch it.
    const isShown = moved.includes(change) || circles.some(({ newest }) => newest === id)
    return review ? [savedOf(change, review, isShown ? circles : [])] : []
  })

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
type Listening = { id: number; visibility: Visibility; reviewedAt: Date | null }
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
const circlesOf = (logs: readonly Listening[], moved: readonly LogChange[]): Circle[] =>
  visibilities.flatMap((level) => {
    const reader = circleOf[level]
    const isConcerned = moved.some(({ previous, current }) =>
      [previous, current].some((log) => log && sees(reader, log.visibility)),
    )
    if (!isConcerned) return []
    const visibleLogs = logs.filter(({ visibility }) => sees(reader, visibility))
    const newest = visibleLogs.find(({ reviewedAt }) => reviewedAt !== null)?.id ?? null
    return [{ level, newest, listens: visibleLogs.length }]
  })

/** Returns the circles to which the newest review must be sent, because the changed listening itself is not sent to them. */
const newestCircles = ({ changes, circles }: AlbumChanges) =>
  circles.flatMap(({ level, newest, listens }, index) => {
    const last = circles[index - 1]
    const isSame = last?.newest === newest && last.listens === listens
    const changedLog = changes.find(({ current }) => current?.id === newest)?.current
    if (newest === null || isSame || changedLog?.visibility === level) return []
    return [{ level, newest, listens, isChanged: changedLog !== undefined }]
  })

/** Returns the events that show these circles the newest review. */
const newestOf = (album: AlbumChanges, reviews: Reviews): ReviewEvent[] =>
  newestCircles(album).flatMap(({ level, newest, listens, isChanged }) => {
    const review = reviews.get(newest)
    const returns = !isChanged && { returns: true as const }
    const { albumId } = album
    return review ? [{ albumId, event: { type: 'review.saved', review, listens, ...returns }, level }] : []
  })
