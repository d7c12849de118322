import type { PlakEvent } from '../shared/events.ts'
import type { Say } from '../shared/texts.ts'
import { change } from './change.ts'
import type { Deps } from './deps.ts'
import { Prisma } from './generated/prisma/client.ts'
import type { Db, Tx } from './lib/db.ts'
import { notFound } from './lib/errors.ts'
import { UNCOUNTED } from './lib/eventLog.ts'
import { inRounds } from './lib/rounds.ts'
import type { SignedIn } from './trpc.ts'

type Needs = Pick<Deps, 'db' | 'bus' | 'now'>
type Like = { id: number; userId: number }
type Wish = Like & { liked: boolean }

/** A kind of thing that people like. `Place` is what its topic is made of. */
type Likeable<Place> = {
  /** the table of the likes, and its column that holds the number of the thing */
  table: Prisma.Sql
  column: Prisma.Sql
  /** the things as `t`, with the tables that say which of them can be liked, and what their place is */
  things: Prisma.Sql
  where: Prisma.Sql
  /** the columns of `t.id` and of the place */
  columns: Prisma.Sql
  topic: (thing: Place & { id: number }) => string
  event: Extract<PlakEvent, { id: number; likeCount: number }>['type']
  /** what is said of a thing that is gone */
  missing: Say
}

/**
 * Makes the way in which things of one kind are liked: a like is given or taken back, and saying the same twice
 * changes nothing; it throws notFound for a thing that is gone. A like is a row of its own and counted when its event
 * gets its number: two people who like one thing at once do not wait for each other's transaction, and a crowd before
 * one thing shares transactions.
 */
export function makeLikes<Place extends object>(kind: Likeable<Place>) {
  // The rounds of a process, by its database.
  const rounds = new WeakMap<Db, (wish: Wish) => Promise<number | null>>()
  function roundsOf(deps: Needs) {
    const known = rounds.get(deps.db)
    if (known) return known
    const made = inRounds((wishes: Wish[]) => likeTogether(deps, kind, wishes))
    rounds.set(deps.db, made)
    return made
  }

  return async (deps: Needs, viewer: SignedIn, { id, liked }: { id: number; liked: boolean }) => {
    const likeCount = await roundsOf(deps)({ id, userId: viewer.id, liked })
    if (likeCount === null) throw notFound(kind.missing)
    return { liked, likeCount }
  }
}

const nameOf = ({ id, userId }: Like) => `${id} ${userId}`

/** Makes the likes as they are wished, in one change; gives the count of each wish's thing, null for none. */
async function likeTogether<Place extends object>(
  deps: Needs,
  kind: Likeable<Place>,
  wishes: Wish[],
): Promise<(number | null)[]> {
  const { things, likes } = await readState(deps, kind, wishes)
  // Of what one person wishes for one thing twice at once the last holds. What stands already is not even tried: to
  // delete what is not there would lock the gap in which others put their likes.
  const last = new Map(wishes.map((wish) => [nameOf(wish), wish]))
  const changing = [...last].filter(([name, { id, liked }]) => things.has(id) && likes.has(name) !== liked)
  // Every process takes the rows in the same order, so that no two hold what the other waits for.
  const sorted = changing.map(([, wish]) => wish).toSorted((a, b) => a.id - b.id || a.userId - b.userId)
  if (sorted.length > 0) {
    await change(deps, async (tx, tell) => {
      for (const id of new Set(sorted.map((wish) => wish.id))) {
        const changed = await writeLikes(tx, kind, id, sorted.filter((wish) => wish.id === id), deps.now())
        // Nobody's deed: it says nothing of a person, and may stay when he goes.
        if (changed) tell(kind.topic(things.get(id)!), { type: kind.event, id, likeCount: UNCOUNTED }, null)
      }
    })
  }
  const counts = await countThose(deps, kind, things.keys())
  return wishes.map(({ id }) => counts.get(id) ?? null)
}

/** Which of the wished likes stand, and the things that are there. */
async function readState<Place extends object>(
  { db }: Needs,
  { table, column, things, where, columns }: Likeable<Place>,
  wishes: Wish[],
) {
  const people = [...new Set(wishes.map(({ userId }) => userId))]
  const wanted = [...new Set(wishes.map(({ id }) => id))]
  const rows = await db.$queryRaw<(Place & { id: number; likerId: number | null })[]>`
    SELECT ${columns}, k.userId AS likerId
    FROM ${things} LEFT JOIN ${table} k ON k.${column} = t.id AND k.userId IN (${Prisma.join(people)})
    WHERE t.id IN (${Prisma.join(wanted)}) AND ${where}`
  const likes = rows.flatMap(({ id, likerId }) => (likerId === null ? [] : [nameOf({ id, userId: likerId })]))
  return { things: new Map(rows.map((row) => [row.id, row])), likes: new Set(likes) }
}

/** Writes and deletes likes of one thing; says whether that changed anything. A thing that is gone by now gets none. */
async function writeLikes(
  tx: Tx,
  { table, column }: Pick<Likeable<object>, 'table' | 'column'>,
  id: number,
  wishes: Wish[],
  now: Date,
): Promise<boolean> {
  const likers = wishes.filter(({ liked }) => liked).map(({ userId }) => Prisma.sql`(${id}, ${userId}, ${now})`)
  const others = wishes.filter(({ liked }) => !liked).map(({ userId }) => userId)
  const added = likers.length === 0
    ? 0
    : await tx.$executeRaw`INSERT IGNORE INTO ${table} (${column}, userId, createdAt) VALUES ${Prisma.join(likers)}`
  const removed = others.length === 0
    ? 0
    : await tx.$executeRaw`DELETE FROM ${table} WHERE ${column} = ${id} AND userId IN (${Prisma.join(others)})`
  return added + removed > 0
}

/** How many people like each of these things; one that is gone by now is left out. */
async function countThose<Place>(
  { db }: Needs,
  { table, column, things, where }: Likeable<Place>,
  ids: Iterable<number>,
): Promise<Map<number, number>> {
  const wanted = [...ids]
  if (wanted.length === 0) return new Map()
  const rows = await db.$queryRaw<{ id: number; likes: bigint }[]>`
    SELECT t.id, (SELECT COUNT(*) FROM ${table} k WHERE k.${column} = t.id) AS likes
    FROM ${things} WHERE t.id IN (${Prisma.join(wanted)}) AND ${where}`
  return new Map(rows.map(({ id, likes }) => [id, Number(likes)]))
}
