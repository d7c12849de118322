import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Shelved } from '../../../shared/logs.ts'

// Albums of a profile that are chosen or sorted by when they were released.

export type Years = { first: number; last: number }

export const yearsOf = ({ decade }: Pick<Shelved, 'decade'>): Years | null =>
  decade === undefined ? null : { first: decade, last: decade + 9 }

/** A subquery, so that the database starts with the user's rows and not with the albums of those years. */
export const isReleasedIn = ({ first, last }: Years, albumId: string) =>
  sql<boolean>`(SELECT y.year FROM Album AS y WHERE y.id = ${sql.ref(albumId)}) BETWEEN ${first} AND ${last}`

/** Position in a shelf that is sorted by release date; '' is an unknown date. */
export type ReleasePlace = { date: string; id: number }

export const writeReleaseCursor = ({ date, id }: ReleasePlace): string => `${date}_${id}`

/** Null for an invalid cursor, so that the shelf starts from its beginning. */
export function readReleaseCursor(cursor: string | null | undefined): ReleasePlace | null {
  const [, date, id] = /^([\d-]{0,10})_(\d{1,10})$/.exec(cursor ?? '') ?? []
  return date === undefined ? null : { date, id: Number(id) }
}

/** The release date of the album `a`; unknown ones are the oldest. */
export const releaseDate: RawBuilder<string> = sql`COALESCE(a.releaseDate, '')`

export function newestReleaseFirst<Of, From extends keyof Of, Row>(
  query: SelectQueryBuilder<Of, From, Row>,
  albumId: string,
  after: ReleasePlace | null,
): SelectQueryBuilder<Of, From, Row> {
  const id = sql.ref(albumId)
  const rest = after
    ? query.where(
        sql<boolean>`(${releaseDate} < ${after.date} OR (${releaseDate} = ${after.date} AND ${id} < ${after.id}))`,
      )
    : query
  return rest.orderBy(releaseDate, 'desc').orderBy(id, 'desc')
}
