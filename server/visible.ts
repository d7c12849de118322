import { sql, type ExpressionBuilder } from 'kysely'
import { visibilities } from '../shared/levels.ts'
import { levelsSeenBy, sees, type Reader, type Visibility } from '../shared/visibility.ts'
import { batched } from './lib/batch.ts'
import type { Db } from './lib/db.ts'
import { kysely, padded, statement, type Tables } from './lib/sql.ts'

// Who sees what: the one place where SQL is made of the table of rules in shared/visibility.ts.

/** Whether what belongs to a person is shown: nothing of a disabled person is. The alias is the person's in the statement. */
export const isVisibleOf =
  <Alias extends string>(alias: Alias) =>
  <Of extends Record<Alias, Tables['User']>, From extends keyof Of>(
    eb: ExpressionBuilder<Of, From | Alias>,
  ) =>
    eb(`${alias}.disabledAt` as never, 'is', null as never)

/** The same for the usual alias, `u`. */
export const isVisible = isVisibleOf('u')

const levels = (reader: Reader) => sql.join(levelsSeenBy[reader].map((level) => sql.lit(level)))

/**
 * Whether a viewer (0 for who is not signed in) may see a row with a level, by the aliases of the row and of its owner in the
 * statement. It says of disabled owners what `isVisible` says.
 */
export const isShownTo = (viewerId: number, thing = 'l', owner = 'u') => {
  const [level, ownerId] = [sql.ref(`${thing}.visibility`), sql.ref(`${owner}.id`)]
  return sql<boolean>`(${sql.ref(`${owner}.disabledAt`)} IS NULL AND (
    ${level} IN (${levels('stranger')}) OR ${ownerId} = ${viewerId} OR (${level} IN (${levels('follower')}) AND EXISTS (
      SELECT 1 FROM Follow AS shown WHERE shown.followerId = ${viewerId} AND shown.followingId = ${ownerId}))))`
}

/** Whether a row has a level that a reader of this class sees: for the pages of one person. */
export const isSeenBy = (reader: Reader, thing = 'l') =>
  sql<boolean>`${sql.ref(`${thing}.visibility`)} IN (${levels(reader)})`

/** The opposite, which an index can be read along: nothing for who sees all levels. */
export const isHiddenFrom = (reader: Reader, thing = 'l') => {
  const hidden = visibilities.filter((level) => !sees(reader, level))
  return hidden.length === 0
    ? sql<boolean>`FALSE`
    : sql<boolean>`${sql.ref(`${thing}.visibility`)} IN (${sql.join(hidden.map((level) => sql.lit(level)))})`
}

const followsAmong = statement(({ viewers, owners }: { viewers: number[]; owners: number[] }) =>
  kysely
    .selectFrom('Follow')
    .select(['followerId', 'followingId'])
    .where('followerId', 'in', viewers)
    .where('followingId', 'in', owners),
)

type Pair = { viewerId: number; ownerId: number }
// Of a process, by its database: an event for followers alone is judged for all who watch the page in one read.
const readers = new WeakMap<Db, (pair: Pair) => Promise<Reader>>()

/** What a viewer (null for who is not signed in) is to an owner. Calls of the same moment share one read. */
export async function readerOf(db: Db, viewerId: number | null, ownerId: number): Promise<Reader> {
  if (viewerId === null) return 'stranger'
  if (viewerId === ownerId) return 'owner'
  let read = readers.get(db)
  if (!read) {
    read = batched(async (pairs) => {
      const unique = (ids: number[]) => padded([...new Set(ids)])
      const rows = await followsAmong(db, {
        viewers: unique(pairs.map((pair) => pair.viewerId)),
        owners: unique(pairs.map((pair) => pair.ownerId)),
      })
      const follows = new Set(rows.map((row) => `${row.followerId} ${row.followingId}`))
      return pairs.map((pair) => (follows.has(`${pair.viewerId} ${pair.ownerId}`) ? 'follower' : 'stranger'))
    })
    readers.set(db, read)
  }
  return await read({ viewerId, ownerId })
}

/** Whether a viewer sees what an owner made with this level. Disabled owners are not asked for. */
export async function maySee(
  db: Db,
  viewerId: number | null,
  { ownerId, level }: { ownerId: number; level: Visibility },
): Promise<boolean> {
  return sees('stranger', level) || sees(await readerOf(db, viewerId, ownerId), level)
}
