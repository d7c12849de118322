import { sql, type ExpressionBuilder } from 'kysely'
import type { Tx } from '../lib/db.ts'
import { byIndex, kysely, padded, statement, type Tables } from '../lib/sql.ts'

// People love an album if it has their heart, or if they rate it with at least four stars.

/** In half stars. */
export const LOVED = 8

/** A person's opinion of an album with their heart, if there is one. Index forced: a person can have many opinions. */
const hearts = kysely
  .selectFrom('Favorite as f')
  .leftJoin(byIndex('Opinion', 'o', 'PRIMARY'), (join) =>
    join.onRef('o.userId', '=', 'f.userId').onRef('o.albumId', '=', 'f.albumId'),
  )

type Nullable<Columns> = { [Name in keyof Columns]: Columns[Name] | null }

/** A heart is public without a listening, or with one for everyone. */
const isPublicHeart = (eb: ExpressionBuilder<{ o: Nullable<Tables['Opinion']> }, 'o'>) =>
  eb.or([eb('o.userId', 'is', null), eb('o.countedRating', 'is not', null)])

const ratings = kysely.selectFrom('Opinion as o').where('o.countedRating', '>=', LOVED)

/** A public heart (`f`) of an album that is not loved by its rating (`o`), too. */
export const isOtherHeart = sql<boolean>`(o.userId IS NULL OR o.countedRating < ${sql.lit(LOVED)})`

/**
 * Each public love of these users or albums once. Hearts of private and disabled users without a listening are among them: the
 * caller leaves out these users.
 */
export const publicLoves = (column: 'userId' | 'albumId', ids: readonly number[]) =>
  ratings
    .select(['o.userId', 'o.albumId'])
    .where(`o.${column}`, 'in', ids)
    .unionAll(hearts.select(['f.userId', 'f.albumId']).where(isOtherHeart).where(`f.${column}`, 'in', ids))

const lovesOf = statement(({ userIds }: { userIds: number[] }) => publicLoves('userId', userIds))

/** The albums that each of these public accounts loves publicly. */
export async function readLoves(
  db: Tx,
  userIds: readonly number[],
): Promise<Map<number, ReadonlySet<number>>> {
  const loves = new Map(userIds.map((id) => [id, new Set<number>()]))
  if (userIds.length === 0) return loves
  for (const { userId, albumId } of await lovesOf(db, { userIds: padded(userIds) }))
    loves.get(userId)!.add(albumId)
  return loves
}

/** `at` is when it was first loved. */
export type OwnLove = { albumId: number; at: Date; isPublic: boolean }

const ownLoves = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('Opinion as o')
    .select(['o.albumId', 'o.addedAt as at'])
    .select((eb) => eb('o.countedRating', '>=', LOVED).as('isPublic'))
    .where('o.userId', '=', userId)
    .where('o.rating', '>=', LOVED)
    .unionAll(
      hearts
        .innerJoin('User as u', 'u.id', 'f.userId')
        .select(['f.albumId', 'f.createdAt as at'])
        .select((eb) => eb.and([isPublicHeart(eb), eb('u.isPrivate', '=', false)]).as('isPublic'))
        .where('f.userId', '=', userId),
    ),
)

/** The viewer's loves, public or not, in the order of time. */
export async function readOwnLoves(db: Tx, userId: number): Promise<OwnLove[]> {
  const loves = new Map<number, OwnLove>()
  for (const row of await ownLoves(db, { userId })) {
    const other = loves.get(row.albumId)
    const at = other && other.at < row.at ? other.at : row.at
    loves.set(row.albumId, { ...row, at, isPublic: Boolean(row.isPublic) || other?.isPublic === true })
  }
  return [...loves.values()].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || one.albumId - other.albumId,
  )
}

const titlesOf = statement(({ ids }: { ids: number[] }) =>
  kysely.selectFrom('Album').select(['id', 'name']).where('id', 'in', ids),
)

export async function readTitles(db: Tx, ids: readonly number[]): Promise<(id: number) => string> {
  const rows = ids.length === 0 ? [] : await titlesOf(db, { ids: padded([...new Set(ids)]) })
  const titles = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => titles.get(id)!
}
