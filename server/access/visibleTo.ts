import { sql, type Expression, type ExpressionBuilder } from 'kysely'
import { visibilities } from '../../shared/levels.ts'
import { levelsSeenBy, sees, type Insider, type Reader, type Visibility } from '../../shared/visibility.ts'
import { batched } from '../lib/batch.ts'
import type { Db, Tx } from '../lib/db.ts'
import { kysely, padded, statement, type Tables } from '../lib/sql.ts'

// The only place where the visibility rules of shared/visibility.ts become SQL.

/** The viewer who is not signed in, in statements: no person has this id. */
export const NOBODY = 0

/** A viewer's id, or the column of a statement that holds it. */
type ViewerId = number | Expression<number>

/** Whether what belongs to a person is shown: nothing of a disabled person is. The alias is the person's in the statement. */
export const isVisibleOf =
  <Alias extends string>(alias: Alias) =>
  <Of extends Record<Alias, Tables['User']>, From extends keyof Of>(
    eb: ExpressionBuilder<Of, From | Alias>,
  ) =>
    eb(`${alias}.disabledAt` as never, 'is', null as never)

/** The same for the usual alias, `u`. */
export const isVisible = isVisibleOf('u')

const isLevelOf = (reader: Insider, thing: string) =>
  sql<boolean>`${sql.ref(`${thing}.visibility`)} IN (${sql.join(levelsSeenBy[reader].map((level) => sql.lit(level)))})`

const hasNotBlocked = (blockerId: ViewerId, blockedId: ViewerId) =>
  sql<boolean>`NOT EXISTS (SELECT 1 FROM Block AS b WHERE b.blockerId = ${blockerId} AND b.blockedId = ${blockedId})`

/** Whether a person's current nickname may be told to a viewer, who knew them under some name. */
export const isNameToldTo = (viewerId: ViewerId, person = 'u') =>
  hasNotBlocked(sql.ref(`${person}.id`), viewerId)

/** Whether a viewer and a person see each other: neither has blocked the other.  */
const isNotBlocked = (viewerId: ViewerId, person: string) => {
  const id = sql.ref<number>(`${person}.id`)
  return sql<boolean>`(${hasNotBlocked(viewerId, id)} AND ${hasNotBlocked(id, viewerId)})`
}

/** Whether a viewer (0 if not signed in) may know of a person, by their alias in the statement. */
export const isPersonShownTo = (viewerId: ViewerId, person = 'u') =>
  sql<boolean>`(${sql.ref(`${person}.disabledAt`)} IS NULL AND ${isNotBlocked(viewerId, person)})`

/** What a viewer (0 if not signed in) is to a person, by their alias in the statement; `readReaders` says the same of ids. */
export const readerIn = (viewerId: number, person = 'u') => {
  const id = sql.ref<number>(`${person}.id`)
  return sql<Reader>`CASE WHEN ${id} = ${viewerId} THEN 'owner'
    WHEN NOT ${isNotBlocked(viewerId, person)} THEN 'blocked'
    WHEN EXISTS (SELECT 1 FROM Follow AS f WHERE f.followerId = ${viewerId} AND f.followingId = ${id}) THEN 'follower'
    WHEN ${sql.ref(`${person}.isPrivate`)} THEN 'outsider' ELSE 'stranger' END`
}

/**
 * Whether a viewer (0 if not signed in) may see a row with a level, by the aliases of the row and of its owner in the
 * statement. It says of owners what `isPersonShownTo` says.
 */
export const isShownTo = (viewerId: ViewerId, thing = 'l', owner = 'u') => {
  const ownerId = sql.ref(`${owner}.id`)
  return sql<boolean>`(${sql.ref(`${owner}.disabledAt`)} IS NULL AND (
    ${ownerId} = ${viewerId} OR (
      ((${isLevelOf('stranger', thing)} AND NOT ${sql.ref(`${owner}.isPrivate`)}) OR
        (${isLevelOf('follower', thing)} AND EXISTS (
          SELECT 1 FROM Follow AS shown WHERE shown.followerId = ${viewerId} AND shown.followingId = ${ownerId})))
      AND ${isNotBlocked(viewerId, owner)})))`
}

/** The lists, or the listenings, of these ids (`padded`) that a viewer sees. */
const shownAmong = (thing: 'List' | 'Log') =>
  statement(({ ids, viewerId }: { ids: number[]; viewerId: number }) =>
    kysely
      // Both have the columns that are asked for.
      .selectFrom(`${thing} as l` as 'List as l')
      .innerJoin('User as u', 'u.id', 'l.userId')
      .select('l.id')
      .where('l.id', 'in', ids)
      .where(isShownTo(viewerId)),
  )

/** The lists of these ids that a viewer sees. */
export const shownLists = shownAmong('List')
/** The listenings of these ids that a viewer sees. */
export const shownLogs = shownAmong('Log')

/** Whether a comment is in its thread for a viewer: a block hides it from all, a moderator from all but its author. */
export const isInThread = (viewerId: ViewerId, comment = 'c') => {
  const [hiddenAt, authorId] = [sql.ref(`${comment}.hiddenAt`), sql.ref(`${comment}.userId`)]
  return sql<boolean>`(NOT ${sql.ref(`${comment}.isBlocked`)} AND (${hiddenAt} IS NULL OR ${authorId} = ${viewerId}))`
}

/** Whether a viewer has muted the person with the id in a column; selected as 0 or 1. Mutes end by the process's clock. */
export const isMutedBy = (viewerId: number, now: Date, column: string) =>
  sql<number>`EXISTS (SELECT 1 FROM Mute AS m
    WHERE m.muterId = ${viewerId} AND m.mutedId = ${sql.ref(column)} AND m.until > ${now})`

/** Whether a row has a level that a reader of this class sees: for the pages of one person. */
export const isSeenBy = (reader: Insider, thing = 'l') => isLevelOf(reader, thing)

/** The opposite, which an index can be read along: no rows for a viewer who sees all levels. */
export const isHiddenFrom = (reader: Insider, thing = 'l') => {
  const hidden = visibilities.filter((level) => !sees(reader, level))
  return hidden.length === 0
    ? sql<boolean>`FALSE`
    : sql<boolean>`${sql.ref(`${thing}.visibility`)} IN (${sql.join(hidden.map((level) => sql.lit(level)))})`
}

/** One statement for each class of readers that sees something. */
export const byReader = <Statement>(make: (reader: Insider) => Statement): Record<Insider, Statement> => ({
  stranger: make('stranger'),
  follower: make('follower'),
  owner: make('owner'),
})

type Between = { viewers: number[]; owners: number[] }
/** What stands between some viewers and some owners; of a private account the viewer is NOBODY. */
const relationsAmong = statement(({ viewers, owners }: Between) => {
  const relation = (name: 'blocked' | 'follows' | 'private') => sql.lit(name).as('relation')
  const blocks = kysely.selectFrom('Block')
  return kysely
    .selectFrom('Follow')
    .select([relation('follows'), 'followerId as viewerId', 'followingId as ownerId'])
    .where('followerId', 'in', viewers)
    .where('followingId', 'in', owners)
    .unionAll(
      blocks
        .select([relation('blocked'), 'blockerId as viewerId', 'blockedId as ownerId'])
        .where('blockerId', 'in', viewers)
        .where('blockedId', 'in', owners),
    )
    .unionAll(
      blocks
        .select([relation('blocked'), 'blockedId as viewerId', 'blockerId as ownerId'])
        .where('blockedId', 'in', viewers)
        .where('blockerId', 'in', owners),
    )
    .unionAll(
      kysely
        .selectFrom('User')
        .select([relation('private'), sql.lit(NOBODY).as('viewerId'), 'id as ownerId'])
        .where('id', 'in', owners)
        .where('isPrivate', '=', true),
    )
})

type Pair = { viewerId: number; ownerId: number }

/** The relation of each of these viewers (0 if not signed in) to the owner beside them. One query. */
export async function readReaders(db: Tx, pairs: readonly Pair[]): Promise<Reader[]> {
  const unique = (ids: number[]) => padded([...new Set(ids)])
  const found = await relationsAmong(db, {
    viewers: unique(pairs.map(({ viewerId }) => viewerId)),
    owners: unique(pairs.map(({ ownerId }) => ownerId)),
  })
  const relations = new Set(found.map((row) => `${row.relation} ${row.viewerId} ${row.ownerId}`))
  return pairs.map(({ viewerId, ownerId }) => {
    if (viewerId === ownerId) return 'owner'
    if (relations.has(`blocked ${viewerId} ${ownerId}`)) return 'blocked'
    if (relations.has(`follows ${viewerId} ${ownerId}`)) return 'follower'
    return relations.has(`private ${NOBODY} ${ownerId}`) ? 'outsider' : 'stranger'
  })
}

// Of a process, by its database: an event for followers alone is judged for all who watch the page in one read.
const readers = new WeakMap<Db, (pair: Pair) => Promise<Reader>>()

/** The relation of a viewer (null if not signed in) to an owner. Calls of the same moment share one read. */
export async function readerOf(db: Db, viewerId: number | null, ownerId: number): Promise<Reader> {
  if (viewerId === ownerId) return 'owner'
  let read = readers.get(db)
  if (!read) {
    read = batched((pairs) => readReaders(db, pairs))
    readers.set(db, read)
  }
  return await read({ viewerId: viewerId ?? NOBODY, ownerId })
}

/** Whether a viewer sees what an owner made with this level. Disabled owners are not asked for. */
export async function maySee(
  db: Db,
  viewerId: number | null,
  { ownerId, level }: { ownerId: number; level: Visibility },
): Promise<boolean> {
  if (viewerId === null && !sees('stranger', level)) return false
  return sees(await readerOf(db, viewerId, ownerId), level)
}
