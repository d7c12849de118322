import { utcDay } from '../../../shared/days.ts'
import { visibilities } from '../../../shared/levels.ts'
import { isNewerListening } from '../../../shared/newerListening.ts'
import { sees, type Visibility } from '../../../shared/visibility.ts'
import { changeRanks, type RankChange } from '../../catalog/ranks.ts'
import type { Write } from '../../core/change.ts'
import type { Tx } from '../../lib/db.ts'
import { insertRows, kysely, padded, run, statement } from '../../lib/sql.ts'
import type { Batch, LockedUser } from '../../users/lock.ts'
import { inBatches } from '../inBatches.ts'
import { albumIdOf, differ, type Effect } from './changes.ts'

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
  const counted = current && sees('stranger', current.visibility) ? current.rating : 0
  const widest = listenings.filter((each) => each.visibility === visibility)
  return {
    rating: current?.rating ?? 0,
    followersRating: ratingFor('follower'),
    everyoneRating: ratingFor('stranger'),
    countedRating: !isCounted || !sees('stranger', visibility) ? null : counted,
    visibility,
    addedAt: new Date(Math.min(...widest.map(({ createdAt }) => createdAt.getTime()))),
  }
}

const ofUser = (userId: number) =>
  kysely.selectFrom('Opinion').select(['albumId', 'countedRating']).where('userId', '=', userId)

const listeningsOf = statement(({ userId, albumIds }: { userId: number; albumIds: number[] }) =>
  kysely
    .selectFrom('Log')
    .select(['id', 'albumId', 'rating', 'visibility', 'date', 'createdAt'])
    .where('userId', '=', userId)
    .where('albumId', 'in', albumIds),
)
const countedOf = statement(({ userId, albumIds }: { userId: number; albumIds: number[] }) =>
  ofUser(userId).where('albumId', 'in', albumIds),
)
const allCounted = statement(({ userId }: { userId: number }) =>
  ofUser(userId).where('countedRating', 'is not', null),
)
const firstOpinions = statement(({ userId, limit }: Batch) => ofUser(userId).orderBy('albumId').limit(limit))
const ownerOf = statement(({ userId }: { userId: number }) =>
  kysely.selectFrom('User').select(['disabledAt', 'isPrivate']).where('id', '=', userId),
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

export async function writeOpinions(tx: Tx, userId: LockedUser, albumIds: readonly number[]): Promise<void> {
  if (albumIds.length === 0) return
  const [owner] = await ownerOf(tx, { userId })
  if (!owner) return
  await inBatches([...new Set(albumIds)], async (batch) => {
    const listenings = new Map<number, Listening[]>()
    for (const { albumId, ...each } of await listeningsOf(tx, { userId, albumIds: batch }))
      listenings.set(albumId, [...(listenings.get(albumId) ?? []), each])
    const previous = await countedOf(tx, { userId, albumIds: padded(batch) })
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
    await changeRanks(tx, rankChanges(previous, opinions))
  })
}

export const readListenedAlbums = async (tx: Tx, userId: number): Promise<number[]> =>
  (await listenedAlbums(tx, { userId })).map(({ albumId }) => albumId)

export const writeAllOpinions = async (tx: Tx, userId: LockedUser): Promise<void> =>
  writeOpinions(tx, userId, await readListenedAlbums(tx, userId))

export async function uncountOpinions(tx: Tx, userId: LockedUser): Promise<void> {
  const previous = await allCounted(tx, { userId })
  await run(tx, kysely.updateTable('Opinion').set({ countedRating: null }).where('userId', '=', userId))
  await inBatches(previous, (batch) => changeRanks(tx, rankChanges(batch, [])))
}

export async function deleteOpinionsOf({ tx }: Pick<Write, 'tx'>, { userId, limit }: Batch): Promise<number> {
  const previous = await firstOpinions(tx, { userId, limit })
  if (previous.length === 0) return 0
  await changeRanks(tx, rankChanges(previous, []))
  const albumIds = previous.map(({ albumId }) => albumId)
  return await run(
    tx,
    kysely.deleteFrom('Opinion').where('userId', '=', userId).where('albumId', 'in', albumIds),
  )
}

type Counted = { albumId: number; countedRating: number | null }

/** Differences that result when `current` replaces a user's `previous` opinions. */
function rankChanges(previous: readonly Counted[], current: readonly Counted[]): RankChange[] {
  const changes = new Map<number, RankChange>()
  const add = ({ albumId, countedRating }: Counted, sign: 1 | -1) => {
    if (countedRating === null) return
    const { listeners, ratings, halves } = changes.get(albumId) ?? { listeners: 0, ratings: 0, halves: 0 }
    changes.set(albumId, {
      albumId,
      listeners: listeners + sign,
      ratings: ratings + (countedRating > 0 ? sign : 0),
      halves: halves + sign * countedRating,
    })
  }
  for (const each of previous) add(each, -1)
  for (const each of current) add(each, 1)
  return [...changes.values()]
}
