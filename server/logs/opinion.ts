import { utcDay } from '../../shared/days.ts'
import { visibilities } from '../../shared/levels.ts'
import { isNewerListening } from '../../shared/newerListening.ts'
import { sees, type Visibility } from '../../shared/visibility.ts'
import type { Write } from '../core/change.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { insertRows, kysely, statement } from '../lib/sql.ts'
import type { Batch, LockedUser } from '../users/lock.ts'
import { inBatches } from './inBatches.ts'

// A user's current opinion of an album, derived from their listenings. Every change of listenings must call this in its
// transaction.

type Listening = { id: number; rating: number; visibility: Visibility; date: Date | null; createdAt: Date }
type Opinion = {
  rating: number
  followersRating: number
  everyoneRating: number
  countedRating: number
  visibility: Visibility
  addedAt: Date
}

const dated = ({ id, date }: Listening) => ({ id, date: date && utcDay(date) })

/** Derives the opinion from listenings; null if there are none. `isCounted`: whether album statistics include the owner. */
export function opinionOf(listenings: readonly Listening[], isCounted: boolean): Opinion | null {
  const rated = listenings
    .filter(({ rating }) => rating > 0)
    .toSorted((one, other) => (isNewerListening(dated(one), dated(other)) ? -1 : 1))
  const visibility = visibilities.find((level) => listenings.some((each) => each.visibility === level))
  if (!visibility) return null
  const [current] = rated
  const ratingFor = (reader: 'stranger' | 'follower') =>
    rated.find((each) => sees(reader, each.visibility))?.rating ?? 0
  const widest = listenings.filter((each) => each.visibility === visibility)
  return {
    rating: current?.rating ?? 0,
    followersRating: ratingFor('follower'),
    everyoneRating: ratingFor('stranger'),
    countedRating: isCounted && current && sees('stranger', current.visibility) ? current.rating : 0,
    visibility,
    addedAt: new Date(Math.min(...widest.map(({ createdAt }) => createdAt.getTime()))),
  }
}

const listeningsOf = statement(({ userId, albumIds }: { userId: number; albumIds: number[] }) =>
  kysely
    .selectFrom('Log')
    .select(['id', 'albumId', 'rating', 'visibility', 'date', 'createdAt'])
    .where('userId', '=', userId)
    .where('albumId', 'in', albumIds),
)
const ownerOf = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('User').select(['disabledAt', 'isPrivate']).where('id', '=', userId),
)
const albumsOf = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('Log').select('albumId').distinct().where('userId', '=', userId),
)

/** Recomputes a user's opinions of some albums from their listenings. */
export async function writeOpinions(tx: Tx, userId: LockedUser, albumIds: readonly number[]): Promise<void> {
  if (albumIds.length === 0) return
  const [owner] = await ownerOf(tx, { userId })
  if (!owner) return
  await inBatches([...new Set(albumIds)], async (batch) => {
    const listenings = new Map<number, Listening[]>()
    for (const { albumId, ...each } of await listeningsOf(tx, { userId, albumIds: batch }))
      listenings.set(albumId, [...(listenings.get(albumId) ?? []), each])
    const opinions: (Opinion & { userId: number; albumId: number })[] = []
    const gone: number[] = []
    for (const albumId of batch) {
      const opinion = opinionOf(listenings.get(albumId) ?? [], owner.disabledAt === null && !owner.isPrivate)
      if (!opinion) gone.push(albumId)
      else opinions.push({ userId, albumId, ...opinion })
    }
    if (gone.length > 0)
      await tx.$executeRaw`DELETE FROM Opinion WHERE userId = ${userId} AND albumId IN (${Prisma.join(gone)})`
    await insertRows(tx, 'Opinion', opinions, {
      orUpdate: ['rating', 'followersRating', 'everyoneRating', 'countedRating', 'visibility', 'addedAt'],
    })
  })
}

/**
 * Recomputes the opinions of all albums that a user has listened to, after the user was enabled, their account became
 * public, or many listenings changed at once.
 */
export async function writeAllOpinions(tx: Tx, userId: LockedUser): Promise<void> {
  const albums = await albumsOf(tx, { userId })
  await writeOpinions(
    tx,
    userId,
    albums.map(({ albumId }) => albumId),
  )
}

/** Excludes a user from album statistics, because they are now disabled or private. */
export async function uncountOpinions(tx: Tx, userId: LockedUser): Promise<void> {
  await tx.$executeRaw`UPDATE Opinion SET countedRating = 0 WHERE userId = ${userId} AND countedRating > 0`
}

/** Deletes a batch of the opinions of a user who is being removed; returns its size. */
export const deleteOpinionsOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  tx.$executeRaw`DELETE FROM Opinion WHERE userId = ${userId} ORDER BY albumId LIMIT ${limit}`
