import { utcDay } from '../../../shared/days.ts'
import { visibilities } from '../../../shared/levels.ts'
import { isNewerListening } from '../../../shared/newerListening.ts'
import { sees, type Visibility } from '../../../shared/visibility.ts'
import type { Write } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { insertRows, kysely, run, statement } from '../../lib/sql.ts'
import type { Batch, LockedUser } from '../../users/lock.ts'
import { inBatches } from '../inBatches.ts'

type Listening = { id: number; rating: number; visibility: Visibility; date: Date | null; createdAt: Date }
type Opinion = {
  rating: number
  followersRating: number
  everyoneRating: number
  countedRating: number
  visibility: Visibility
  addedAt: Date
}

const withDay = ({ id, date }: Listening) => ({ id, date: date && utcDay(date) })

/** Null without listenings. `isCounted`: whether album statistics include the owner. */
export function opinionOf(listenings: readonly Listening[], isCounted: boolean): Opinion | null {
  const ratedListenings = listenings
    .filter(({ rating }) => rating > 0)
    .toSorted((one, other) => (isNewerListening(withDay(one), withDay(other)) ? -1 : 1))
  const visibility = visibilities.find((level) => listenings.some((each) => each.visibility === level))
  if (!visibility) return null
  const [current] = ratedListenings
  const ratingFor = (reader: 'stranger' | 'follower') =>
    ratedListenings.find((each) => sees(reader, each.visibility))?.rating ?? 0
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
/** Finds the albums that a user has listened to. */
export const listenedAlbums = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('Log').select('albumId').distinct().where('userId', '=', userId),
)

/** Recomputes a user's opinions of albums from their listenings. */
export async function writeOpinions(
  tx: Tx,
  userId: LockedUser,
  albums: readonly number[] | 'all',
): Promise<void> {
  const albumIds =
    albums === 'all' ? (await listenedAlbums(tx, { userId })).map(({ albumId }) => albumId) : albums
  if (albumIds.length === 0) return
  const [owner] = await ownerOf(tx, { userId })
  if (!owner) return
  await inBatches([...new Set(albumIds)], async (batch) => {
    const listenings = new Map<number, Listening[]>()
    for (const { albumId, ...each } of await listeningsOf(tx, { userId, albumIds: batch }))
      listenings.set(albumId, [...(listenings.get(albumId) ?? []), each])
    const opinions: (Opinion & { userId: number; albumId: number })[] = []
    const unlistened: number[] = []
    for (const albumId of batch) {
      const opinion = opinionOf(listenings.get(albumId) ?? [], owner.disabledAt === null && !owner.isPrivate)
      if (!opinion) unlistened.push(albumId)
      else opinions.push({ userId, albumId, ...opinion })
    }
    if (unlistened.length > 0)
      await run(
        tx,
        kysely.deleteFrom('Opinion').where('userId', '=', userId).where('albumId', 'in', unlistened),
      )
    await insertRows(tx, 'Opinion', opinions, {
      orUpdate: ['rating', 'followersRating', 'everyoneRating', 'countedRating', 'visibility', 'addedAt'],
    })
  })
}

export const uncountOpinions = (tx: Tx, userId: LockedUser): Promise<number> =>
  run(
    tx,
    kysely
      .updateTable('Opinion')
      .set({ countedRating: 0 })
      .where('userId', '=', userId)
      .where('countedRating', '>', 0),
  )

export const deleteOpinionsOf = ({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> =>
  run(tx, kysely.deleteFrom('Opinion').where('userId', '=', userId).orderBy('albumId').limit(limit))
