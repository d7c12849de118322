import { utcDay } from '../../../shared/days.ts'
import { visibilities } from '../../../shared/levels.ts'
import { isNewerListening } from '../../../shared/newerListening.ts'
import { sees, type Visibility } from '../../../shared/visibility.ts'
import type { Write } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { insertRows, kysely, padded, run, statement } from '../../lib/sql.ts'
import { groupBy } from '../../notifications/read/rows.ts'
import type { Batch, LockedUser } from '../../users/lock.ts'
import { inBatches } from '../inBatches.ts'
import { albumIdOf, differ, type Effect } from './changes.ts'

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

const listeningsOf = statement(({ userIds, albumIds }: { userIds: number[]; albumIds: number[] }) =>
  kysely
    .selectFrom('Log')
    .select(['id', 'userId', 'albumId', 'rating', 'visibility', 'date', 'createdAt'])
    .where('userId', 'in', userIds)
    .where('albumId', 'in', albumIds),
)
const ownersOf = statement(({ userIds }: { userIds: number[] }) =>
  kysely.selectFrom('User').select(['id', 'disabledAt', 'isPrivate']).where('id', 'in', userIds),
)
const listenedAlbums = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('Log').select('albumId').distinct().where('userId', '=', userId),
)

export const deriveOpinions: Effect = async ({ tx }, { owner, logs, level }) => {
  if (level) return await writeAllOpinions(tx, owner)
  const relevantChanges = logs.filter(({ previous, current }) =>
    differ(previous, current, ['rating', 'visibility', 'date', 'createdAt']),
  )
  await writeOpinions(tx, owner, relevantChanges.map(albumIdOf))
}

export const writeOpinions = (tx: Tx, userId: LockedUser, albumIds: readonly number[]): Promise<void> =>
  writeOpinionsOf(tx, [userId], albumIds)

/** For each of the users and each of the albums; many of one or of the other. */
export async function writeOpinionsOf(
  tx: Tx,
  userIds: readonly LockedUser[],
  albumIds: readonly number[],
): Promise<void> {
  if (albumIds.length === 0 || userIds.length === 0) return
  const owners = await ownersOf(tx, { userIds: padded(userIds) })
  await inBatches([...new Set(albumIds)], async (batch) => {
    const listenings = groupBy(
      await listeningsOf(tx, { userIds: padded(userIds), albumIds: batch }),
      ({ userId, albumId }) => `${userId} ${albumId}`,
    )
    const opinions: (Opinion & Place)[] = []
    const unlistened: Place[] = []
    for (const { id: userId, disabledAt, isPrivate } of owners)
      for (const albumId of batch) {
        const own = listenings.get(`${userId} ${albumId}`) ?? []
        const opinion = opinionOf(own, disabledAt === null && !isPrivate)
        if (!opinion) unlistened.push({ userId, albumId })
        else opinions.push({ userId, albumId, ...opinion })
      }
    await deleteOpinions(tx, unlistened, owners.length === 1 ? 'userId' : 'albumId')
    await insertRows(tx, 'Opinion', opinions, {
      orUpdate: ['rating', 'followersRating', 'everyoneRating', 'countedRating', 'visibility', 'addedAt'],
    })
  })
}

type Place = { userId: number; albumId: number }

/** One statement for each value of a column. */
async function deleteOpinions(tx: Tx, places: readonly Place[], column: keyof Place): Promise<void> {
  const other = column === 'userId' ? 'albumId' : 'userId'
  for (const [value, alike] of groupBy(places, (place) => place[column]))
    await run(
      tx,
      kysely
        .deleteFrom('Opinion')
        .where(column, '=', value)
        .where(
          other,
          'in',
          alike.map((place) => place[other]),
        ),
    )
}

export const readListenedAlbums = async (tx: Tx, userId: number): Promise<number[]> =>
  (await listenedAlbums(tx, { userId })).map(({ albumId }) => albumId)

export const writeAllOpinions = async (tx: Tx, userId: LockedUser): Promise<void> =>
  writeOpinions(tx, userId, await readListenedAlbums(tx, userId))

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
