import { lastLogDay, utcDay } from '../../shared/days.ts'
import { topics } from '../../shared/events.ts'
import type { CardState, OwnLog, SaveLogInput, SetListenedInput } from '../../shared/logs.ts'
import { findAlbum, resolveAlbum } from '../catalog/albums.ts'
import type { Deps } from '../deps.ts'
import type { Log } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, invalid, notFound } from '../lib/errors.ts'
import { limited, newLogs } from '../limits.ts'
import { change, type Emit } from '../live/change.ts'
import type { SignedIn } from '../trpc.ts'
import { lockPerson } from '../users/lock.ts'
import { emitLogSaved, emitReviewRemoved } from './events.ts'
import { writeHeads } from './head.ts'
import { writeHeart } from './heart.ts'
import { readOwnLog } from './queries.ts'

type Place = { userId: number; albumId: number }
type Wishes = Pick<SaveLogInput, 'rating' | 'review' | 'date' | 'today' | 'favorite'>

/**
 * Writes the viewer's one log of an album: makes it or changes what the input names. The same input again changes nothing.
 * @throws notFound for an unknown album; unavailable; invalid for a day to come; tooMany
 */
export async function saveLog(deps: Deps, viewer: SignedIn, input: SaveLogInput): Promise<OwnLog> {
  const now = deps.now()
  checkDay(input, now)
  const album = await resolveAlbum(deps, input)
  return await limited(deps, viewer, newLogs, (spend) =>
    change(deps, async (tx, emit) => {
      await lockPerson(tx, viewer.id)
      const place = { userId: viewer.id, albumId: album.id }
      const before = await tx.log.findUnique({ where: { userId_albumId: place } })
      if (!before) await spend()
      return await readOwnLog(tx, await writeLog(tx, emit, place, before, input, now))
    }),
  )
}

/**
 * Adds an album to what the viewer has listened to (a log that is there stays as it is), or removes their log of it.
 * @throws notFound for an unknown album; unavailable; invalid for a day to come; conflict for a log with stars or a text,
 * unless `evenIfRated` was sent; tooMany
 */
export async function setListened(
  deps: Deps,
  viewer: SignedIn,
  { listened, date, evenIfRated, ...ref }: SetListenedInput,
): Promise<Omit<CardState, 'favorite' | 'listenLater'>> {
  const now = deps.now()
  checkDay({ date }, now)
  // An album that nobody ever needed holds no log to remove; the catalogue need not be asked about it.
  const album = listened ? await resolveAlbum(deps, ref) : await findAlbum(deps, ref)
  if (!album) return { listened: false, rated: false }
  return await limited(deps, viewer, newLogs, (spend) =>
    change(deps, async (tx, emit) => {
      await lockPerson(tx, viewer.id)
      const place = { userId: viewer.id, albumId: album.id }
      const before = await tx.log.findUnique({ where: { userId_albumId: place } })
      const rated = before !== null && (before.rating > 0 || before.review !== null)
      if (!listened && rated && !evenIfRated) throw conflict('logs.rated')
      if (listened && !before) await spend()
      if (listened && !before) await writeLog(tx, emit, place, null, { date }, now)
      // By hand, on an album that an import brought: the entry is their own from here on, on its day.
      if (listened && before?.source === 'spotify') await writeLog(tx, emit, place, before, {}, now)
      if (!listened && before) await deleteLog(tx, emit, before)
      return { listened, rated: listened && rated }
    }),
  )
}

/** Removes the viewer's log with this id; the album's heart stays. What is gone already, or is not the viewer's, changes nothing. */
export async function removeLog(
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: SignedIn,
  { id }: { id: number },
): Promise<{ id: number }> {
  await change(deps, async (tx, emit) => {
    await lockPerson(tx, viewer.id)
    const log = await tx.log.findFirst({ where: { id, userId: viewer.id } })
    if (log) await deleteLog(tx, emit, log)
  })
  return { id }
}

/** Takes the text of a review away, as its owner can; the log and its stars stay. @throws notFound */
export async function removeReview(
  deps: Pick<Deps, 'db' | 'bus' | 'now'>,
  owner: Pick<SignedIn, 'id'>,
  { id }: { id: number },
): Promise<void> {
  await change(deps, async (tx, emit) => {
    await lockPerson(tx, owner.id)
    const log = await tx.log.findFirst({ where: { id, userId: owner.id, reviewedAt: { not: null } } })
    if (!log) throw notFound('logs.reviewNotFound')
    await writeLog(tx, emit, log, log, { review: '' }, deps.now())
  })
}

function checkDay({ date, today }: Wishes, now: Date): void {
  if ([date, today].some((day) => day && day > lastLogDay(now))) throw invalid('logs.dateFuture', 'date')
}

/** Makes a log, or changes the one that was `before`; returns its id. The person must be locked. */
async function writeLog(
  tx: Tx,
  emit: Emit,
  place: Place,
  before: Log | null,
  { favorite, ...wishes }: Wishes,
  now: Date,
): Promise<number> {
  const review = wishes.review === undefined ? (before?.review ?? null) : wishes.review || null
  const wanted = {
    source: 'manual' as const,
    rating: wishes.rating ?? before?.rating ?? 0,
    review,
    reviewedAt: review === null ? null : (before?.reviewedAt ?? now),
    date: wishes.date ? new Date(wishes.date) : (before?.date ?? new Date(wishes.today ?? utcDay(now))),
  }
  // An import enters the feeds when its owner first says something of the album, whatever its day.
  const saysSomething = !before || Boolean(wishes.rating || wishes.review)
  const feedAt = before?.feedAt ?? (saysSomething ? now : null)
  const heartChanged =
    favorite !== undefined && (await writeHeart(tx, place.userId, place.albumId, favorite, now))
  const changed =
    heartChanged ||
    !before ||
    before.source !== wanted.source ||
    before.rating !== wanted.rating ||
    before.review !== wanted.review ||
    before.date.getTime() !== wanted.date.getTime()
  const { id } = before
    ? await tx.log.update({
        where: { id: before.id },
        data: { ...wanted, feedAt, updatedAt: now, version: { increment: changed ? 1 : 0 } },
        select: { id: true },
      })
    : await tx.log.create({
        data: { ...place, ...wanted, createdAt: now, feedAt, updatedAt: now },
        select: { id: true },
      })
  if (feedAt && !before?.feedAt) await writeHeads(tx, [place.userId])
  if (changed) await emitLogSaved(tx, emit, place.userId, id)
  if (before?.review && review === null) await emitReviewRemoved(tx, emit, place.userId, before)
  return id
}

/** Removes a log and emits that. The person must be locked. */
async function deleteLog(tx: Tx, emit: Emit, log: Log): Promise<void> {
  await tx.log.delete({ where: { id: log.id }, select: { id: true } })
  if (log.feedAt) await writeHeads(tx, [log.userId])
  emit(topics.user(log.userId), { type: 'log.removed', id: log.id }, log.userId)
  if (log.review !== null) await emitReviewRemoved(tx, emit, log.userId, log)
}
