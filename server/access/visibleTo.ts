import { sql, type Expression, type ExpressionBuilder } from 'kysely'
import { visibilities } from '../../shared/levels.ts'
import { levelsSeenBy, sees, type Insider, type Reader, type Visibility } from '../../shared/visibility.ts'
import { batchedOn } from '../lib/batch.ts'
import type { Db, Tx } from '../lib/db.ts'
import { kysely, padded, statement, type Tables } from '../lib/sql.ts'

// The only place where the visibility rules of shared/visibility.ts become SQL.

/** Viewer id in statements for visitors: no user has this id. */
export const NOBODY = 0

type ViewerId = number | Expression<number>

export const isVisibleOf =
  <Alias extends string>(alias: Alias) =>
  <Of extends Record<Alias, Tables['User']>, From extends keyof Of>(
    eb: ExpressionBuilder<Of, From | Alias>,
  ) =>
    eb(`${alias}.disabledAt` as never, 'is', null as never)

export const isVisible = isVisibleOf('u')

export const isSeenBy = (reader: Insider, thing = 'l') =>
  sql<boolean>`${sql.ref(`${thing}.visibility`)} IN (${sql.join(levelsSeenBy[reader].map((level) => sql.lit(level)))})`

const hasNotBlocked = (blockerId: ViewerId, blockedId: ViewerId) =>
  sql<boolean>`NOT EXISTS (SELECT 1 FROM Block AS b WHERE b.blockerId = ${blockerId} AND b.blockedId = ${blockedId})`

/** Decides whether a viewer who knew a user by an earlier name may learn the current nickname. */
export const isNameToldTo = (viewerId: ViewerId, person = 'u') =>
  hasNotBlocked(sql.ref(`${person}.id`), viewerId)

const isNotBlocked = (viewerId: ViewerId, person: string) => {
  const id = sql.ref<number>(`${person}.id`)
  return sql<boolean>`(${hasNotBlocked(viewerId, id)} AND ${hasNotBlocked(id, viewerId)})`
}

export const isPersonShownTo = (viewerId: ViewerId, person = 'u') =>
  sql<boolean>`(${sql.ref(`${person}.disabledAt`)} IS NULL AND ${isNotBlocked(viewerId, person)})`

export const readerIn = (viewerId: number, person = 'u') => {
  const id = sql.ref<number>(`${person}.id`)
  return sql<Reader>`CASE WHEN ${id} = ${viewerId} THEN 'owner'
    WHEN NOT ${isNotBlocked(viewerId, person)} THEN 'blocked'
    WHEN EXISTS (SELECT 1 FROM Follow AS f WHERE f.followerId = ${viewerId} AND f.followingId = ${id}) THEN 'follower'
    WHEN ${sql.ref(`${person}.isPrivate`)} THEN 'outsider' ELSE 'stranger' END`
}

/** Applies the same rules to the owner as `isPersonShownTo`. */
export const isShownTo = (viewerId: ViewerId, thing = 'l', owner = 'u') => {
  const ownerId = sql.ref(`${owner}.id`)
  return sql<boolean>`(${sql.ref(`${owner}.disabledAt`)} IS NULL AND (
    ${ownerId} = ${viewerId} OR (
      ((${isSeenBy('stranger', thing)} AND NOT ${sql.ref(`${owner}.isPrivate`)}) OR
        (${isSeenBy('follower', thing)} AND EXISTS (
          SELECT 1 FROM Follow AS shown WHERE shown.followerId = ${viewerId} AND shown.followingId = ${ownerId})))
      AND ${isNotBlocked(viewerId, owner)})))`
}

const shownAmong = (thing: 'List' | 'Log') =>
  statement(({ ids, viewerId }: { ids: number[]; viewerId: number }) =>
    kysely
      // Both tables have the columns that are used here.
      .selectFrom(`${thing} as l` as 'List as l')
      .innerJoin('User as u', 'u.id', 'l.userId')
      .select('l.id')
      .where('l.id', 'in', ids)
      .where(isShownTo(viewerId)),
  )

export const shownLists = shownAmong('List')
export const shownLogs = shownAmong('Log')

/** A block hides a comment from everyone, a moderator from everyone except its author. */
export const isInThread = (viewerId: ViewerId, comment = 'c') => {
  const [hiddenAt, authorId] = [sql.ref(`${comment}.hiddenAt`), sql.ref(`${comment}.userId`)]
  return sql<boolean>`(NOT ${sql.ref(`${comment}.isBlocked`)} AND (${hiddenAt} IS NULL OR ${authorId} = ${viewerId}))`
}

/** Mutes expire by the clock of the process. */
export const isMutedBy = (viewerId: number, now: Date, column: string) =>
  sql<number>`EXISTS (SELECT 1 FROM Mute AS m
    WHERE m.muterId = ${viewerId} AND m.mutedId = ${sql.ref(column)} AND m.until > ${now})`

/** Can use an index; FALSE for readers who see all levels. */
export const isHiddenFrom = (reader: Insider, thing = 'l') => {
  const hidden = visibilities.filter((level) => !sees(reader, level))
  return hidden.length === 0
    ? sql<boolean>`FALSE`
    : sql<boolean>`${sql.ref(`${thing}.visibility`)} IN (${sql.join(hidden.map((level) => sql.lit(level)))})`
}

export const byReader = <Statement>(make: (reader: Insider) => Statement): Record<Insider, Statement> => ({
  stranger: make('stranger'),
  follower: make('follower'),
  owner: make('owner'),
})

type Between = { viewers: number[]; owners: number[] }
/** Follows and blocks between viewers and owners, and the owners who are private (with the viewer NOBODY). */
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

export async function readReaders(db: Tx, pairs: readonly Pair[]): Promise<Reader[]> {
  const unique = (ids: number[]) => padded([...new Set(ids)])
  const rows = await relationsAmong(db, {
    viewers: unique(pairs.map(({ viewerId }) => viewerId)),
    owners: unique(pairs.map(({ ownerId }) => ownerId)),
  })
  const relations = new Set(rows.map((row) => `${row.relation} ${row.viewerId} ${row.ownerId}`))
  return pairs.map(({ viewerId, ownerId }) => {
    if (viewerId === ownerId) return 'owner'
    if (relations.has(`blocked ${viewerId} ${ownerId}`)) return 'blocked'
    if (relations.has(`follows ${viewerId} ${ownerId}`)) return 'follower'
    return relations.has(`private ${NOBODY} ${ownerId}`) ? 'outsider' : 'stranger'
  })
}

// An event for followers is checked for everyone who watches the page in one read.
const readReader = batchedOn(({ db }: { db: Db }, pairs: Pair[]) => readReaders(db, pairs))

export async function readerOf(db: Db, viewerId: number | null, ownerId: number): Promise<Reader> {
  if (viewerId === ownerId) return 'owner'
  return await readReader({ db }, { viewerId: viewerId ?? NOBODY, ownerId })
}

/** Assumes that the owner is not disabled. */
export async function maySee(
  db: Db,
  viewerId: number | null,
  { ownerId, level }: { ownerId: number; level: Visibility },
): Promise<boolean> {
  if (viewerId === null && !sees('stranger', level)) return false
  return sees(await readerOf(db, viewerId, ownerId), level)
}
