import { utcDay } from '../../shared/days.ts'
import type { TakenOff } from '../../shared/listenLater.ts'
import type { AddLogInput, ListenedSet, SavedLog, SaveLogInput, SetListenedInput } from '../../shared/logs.ts'
import { sees } from '../../shared/visibility.ts'
import { chosenLevel, levelColumns } from '../access/hiddenLevel.ts'
import { findAlbum, resolveAlbum } from '../catalog/albums.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { edits, limited, newLogs, unlimited } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Log } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, notFound } from '../lib/errors.ts'
import type { Spend } from '../lib/rateLimit.ts'
import { takeOffListenLater } from '../listenLater/rows.ts'
import { defaultVisibility } from '../users/defaultVisibility.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import { writeHeads } from '../users/write/feedHeads.ts'
import { checkDay, dayOf, entersFeed } from './day.ts'
import { deleteLog, deleteLogs } from './deletion.ts'
import { emitLogSaved, emitOwnChange } from './events.ts'
import { writeHeart } from './heart.ts'
import { notifyOfReview } from './notices.ts'
import { writeOpinions } from './opinion.ts'
import { findNewest, readHoldings, readOwnLog } from './queries.ts'
import { areCarried, readCarried, writeTags } from './tags.ts'

type Place = { userId: number; albumId: number }
type LogChanges = Pick<
  SaveLogInput,
  'rating' | 'review' | 'date' | 'today' | 'favorite' | 'relisten' | 'visibility' | 'tags'
>

/**
 * Saves the viewer's newest listening of an album, or the one with the given id; creates the first one. Idempotent.
 * @throws notFound for an unknown album, or if they have no such listening of it; conflict when it has changed since the
 * edit began; unavailable; invalid for a day in the future; tooMany
 */
export async function saveLog(deps: Deps, viewer: SignedIn, input: SaveLogInput): Promise<SavedLog> {
  const now = deps.now()
  checkDay(input, now)
  const album = await resolveAlbum(deps, input)
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const userId = await lockUser(write.tx, viewer.id)
      const place = { userId, albumId: album.id }
      const before = await findOwn(write.tx, place, input.id)
      if (input.id !== undefined && !before) throw notFound('logs.notFound')
      const isStale = before !== null && input.version !== undefined && before.version !== input.version
      return await readSaved(
        write.tx,
        await writeLog(write, { place, before, changes: input, isStale, spend }),
      )
    }),
  )
}

/**
 * Creates a further listening of an album. Idempotent: the same submission returns the existing one.
 * @throws notFound for an unknown album; unavailable; invalid for a day in the future; tooMany
 */
export async function addLog(
  deps: Deps,
  viewer: SignedIn,
  { submission, ...input }: AddLogInput,
): Promise<SavedLog> {
  const now = deps.now()
  checkDay(input, now)
  const album = await resolveAlbum(deps, input)
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const userId = await lockUser(write.tx, viewer.id)
      const made = await write.tx.log.findUnique({
        where: { userId_submission: { userId, submission } },
        select: { id: true },
      })
      if (made) return await readSaved(write.tx, { id: made.id, takenOff: null })
      const place = { userId, albumId: album.id, submission }
      return await readSaved(write.tx, await writeLog(write, { place, before: null, changes: input, spend }))
    }),
  )
}

type Written = { id: number; takenOff: TakenOff | null }

const readSaved = async (tx: Tx, { id, takenOff }: Written): Promise<SavedLog> => ({
  ...(await readOwnLog(tx, id)),
  ...(takenOff && { takenOff }),
})

/** Finds the viewer's newest listening of an album, or the one with this id. */
async function findOwn(tx: Tx, place: Place, id: number | undefined): Promise<Log | null> {
  const wanted = id ?? (await findNewest(tx, place))
  return wanted === null ? null : await tx.log.findFirst({ where: { ...place, id: wanted } })
}

/**
 * Marks an album as listened, which keeps existing listenings, or deletes all of the viewer's listenings of it.
 * @throws notFound for an unknown album; unavailable; invalid for a day in the future; conflict if there is more than
 * one listening, or one with stars, a text, tags, likes or comments, unless `evenIfRated` was sent; tooMany
 */
export async function setListened(
  deps: Deps,
  viewer: SignedIn,
  { listened, date, evenIfRated, ...ref }: SetListenedInput,
): Promise<ListenedSet> {
  const now = deps.now()
  checkDay({ date }, now)
  // An album without a row has no listenings, so unmarking it needs no call to the catalogue.
  const album = listened ? await resolveAlbum(deps, ref) : await findAlbum(deps, ref)
  if (!album) return { listened: false, rated: false }
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const userId = await lockUser(write.tx, viewer.id)
      const place = { userId, albumId: album.id }
      const { listens, rated, tagged, reviews, likes, comments } = await readHoldings(write.tx, place)
      const holdsMore = listens > 1 || rated + tagged + reviews + likes + comments > 0
      if (!listened) {
        if (holdsMore && !evenIfRated) throw conflict('logs.rated')
        await deleteLogs(write, place)
        return { listened, rated: false }
      }
      const before = await findOwn(write.tx, place, undefined)
      if (!before) {
        const { takenOff } = await writeLog(write, { place, before, changes: { date }, spend })
        return { listened, rated: false, ...(takenOff && { takenOff }) }
      }
      // The user marked a synced album by hand: its listening becomes their own, and keeps its day.
      if (before.source === 'spotify') await writeLog(write, { place, before, changes: {}, spend })
      return { listened, rated: holdsMore }
    }),
  )
}

/** Deletes the viewer's listening with this id; the album's favorite stays. Does nothing if they have no such listening. */
export async function removeLog(
  deps: WriteDeps,
  viewer: SignedIn,
  { id }: { id: number },
): Promise<{ id: number }> {
  await change(deps, async (write) => {
    const userId = await lockUser(write.tx, viewer.id)
    const log = await write.tx.log.findFirst({ where: { id, userId } })
    if (!log) return
    await deleteLog(write, userId, log)
    await writeOpinions(write.tx, userId, [log.albumId])
    await emitOwnChange(write, log)
  })
  return { id }
}

/** Deletes the text of a review, as its owner can; the listening and its stars stay. @throws notFound */
export async function removeReview(
  write: Write,
  { ownerId, id }: { ownerId: number; id: number },
): Promise<void> {
  const userId = await lockUser(write.tx, ownerId)
  const log = await write.tx.log.findFirst({ where: { id, userId, reviewedAt: { not: null } } })
  if (!log) throw notFound('logs.reviewNotFound')
  const changes = { review: '' }
  await writeLog(write, { place: { userId, albumId: log.albumId }, before: log, changes, spend: unlimited })
}

/**
 * Creates a listening (and removes the album from Listen later), or updates the existing one, `before`.
 * @throws conflict if the input is stale and would change something; tooMany
 */
async function writeLog(
  write: Write,
  {
    place: { userId, albumId, submission },
    before,
    changes: { favorite, tags: names, ...changes },
    isStale = false,
    spend,
  }: {
    place: { userId: LockedUser; albumId: number; submission?: string }
    before: Log | null
    changes: LogChanges
    isStale?: boolean
    spend: Spend
  },
): Promise<Written> {
  const { now } = write
  const carried = await readCarried(write.tx, before)
  const review = changes.review === undefined ? (before?.review ?? null) : changes.review || null
  const level =
    changes.visibility ?? (before ? chosenLevel(before) : await defaultVisibility(write.tx, userId))
  const wanted = {
    source: 'manual' as const,
    // A listening that a moderator hides stays hidden, whatever its owner chooses.
    ...levelColumns(level, before !== null && before.hiddenLevel !== null),
    rating: changes.rating ?? before?.rating ?? 0,
    review,
    reviewedAt: review === null ? null : (before?.reviewedAt ?? now),
    date: dayOf(before, changes, now),
    relisten: changes.relisten ?? before?.relisten ?? false,
    tagCount: (names ?? carried).length,
  }
  const isChanged =
    !before ||
    before.source !== wanted.source ||
    before.visibility !== wanted.visibility ||
    before.hiddenLevel !== wanted.hiddenLevel ||
    before.rating !== wanted.rating ||
    before.review !== wanted.review ||
    before.date?.getTime() !== wanted.date?.getTime() ||
    before.relisten !== wanted.relisten ||
    (names !== undefined && !areCarried(carried, names))
  if (isChanged && isStale) throw conflict('logs.changed')
  const heartChanged = favorite !== undefined && (await writeHeart(write, { userId, albumId }, favorite))
  if (isChanged || heartChanged) await spend(before ? edits : newLogs)
  // An imported listening enters the feeds, whatever its day, when its owner first rates or reviews the album.
  const saysSomething = Boolean(changes.rating || changes.review)
  const enters = before ? before.imported && saysSomething : entersFeed(wanted.date, changes, now)
  const enteredAt = before?.enteredAt ?? (enters ? now : null)
  const feedAt = sees('follower', wanted.visibility) ? enteredAt : null
  // An edited listening no longer belongs to the import that created it: undoing the import keeps it.
  const importId = isChanged ? null : (before?.importId ?? null)
  const data = { ...wanted, importId, enteredAt, feedAt, updatedAt: now }
  const log = before
    ? await write.tx.log.update({
        where: { id: before.id },
        data: { ...data, version: { increment: isChanged || heartChanged ? 1 : 0 } },
      })
    : await write.tx.log.create({ data: { userId, albumId, submission, ...data, createdAt: now } })
  await writeTags(write.tx, { userId, log, before }, { carried, names })
  if (isChanged) await writeOpinions(write.tx, userId, [albumId])
  if (feedAt?.getTime() !== before?.feedAt?.getTime()) await writeHeads(write.tx, [userId])
  if (isChanged || heartChanged) {
    await emitLogSaved(write, log, before)
    await emitOwnChange(write, log)
  }
  if (isChanged) await notifyOfReview(write, { before, log, spend })
  const date = log.date && utcDay(log.date)
  return {
    id: log.id,
    takenOff: before ? null : await takeOffListenLater(write, { userId, albumId, date }),
  }
}
