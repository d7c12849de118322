import type { PlakEvent } from '../../shared/events.ts'
import type { TextId } from '../../shared/texts.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { maySee, readerOf, readReaders } from '../access/visibleTo.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { limited, newLikes } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { batched } from '../lib/batch.ts'
import type { Db, Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, padded, statement } from '../lib/sql.ts'
import { countLikes, likesColumns, type LikesTable } from '../live/counters.ts'
import { UNCOUNTED } from '../live/eventLog.ts'

type Needs = WriteDeps & Pick<Deps, 'limit'>
type Like = { id: number; userId: number }
type LikeRequest = Like & { liked: boolean }
/** Something that can be liked, its owner, and who may see it; of a comment its author, too. */
type LikedThing = { id: number; ownerId: number; level: Visibility; authorId?: number }

/** A kind of thing that people like, with what its topic is made of. */
type Likeable<Thing> = {
  /** the table of the likes */
  table: LikesTable
  /** those of the things with these numbers that can be liked, by those who may see what their owners made with their levels */
  find: (db: Tx, requested: { ids: number[] }) => Promise<Thing[]>
  topic: (thing: Thing) => string
  event: Extract<PlakEvent, { id: number; likeCount: number }>['type']
  /** the error for a thing that is gone */
  missing: TextId
  /** adds and removes the notifications of the owners, within the same transaction */
  notify: (write: Write, changed: readonly LikedChange<Thing>[]) => Promise<void>
}

/** The people who now like a thing, and those who no longer do. */
export type LikedChange<Thing> = { thing: Thing; added: number[]; removed: number[] }

/**
 * Gives the function that sets a person's like of a thing of one kind. It is idempotent, and throws notFound for a thing that is
 * gone, and tooMany. A like is a row of its own, counted when its event gets its number: two people who like one thing at once do
 * not wait for each other's transaction, and many simultaneous likes of one thing share transactions.
 */
export function makeLikes<Thing extends LikedThing>(kind: Likeable<Thing>) {
  // The batches of a process, by its database.
  const batches = new WeakMap<Db, (request: LikeRequest) => Promise<number | null>>()
  function batchOf(deps: Needs) {
    const known = batches.get(deps.db)
    if (known) return known
    const made = batched((requests: LikeRequest[]) => likeTogether(deps, kind, requests))
    batches.set(deps.db, made)
    return made
  }

  return async (deps: Needs, viewer: SignedIn, { id, liked }: { id: number; liked: boolean }) => {
    return await limited(deps, viewer, async (spend) => {
      if (liked) await spend(newLikes)
      const likeCount = await batchOf(deps)({ id, userId: viewer.id, liked })
      if (likeCount === null) throw notFound(kind.missing)
      return { liked, likeCount }
    })
  }
}

const nameOf = ({ id, userId }: Like) => `${id} ${userId}`

/** Makes or takes back the likes in one change; gives the count of each request's thing, null where that is missing. */
async function likeTogether<Thing extends LikedThing>(
  deps: Needs,
  kind: Likeable<Thing>,
  requests: LikeRequest[],
): Promise<(number | null)[]> {
  const { things, likes } = await readState(deps, kind, requests)
  const isShown = await Promise.all(
    requests.map(async (request) => {
      const thing = things.get(request.id)
      // One's own like can be taken back from what one no longer sees.
      const isOwnLike = !request.liked && likes.has(nameOf(request))
      return thing !== undefined && (isOwnLike || (await isShownTo(deps.db, request.userId, thing)))
    }),
  )
  const allowed = requests.filter((_, index) => isShown[index])
  // Of what one person requests for one thing twice at once the last holds. What stands already is not even tried: to
  // delete what is not there would lock the gap in which others put their likes.
  const last = new Map(allowed.map((request) => [nameOf(request), request]))
  const changing = [...last].filter(([name, { liked }]) => likes.has(name) !== liked)
  // Every process takes the rows in the same order, so that no two hold what the other waits for.
  const sorted = changing.map(([, request]) => request).toSorted((a, b) => a.id - b.id || a.userId - b.userId)
  if (sorted.length > 0) {
    await change(deps, async (write) => {
      const changes: LikedChange<Thing>[] = []
      for (const id of new Set(sorted.map((request) => request.id))) {
        const { added, removed } = await writeLikes(
          write.tx,
          kind.table,
          id,
          sorted.filter((request) => request.id === id),
          write.now,
        )
        // Without an actor: the event says nothing about a person, and may stay when they are deleted.
        const thing = things.get(id)!
        if (added.length + removed.length === 0) continue
        write.emit(kind.topic(thing), { type: kind.event, id, likeCount: UNCOUNTED }, null, thing)
        changes.push({ thing, added, removed })
      }
      await removeBlocked(write.tx, kind.table, sorted, things)
      await kind.notify(write, changes)
    })
  }
  const counts = await countThose(deps, kind, things.keys())
  return requests.map(({ id }, index) => (isShown[index] ? (counts.get(id) ?? null) : null))
}

async function isShownTo(db: Db, viewerId: number, { authorId, ...thing }: LikedThing): Promise<boolean> {
  if (!(await maySee(db, viewerId, thing))) return false
  return authorId === undefined || (await readerOf(db, viewerId, authorId)) !== 'blocked'
}

/**
 * Takes back the likes of people between whom and the owner or the author there is a block by now. From the insert on the likers are
 * locked against another one.
 */
async function removeBlocked(
  tx: Tx,
  at: LikesTable,
  requests: readonly LikeRequest[],
  things: ReadonlyMap<number, LikedThing>,
): Promise<void> {
  const added = requests.flatMap(({ id, userId, liked }) => {
    const { ownerId, authorId = ownerId } = things.get(id)!
    return liked
      ? [...new Set([ownerId, authorId])].map((other) => ({ id, viewerId: userId, ownerId: other }))
      : []
  })
  if (added.length === 0) return
  const readers = await readReaders(tx, added)
  for (const [index, { id, viewerId }] of added.entries()) {
    if (readers[index] !== 'blocked') continue
    const [table, column] = [Prisma.raw(at), Prisma.raw(likesColumns[at])]
    await tx.$executeRaw`DELETE FROM ${table} WHERE ${column} = ${id} AND userId = ${viewerId}`
  }
}

/** Which of the requested likes exist, and the things that exist. */
async function readState<Thing extends LikedThing>(
  { db }: Needs,
  { table, find }: Likeable<Thing>,
  requests: LikeRequest[],
) {
  const ids = padded([...new Set(requests.map(({ id }) => id))])
  const people = padded([...new Set(requests.map(({ userId }) => userId))])
  const [things, likes] = await Promise.all([find(db, { ids }), likesOf[table](db, { ids, people })])
  return { things: new Map(things.map((thing) => [thing.id, thing])), likes: new Set(likes.map(nameOf)) }
}

type Requested = { ids: number[]; people: number[] }
const selected = {
  ReviewLike: ({ ids, people }: Requested) =>
    kysely
      .selectFrom('ReviewLike')
      .select(['logId as id', 'userId'])
      .where('logId', 'in', ids)
      .where('userId', 'in', people),
  ListLike: ({ ids, people }: Requested) =>
    kysely
      .selectFrom('ListLike')
      .select(['listId as id', 'userId'])
      .where('listId', 'in', ids)
      .where('userId', 'in', people),
  CommentLike: ({ ids, people }: Requested) =>
    kysely
      .selectFrom('CommentLike')
      .select(['commentId as id', 'userId'])
      .where('commentId', 'in', ids)
      .where('userId', 'in', people),
}
/** The likes of some things by some people. */
const likesOf = {
  ReviewLike: statement(selected.ReviewLike),
  ListLike: statement(selected.ListLike),
  CommentLike: statement(selected.CommentLike),
}
/** The same, held until the transaction's end. */
const lockedLikesOf = {
  ReviewLike: statement((wanted: Requested) => selected.ReviewLike(wanted).forUpdate()),
  ListLike: statement((wanted: Requested) => selected.ListLike(wanted).forUpdate()),
  CommentLike: statement((wanted: Requested) => selected.CommentLike(wanted).forUpdate()),
}

/** Writes and deletes likes of one thing; gives whose. A deleted thing gets none. */
async function writeLikes(
  tx: Tx,
  at: LikesTable,
  id: number,
  requests: LikeRequest[],
  now: Date,
): Promise<{ added: number[]; removed: number[] }> {
  const [table, column] = [Prisma.raw(at), Prisma.raw(likesColumns[at])]
  const likers = requests.filter(({ liked }) => liked).map(({ userId }) => userId)
  const others = requests.filter(({ liked }) => !liked).map(({ userId }) => userId)
  const values = likers.map((userId) => Prisma.sql`(${id}, ${userId}, ${now})`)
  const added =
    likers.length === 0
      ? 0
      : await tx.$executeRaw`INSERT IGNORE INTO ${table} (${column}, userId, createdAt) VALUES ${Prisma.join(values)}`
  // Another process may be taking some of them back just now: whose like this transaction removes is known of what it has locked.
  const locked = others.length === 0 ? [] : await lockedLikesOf[at](tx, { ids: [id], people: padded(others) })
  const removed = locked.map(({ userId }) => userId)
  if (removed.length > 0)
    await tx.$executeRaw`DELETE FROM ${table} WHERE ${column} = ${id} AND userId IN (${Prisma.join(removed)})`
  // The rest were already written by another process, or the thing is gone.
  const isWhole = added === likers.length
  const present = isWhole ? [] : await likesOf[at](tx, { ids: [id], people: padded(likers) })
  return {
    added: isWhole ? likers : present.map(({ userId }) => userId),
    removed,
  }
}

/** How many people like each of these things; one that is gone by now is left out. */
async function countThose<Thing extends LikedThing>(
  { db }: Needs,
  { table, find }: Likeable<Thing>,
  wanted: Iterable<number>,
): Promise<Map<number, number>> {
  const ids = [...wanted]
  if (ids.length === 0) return new Map()
  const [things, counts] = await Promise.all([find(db, { ids: padded(ids) }), countLikes[table](db, ids)])
  return new Map(things.map(({ id }) => [id, counts.get(id) ?? 0]))
}
