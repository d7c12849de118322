// Keyset pagination of lists, newest first: a page begins after the last row of the previous one, by its time and id. So each
// page is one range of an index, no matter how deep, and new rows cause neither gaps nor duplicates.
import {
  sql,
  type AliasedExpression,
  type Compilable,
  type ExpressionBuilder,
  type RawBuilder,
  type ReferenceExpression,
  type SelectQueryBuilder,
} from 'kysely'
import type { Cursor } from '../../shared/cursor.ts'
import { kysely } from './sql.ts'

export function isOlder<Of, From extends keyof Of>(
  eb: ExpressionBuilder<Of, From>,
  at: ReferenceExpression<Of, From>,
  id: ReferenceExpression<Of, From>,
  after: Cursor,
) {
  const [itsAt, itsId] = [eb.ref(at as never), eb.ref(id as never)]
  return sql<boolean>`(${itsAt} <= ${after.at} AND (${itsAt} < ${after.at} OR ${itsId} < ${after.id}))`
}

export function newestFirst<Of, From extends keyof Of, Row>(
  query: SelectQueryBuilder<Of, From, Row>,
  at: ReferenceExpression<Of, From> & string,
  id: ReferenceExpression<Of, From> & string,
  after: Cursor | null,
): SelectQueryBuilder<Of, From, Row> {
  const rest = after ? query.where((eb) => isOlder(eb, at, id, after)) : query
  return rest.orderBy(sql.ref(at), 'desc').orderBy(sql.ref(id), 'desc')
}

export type Selection<Row> = Compilable<Row> & {
  as: <Alias extends string>(alias: Alias) => AliasedExpression<Row, Alias>
}

/** Combines the rows of several queries, each with its own limit along its index; `order` applies to the whole. */
export function combine<Row>(
  selections: readonly SelectQueryBuilder<never, never, Row>[],
  order: RawBuilder<unknown>,
): Selection<Row> {
  // No queries, for example for a viewer who can see no level, result in no rows.
  const all =
    selections.length === 0
      ? sql<Row>`SELECT 0 FROM DUAL WHERE FALSE`
      : sql<Row>`${sql.join(selections, sql` UNION ALL `)} ${order}`
  return { compile: () => all.compile(kysely), as: (alias) => sql<Row>`(${all})`.as(alias) }
}

export const newestOf = <Row extends { id: number }>(
  selections: readonly SelectQueryBuilder<never, never, Row>[],
  at: keyof Row & string,
  limit: number,
): Selection<Row> => combine(selections, sql`ORDER BY ${sql.ref(at)} DESC, id DESC LIMIT ${limit}`)

/**
 * Cuts rows that were read with one extra (`limit(size + 1)`) to a page, and returns the cursor of the next page: null if there
 * is none.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  size: number,
  write: (last: Row) => string,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, next: last && rows.length > size ? write(last) : null }
}
