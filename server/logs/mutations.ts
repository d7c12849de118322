import type { AddLogInput, ListenedSet, SavedLog, SaveLogInput, SetListenedInput } from '../../shared/logs.ts'
import { findAlbum, resolveAlbum } from '../catalog/albums.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { limited, unlimited } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Log } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, notFound } from '../lib/errors.ts'
import type { Spend } from '../lib/rateLimit.ts'
import { once, type Submission } from '../submissions/submissions.ts'
import { lockUser, type LockedUser } from '../users/lock.ts'
import { checkDay } from './day.ts'
import { findNewest, readHoldings, readOwnLog } from './read/queries.ts'
import { deleteLogs } from './write/bulk.ts'
import { settleLogs } from './write/moved.ts'
import { writeLog, type Written } from './write/single.ts'

type Place = { userId: number; albumId: number }

/**
 * Saves the newest listening or the one with the given id; creates the first one. Idempotent by its submission.
 * @throws notFound for an unknown album, or if the viewer has no such listening of it; conflict if it has changed since the
 * edit began; unavailable; invalid for a day in the future; tooMany
 */
export async function saveLog(
  deps: Deps,
  viewer: SignedIn,
  { submission, ...input }: SaveLogInput,
): Promise<SavedLog> {
  const now = deps.now()
  checkDay(input, now)
  const album = await resolveAlbum(deps, input)
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const userId = await lockUser(write.tx, viewer.id)
      return await onceSaved(write, { userId, procedure: 'logs.save', id: submission }, async () => {
        const survivorOf = await settleLogs(write, userId, [album.id])
        const place = { userId, albumId: survivorOf(album.id) }
        const previous = await findOwn(write.tx, place, input.id)
        if (input.id !== undefined && !previous) throw notFound('logs.notFound')
        const isStale = previous !== null && input.version !== undefined && previous.version !== input.version
        return await writeLog(write, { place, previous, input, isStale, spend })
      })
    }),
  )
}

/**
 * Idempotent by its submission.
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
      return await onceSaved(write, { userId, procedure: 'logs.add', id: submission }, async () => {
        const survivorOf = await settleLogs(write, userId, [album.id])
        const place = { userId, albumId: survivorOf(album.id), submission }
        return await writeLog(write, { place, previous: null, input, spend })
      })
    }),
  )
}

/** @throws notFound if the answer to a repeated submission was not stored, and the listening has been deleted since */
const onceSaved = (write: Write, submission: Submission, save: () => Promise<Written>): Promise<SavedLog> =>
  once(
    write,
    submission,
    async () => {
      const written = await save()
      return { result: await readSaved(write.tx, written), thingId: written.id }
    },
    async (id, answer) => {
      if (answer) return answer
      const { userId } = submission
      const log =
        id === null ? null : await write.tx.log.findFirst({ where: { id, userId }, select: { id: true } })
      if (!log) throw notFound('logs.notFound')
      return await readSaved(write.tx, { id: log.id, takenOff: null })
    },
  )

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
  { listened, date, evenIfRated, submission, ...ref }: SetListenedInput,
): Promise<ListenedSet> {
  const now = deps.now()
  checkDay({ date }, now)
  // An album without a row has no listenings, so unmarking it needs no call to the catalogue.
  const album = listened ? await resolveAlbum(deps, ref) : await findAlbum(deps, ref)
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const userId = await lockUser(write.tx, viewer.id)
      const albumId = album && (await settleLogs(write, userId, [album.id]))(album.id)
      const place = albumId === null ? null : { userId, albumId }
      const submitted = { userId, procedure: 'logs.setListened', id: submission } as const
      const nothing = { listened: false, rated: false }
      return await once(
        write,
        submitted,
        async () => {
          const input = { listened, date, evenIfRated }
          return { result: place ? await mark(write, { place, spend, input }) : nothing, thingId: null }
        },
        async (_, answer) => {
          if (answer || !place) return answer ?? nothing
          const held = await readHoldings(write.tx, place)
          return { listened: held.listens > 0, rated: holdsMore(held) }
        },
      )
    }),
  )
}

type Mark = {
  place: { userId: LockedUser; albumId: number }
  spend: Spend
  input: Pick<SetListenedInput, 'listened' | 'date' | 'evenIfRated'>
}

async function mark(write: Write, { place, spend, input }: Mark): Promise<ListenedSet> {
  const { listened, date, evenIfRated } = input
  const isMore = holdsMore(await readHoldings(write.tx, place))
  if (!listened) {
    if (isMore && !evenIfRated) throw conflict('logs.rated')
    const logs = await write.tx.log.findMany({ where: place, orderBy: { id: 'asc' } })
    await deleteLogs(write, { owner: place.userId, origin: 'hand' }, logs)
    return { listened, rated: false }
  }
  const previous = await findOwn(write.tx, place, undefined)
  if (!previous) {
    const { takenOff } = await writeLog(write, { place, previous, input: { date }, spend })
    return { listened, rated: false, ...(takenOff && { takenOff }) }
  }
  // The user marked a synced album by hand: its listening becomes their own, and keeps its day.
  if (previous.source === 'spotify') await writeLog(write, { place, previous, input: {}, spend })
  return { listened, rated: isMore }
}

/** True if deleting the listenings would lose more than one unrated listening. */
const holdsMore = ({
  listens,
  rated,
  tagged,
  reviews,
  likes,
  comments,
}: Awaited<ReturnType<typeof readHoldings>>): boolean =>
  listens > 1 || rated + tagged + reviews + likes + comments > 0

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
