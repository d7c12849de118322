import { sql } from 'kysely'
import type { TextId } from '../../shared/texts.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { maySee, readerOf, readReaders } from '../access/visibleTo.ts'
import { change, type Write, type WriteDeps } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { limited, newLikes } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import { batchedOn } from '../lib/batch.ts'
import type { Db, Tx } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { kysely, padded, run, statement } from '../lib/sql.ts'
import { countLikes, likesColumns, type LikesTable } from '../live/counters.ts'
import { deleteLikes } from './deletion.ts'
import { emitLiked, type LikesEvent } from './events.ts'

type Needs = WriteDeps & Pick<Deps, 'limit'>
type Like = { id: number; userId: number }
type LikeRequest = Like & { liked: boolean }
/** For a comment, owner and visibility are those of its thread, and `authorId` is its author. */
type LikedThing = { id: number; ownerId: number; level: Visibility; authorId?: number }

type Likeable<Thing> = {
  table: LikesTable
  /** whether a user can see them is checked separately */
  find: (db: Tx, requested: { ids: number[] }) => Promise<Thing[]>
  eventOf: (thing: Thing) => LikesEvent
  missing: TextId
  notify: (write: Write, changed: readonly LikedChange<Thing>[]) => Promise<void>
}

export type LikedChange<Thing> = { thing: Thing; added: number[]; removed: number[] }

/**
 * Idempotent. A like is a row of its own, counted when its event is numbered: users who like the same thing at once do not wait
 * for each other's transactions, and simultaneous likes of one thing share transactions.
 * @throws notFound for a thing that no longer exists; tooMany
 */
export function makeLikes<Thing extends LikedThing>(kind: Likeable<Thing>) {
  const like = batchedOn((deps: Needs, requests: LikeRequest[]) => likeTogether(deps, kind, requests))

  return async (deps: Needs, viewer: SignedIn, { id, liked }: { id: number; liked: boolean }) => {
    return await limited(deps, viewer, async (spend) => {
      if (liked) await spend(newLikes)
      const likeCount = await like(deps, { id, userId: viewer.id, liked })
      if (likeCount === null) throw notFound(kind.missing)
      return { liked, likeCount }
    })
  }
}

const nameOf = ({ id, userId }: Like) => `${id} ${userId}`

/** Returns null for a thing that is missing or that the user cannot see. */
async function likeTogether<Thing extends LikedThing>(
  deps: Needs,
  kind: Likeable<Thing>,
  requests: LikeRequest[],
): Promise<(number | null)[]> {
  const { things, likes } = await readState(deps, kind, requests)
  const isShown = await Promise.all(
    requests.map(async (request) => {
      const thing = things.get(request.id)
      return thing !== undefined && (await isShownTo(deps.db, request.userId, thing))
    }),
  )
  // Users can remove their like from a thing that they can no longer see.
  const isAllowed = requests.map(
    (request, index) =>
      isShown[index] || (!request.liked && things.has(request.id) && likes.has(nameOf(request))),
  )
  const allowed = requests.filter((_, index) => isAllowed[index])
  // If a user sends two requests for the same thing, the last one wins. Rows already in the requested state are skipped:
  // deleting a missing row would lock the gap into which others insert their likes.
  const last = new Map(allowed.map((request) => [nameOf(request), request]))
  const changing = [...last].filter(([name, { liked }]) => likes.has(name) !== liked)
  // Every process locks the rows in the same order, which prevents deadlocks.
  const sorted = changing.map(([, request]) => request).toSorted((a, b) => a.id - b.id || a.userId - b.userId)
  if (sorted.length > 0) {
    await change(deps, async (write) => {
      const changes: LikedChange<Thing>[] = []
      for (const id of new Set(sorted.map((request) => request.id))) {
        const { added, removed } = await writeLikes(
          write,
          kind.table,
          id,
          sorted.filter((request) => request.id === id),
        )
        const thing = things.get(id)!
        if (added.length + removed.length === 0) continue
        emitLiked(write, kind.eventOf(thing))
        changes.push({ thing, added, removed })
      }
      await removeBlocked(write.tx, kind.table, sorted, things)
      await kind.notify(write, changes)
    })
  }
  const counts = await countThings(deps, kind, things.keys())
  return requests.map(({ id }, index) => {
    if (!isAllowed[index]) return null
    return isShown[index] ? (counts.get(id) ?? null) : 0
  })
}

async function isShownTo(db: Db, viewerId: number, { authorId, ...thing }: LikedThing): Promise<boolean> {
  if (!(await maySee(db, viewerId, thing))) return false
  return authorId === undefined || (await readerOf(db, viewerId, authorId)) !== 'blocked'
}

/**
 * Removes new likes of users who meanwhile block, or are blocked by, the owner or the author. After the insert the
 * likers are locked, so that no further block can be added.
 */
async function removeBlocked(
  tx: Tx,
  table: LikesTable,
  requests: readonly LikeRequest[],
  things: ReadonlyMap<number, LikedThing>,
): Promise<void> {
  const likePairs = requests.flatMap(({ id, userId, liked }) => {
    const { ownerId, authorId = ownerId } = things.get(id)!
    return liked
      ? [...new Set([ownerId, authorId])].map((subjectId) => ({ id, viewerId: userId, ownerId: subjectId }))
      : []
  })
  if (likePairs.length === 0) return
  const readers = await readReaders(tx, likePairs)
  for (const [index, { id, viewerId }] of likePairs.entries()) {
    if (readers[index] !== 'blocked') continue
    await deleteLikes(tx, table, { ids: [id], people: [viewerId] })
  }
}

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
const selectLikes = (table: LikesTable, { ids, people }: Requested) => {
  const thing = sql.ref<number>(likesColumns[table])
  const likes = kysely.selectFrom(table).select([thing.as('id'), 'userId'])
  return likes.where(thing, 'in', ids).where('userId', 'in', people)
}
const byTable = <Read>(makeRead: (table: LikesTable) => Read): Record<LikesTable, Read> => ({
  ReviewLike: makeRead('ReviewLike'),
  ListLike: makeRead('ListLike'),
  CommentLike: makeRead('CommentLike'),
})
const likesOf = byTable((table) => statement((requested: Requested) => selectLikes(table, requested)))
const lockedLikesOf = byTable((table) =>
  statement((requested: Requested) => selectLikes(table, requested).forUpdate()),
)

async function writeLikes(
  { tx, now }: Write,
  table: LikesTable,
  id: number,
  requests: LikeRequest[],
): Promise<{ added: number[]; removed: number[] }> {
  const likers = requests.filter(({ liked }) => liked).map(({ userId }) => userId)
  const others = requests.filter(({ liked }) => !liked).map(({ userId }) => userId)
  const rows = likers.map((userId) => ({ [likesColumns[table]]: id, userId, createdAt: now }))
  const insert = kysely
    .insertInto(table)
    .ignore()
    .values(rows as never)
  const createdCount = likers.length === 0 ? 0 : await run(tx, insert)
  // Another process may be deleting some of these likes: only locked rows are known to be deleted by this transaction.
  const locked =
    others.length === 0 ? [] : await lockedLikesOf[table](tx, { ids: [id], people: padded(others) })
  const removed = locked.map(({ userId }) => userId)
  await deleteLikes(tx, table, { ids: [id], people: removed })
  // The others were already written by another process, or the thing no longer exists.
  const isWhole = createdCount === likers.length
  const present = isWhole ? [] : await likesOf[table](tx, { ids: [id], people: padded(likers) })
  return {
    added: isWhole ? likers : present.map(({ userId }) => userId),
    removed,
  }
}

async function countThings<Thing extends LikedThing>(
  { db }: Needs,
  { table, find }: Likeable<Thing>,
  requestedIds: Iterable<number>,
): Promise<Map<number, number>> {
  const ids = [...requestedIds]
  if (ids.length === 0) return new Map()
  const [things, counts] = await Promise.all([find(db, { ids: padded(ids) }), countLikes[table](db, ids)])
  return new Map(things.map(({ id }) => [id, counts.get(id) ?? 0]))
}
