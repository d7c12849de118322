import { utcDay } from '../../../shared/days.ts'
import { visibilities } from '../../../shared/levels.ts'
import { isNewerListening } from '../../../shared/newerListening.ts'
import { sees, type Visibility } from '../../../shared/visibility.ts'
import { noteRankChanges } from '../../catalog/ranks.ts'
import type { Write } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { insertRows, kysely, padded, run, statement } from '../../lib/sql.ts'
import { groupBy } from '../../notifications/read/rows.ts'
import type { Batch, LockedUser } from '../../users/lock.ts'
import { inBatches } from '../inBatches.ts'

type Listening = { id: number; rating: number; visibility: Visibility; date: Date | null; createdAt: Date }
type Opinion = {
  rating: number
  followersRating: number
  everyoneRating: number
  countedRating: number | null
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
  const countedRating = current && sees('stranger', current.visibility) ? current.rating : 0
  const widest = listenings.filter((each) => each.visibility === visibility)
  return {
    rating: current?.rating ?? 0,
    followersRating: ratingFor('follower'),
    everyoneRating: ratingFor('stranger'),
    countedRating: isCounted && sees('stranger', visibility) ? countedRating : null,
    visibility,
    addedAt: new Date(Math.min(...widest.map(({ createdAt }) => createdAt.getTime()))),
  }
}

const listeningsOf = statement(({ userIds, albumIds }: { userIds: number[]; albumIds: number[] }) =>
  kysely
    .selectFrom('Log as l')
    .innerJoin('User as u', 'u.id', 'l.userId')
    .select(['l.id', 'l.userId', 'l.albumId', 'l.rating', 'l.visibility', 'l.date', 'l.createdAt'])
    .select(['u.disabledAt', 'u.isPrivate'])
    .where('l.userId', 'in', userIds)
    .where('l.albumId', 'in', albumIds),
)
const ofUser = (userId: number) => kysely.selectFrom('Opinion').select('albumId').where('userId', '=', userId)
const countedAlbumsOf = statement(({ userId }: { userId: number }) =>
  ofUser(userId).where('countedRating', 'is not', null),
)
const firstAlbumsOf = statement(({ userId, limit }: Batch) => ofUser(userId).orderBy('albumId').limit(limit))
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
  await writeOpinionsOf(tx, [userId], albumIds)
}

type Place = { userId: number; albumId: number }

/** For each of the users and each of the albums; many of one or of the other. */
export async function writeOpinionsOf(
  tx: Tx,
  userIds: readonly LockedUser[],
  albumIds: readonly number[],
): Promise<void> {
  if (albumIds.length === 0 || userIds.length === 0) return
  await inBatches([...new Set(albumIds)], async (batch) => {
    const listenings = groupBy(
      await listeningsOf(tx, { userIds: padded(userIds), albumIds: batch }),
      ({ userId, albumId }) => `${userId} ${albumId}`,
    )
    const opinions: (Opinion & Place)[] = []
    const unlistened: Place[] = []
    for (const userId of userIds)
      for (const albumId of batch) {
        const ofAlbum = listenings.get(`${userId} ${albumId}`) ?? []
        const isCounted = ofAlbum.every(({ disabledAt, isPrivate }) => disabledAt === null && !isPrivate)
        const opinion = opinionOf(ofAlbum, isCounted)
        if (!opinion) unlistened.push({ userId, albumId })
        else opinions.push({ userId, albumId, ...opinion })
      }
    await deleteOpinions(tx, unlistened, userIds.length === 1 ? 'userId' : 'albumId')
    await insertRows(tx, 'Opinion', opinions, {
      orUpdate: ['rating', 'followersRating', 'everyoneRating', 'countedRating', 'visibility', 'addedAt'],
    })
    await noteRankChanges(tx, batch)
  })
}

/** One statement for each value of `column`. */
async function deleteOpinions(tx: Tx, places: readonly Place[], column: keyof Place): Promise<void> {
  const other = column === 'userId' ? 'albumId' : 'userId'
  for (const [value, alike] of groupBy(places, (place) => place[column])) {
    const others = alike.map((place) => place[other])
    await run(tx, kysely.deleteFrom('Opinion').where(column, '=', value).where(other, 'in', others))
  }
}

export async function uncountOpinions(tx: Tx, userId: LockedUser): Promise<void> {
  const countedAlbums = await countedAlbumsOf(tx, { userId })
  await run(tx, kysely.updateTable('Opinion').set({ countedRating: null }).where('userId', '=', userId))
  await noteRankChanges(
    tx,
    countedAlbums.map(({ albumId }) => albumId),
  )
}

export async function deleteOpinionsOf({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> {
  const albumIds = (await firstAlbumsOf(tx, { userId, limit })).map(({ albumId }) => albumId)
  if (albumIds.length === 0) return 0
  await noteRankChanges(tx, albumIds)
  return await run(
    tx,
    kysely.deleteFrom('Opinion').where('userId', '=', userId).where('albumId', 'in', albumIds),
  )
}
