import type { AddLogInput, ListenedSet, SavedLog, SaveLogInput, SetListenedInput } from '../../shared/logs.ts'
import { findAlbum, resolveAlbum } from '../catalog/albums.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { limited, unlimited } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Log } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { lockUser } from '../users/lock.ts'
import { checkDay } from './day.ts'
import { findNewest, readHoldings, readOwnLog } from './read/queries.ts'
import { deleteLogs } from './write/bulk.ts'
import { settleLogs } from './write/moved.ts'
import { writeLog, type Written } from './write/single.ts'

type Place = { userId: number; albumId: number }

/**
 * Saves the newest listening or the one with the given id; creates the first one. Idempotent.
 * @throws notFound for an unknown album, or if the viewer has no such listening of it; conflict if it has changed since the
 * edit began; unavailable; invalid for a day in the future; tooMany
 */
export async function saveLog(deps: Deps, viewer: SignedIn, input: SaveLogInput): Promise<SavedLog> {
  const now = deps.now()
  checkDay(input, now)
  const album = await resolveAlbum(deps, input)
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const userId = await lockUser(write.tx, viewer.id)
      const survivorOf = await settleLogs(write, userId, [album.id])
      const place = { userId, albumId: survivorOf(album.id) }
      const previous = await findOwn(write.tx, place, input.id)
      if (input.id !== undefined && !previous) throw notFound('logs.notFound')
      const isStale = previous !== null && input.version !== undefined && previous.version !== input.version
      return await readSaved(write.tx, await writeLog(write, { place, previous, input, isStale, spend }))
    }),
  )
}

/**
 * Idempotent: the same submission returns the existing listening.
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
      const existing = await write.tx.log.findUnique({
        where: { userId_submission: { userId, submission } },
        select: { id: true },
      })
      if (existing) return await readSaved(write.tx, { id: existing.id, takenOff: null })
      const survivorOf = await settleLogs(write, userId, [album.id])
      const place = { userId, albumId: survivorOf(album.id), submission }
      return await readSaved(write.tx, await writeLog(write, { place, previous: null, input, spend }))
    }),
  )
}

const readSaved = async (tx: Tx, { id, takenOff }: Written): Promise<SavedLog> => ({
  ...(await readOwnLog(tx, id)),
  ...(takenOff && { takenOff }),
})

async function findOwn(tx: Tx, place: Place, id: number | undefined): Promise<Log | null> {
  const logId = id ?? (await findNewest(tx, place))
  return logId === null ? null : await tx.log.findFirst({ where: { ...place, id: logId } })
}

/**
 * Marking keeps existing listenings; unmarking deletes all of them.
 * @throws notFound for an unknown album; unavailable; invalid for a day in the future; conflict if there is more than one
 * listening, or one with stars, a text, tags, likes or comments, unless `evenIfRated` was sent; tooMany
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
      const survivorOf = await settleLogs(write, userId, [album.id])
      const place = { userId, albumId: survivorOf(album.id) }
      const { listens, rated, tagged, reviews, likes, comments } = await readHoldings(write.tx, place)
      const holdsMore = listens > 1 || rated + tagged + reviews + likes + comments > 0
      if (!listened) {
        if (holdsMore && !evenIfRated) throw conflict('logs.rated')
        const logs = await write.tx.log.findMany({ where: place, orderBy: { id: 'asc' } })
        await deleteLogs(write, { owner: userId, origin: 'hand' }, logs)
        return { listened, rated: false }
      }
      const previous = await findOwn(write.tx, place, undefined)
      if (!previous) {
        const { takenOff } = await writeLog(write, { place, previous, input: { date }, spend })
        return { listened, rated: false, ...(takenOff && { takenOff }) }
      }
      // The user marked a synced album by hand: its listening becomes their own, and keeps its day.
      if (previous.source === 'spotify') await writeLog(write, { place, previous, input: {}, spend })
      return { listened, rated: holdsMore }
    }),
  )
}

/** The album's favorite stays. Does nothing if the viewer has no such listening. */
export async function removeLog(
  deps: WriteDeps,
  viewer: SignedIn,
  { id }: { id: number },
): Promise<{ id: number }> {
  await change(deps, async (write) => {
    const owner = await lockUser(write.tx, viewer.id)
    const logs = await write.tx.log.findMany({ where: { id, userId: owner } })
    await deleteLogs(write, { owner, origin: 'hand' }, logs)
  })
  return { id }
}

/** The listening and its stars stay. @throws notFound */
export async function removeReview(
  write: Write,
  { ownerId, id }: { ownerId: number; id: number },
): Promise<void> {
  const userId = await lockUser(write.tx, ownerId)
  const log = await write.tx.log.findFirst({ where: { id, userId, reviewedAt: { not: null } } })
  if (!log) throw notFound('logs.reviewNotFound')
  const place = { userId, albumId: log.albumId }
  await writeLog(write, { place, previous: log, input: { review: '' }, spend: unlimited })
}
