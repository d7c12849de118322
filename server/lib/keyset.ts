// Pages of a list that is newest first, by keyset: a page begins after the row that was seen last, by its moment and its
// id, so that it is one stretch of an index however deep it lies, and nothing is skipped or doubled while rows come.
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

/** Whether a row, by its moment and its id, comes after a place in a list that is newest first. */
export function isOlder<Of, From extends keyof Of>(
  eb: ExpressionBuilder<Of, From>,
  at: ReferenceExpression<Of, From>,
  id: ReferenceExpression<Of, From>,
  after: Cursor,
) {
  const [itsAt, itsId] = [eb.ref(at as never), eb.ref(id as never)]
  return sql<boolean>`(${itsAt} <= ${after.at} AND (${itsAt} < ${after.at} OR ${itsId} < ${after.id}))`
}

/** A selection in the order of its moments and ids, newest first, from a place on; from the beginning where there is none. */
export function newestFirst<Of, From extends keyof Of, Row>(
  query: SelectQueryBuilder<Of, From, Row>,
  at: ReferenceExpression<Of, From> & string,
  id: ReferenceExpression<Of, From> & string,
  after: Cursor | null,
): SelectQueryBuilder<Of, From, Row> {
  const rest = after ? query.where((eb) => isOlder(eb, at, id, after)) : query
  return rest.orderBy(sql.ref(at), 'desc').orderBy(sql.ref(id), 'desc')
}

/** A selection that can be run, or used in another one as a table. */
export type Selection<Row> = Compilable<Row> & {
  as: <Alias extends string>(alias: Alias) => AliasedExpression<Row, Alias>
}

/** The rows of several selections that are limited themselves, each along its index; `order` is that of all of them. */
export function together<Row>(
  selections: readonly SelectQueryBuilder<never, never, Row>[],
  order: RawBuilder<unknown>,
): Selection<Row> {
  // An empty list, such as the levels of a viewer who may see none, gives no rows.
  const all =
    selections.length === 0
      ? sql<Row>`SELECT 0 FROM DUAL WHERE FALSE`
      : sql<Row>`${sql.join(selections, sql` UNION ALL `)} ${order}`
  return { compile: () => all.compile(kysely), as: (alias) => sql<Row>`(${all})`.as(alias) }
}

/** The newest rows, by a moment and then by id, of several selections that are limited themselves. */
export const newestOf = <Row extends { id: number }>(
  selections: readonly SelectQueryBuilder<never, never, Row>[],
  at: keyof Row & string,
  limit: number,
): Selection<Row> => together(selections, sql`ORDER BY ${sql.ref(at)} DESC, id DESC LIMIT ${limit}`)

/**
 * A page of rows that were asked for with one more (`limit(size + 1)`), and the cursor of the page after it: null where
 * there is none.
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
