import type { ExpressionBuilder } from 'kysely'
import type { Tx } from '../lib/db.ts'
import { byIndex, kysely, statement, type Tables } from '../lib/sql.ts'

// People love an album if it has their heart, or if they rate it with at least four stars.

/** In half stars. */
export const LOVED = 8

type Column = 'userId' | 'albumId'

/** Opinions of these users or albums by which an album is loved publicly. */
const ratedBy = (column: Column, ids: readonly number[]) =>
  kysely.selectFrom('Opinion as o').where('o.countedRating', '>=', LOVED).where(`o.${column}`, 'in', ids)

/** Public hearts without such an opinion. Those of private and disabled users without a listening are among them. */
const heartedBy = (column: Column, ids: readonly number[]) =>
  kysely
    .selectFrom('Favorite as f')
    .leftJoin(byIndex('Opinion', 'o', 'PRIMARY'), (join) =>
      join.onRef('o.userId', '=', 'f.userId').onRef('o.albumId', '=', 'f.albumId'),
    )
    .where((eb: ExpressionBuilder<{ o: Tables['Opinion'] }, 'o'>) =>
      eb.or([eb('o.userId', 'is', null), eb('o.countedRating', '<', LOVED)]),
    )
    .where(`f.${column}`, 'in', ids)

/** Each public love once. The caller must leave out private and disabled users. */
export const publicLoves = (column: Column, ids: readonly number[]) =>
  ratedBy(column, ids)
    .select(['o.userId', 'o.albumId'])
    .unionAll(heartedBy(column, ids).select(['f.userId', 'f.albumId']))

const lovesOf = statement(({ userIds }: { userIds: number[] }) => publicLoves('userId', userIds))

/** The albums that each of the users loves publicly, if the account is public. */
export async function readLoves(db: Tx, userIds: readonly number[]): Promise<Map<number, Set<number>>> {
  const loves = new Map(userIds.map((id) => [id, new Set<number>()]))
  if (userIds.length === 0) return loves
  for (const { userId, albumId } of await lovesOf(db, { userIds: [...userIds] }))
    loves.get(userId)!.add(albumId)
  return loves
}

/** What the viewer loves, the first first; `isPublic` is not set for a private account. */
export type OwnLove = { albumId: number; name: string; at: Date; isPublic: boolean }

const ownLoves = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('Opinion as o')
    .innerJoin('Album as a', 'a.id', 'o.albumId')
    .select((eb) => [
      'o.albumId',
      'a.name',
      'o.addedAt as at',
      eb('o.countedRating', '>=', LOVED).as('isPublic'),
    ])
    .where('o.userId', '=', userId)
    .where('o.rating', '>=', LOVED)
    .unionAll(
      kysely
        .selectFrom('Favorite as f')
        .innerJoin('User as u', 'u.id', 'f.userId')
        .innerJoin('Album as a', 'a.id', 'f.albumId')
        .leftJoin(byIndex('Opinion', 'o', 'PRIMARY'), (join) =>
          join.onRef('o.userId', '=', 'f.userId').onRef('o.albumId', '=', 'f.albumId'),
        )
        .select(['f.albumId', 'a.name', 'f.createdAt as at'])
        .select((eb) =>
          eb
            .or([
              eb('o.countedRating', 'is not', null),
              eb.and([eb('o.userId', 'is', null), eb('u.isPrivate', '=', false)]),
            ])
            .as('isPublic'),
        )
        .where('f.userId', '=', userId),
    ),
)

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
