import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../core/deps.ts'
import type { Db } from '../lib/db.ts'
import { databaseNow, kysely, statement } from '../lib/sql.ts'
import { readAlbums } from './albumFacts.ts'
import { loadListenings, reloadListenings, type Listenings } from './listenings.ts'

// Processes hold the listenings of the users whose statistics are read, and before each use read what has changed since. Numbers
// are the same in all processes, right after the commit of a change.

/** How many listenings a process holds, about 20 bytes each; an album counts as several. */
const MOST_LISTENINGS = 1_000_000
const ALBUM = 8
/** Milliseconds after which held listenings are read again if nobody asked for them: changes are kept for an hour. */
const UNREAD = 20 * 60_000
/** With more changes, all listenings are read again. */
const MOST_CHANGES = 2_000
/** With more changed albums since its start, the process forgets everything. */
const MOST_ALBUM_CHANGES = 200_000
/**
 * Milliseconds after which no transaction can commit a change with a lower id than one that was read: changes of albums are not
 * committed in the order of their ids.
 */
const LONGEST_TRANSACTION = 5 * 60_000

/** `results` of computations, until the listenings change. */
export type Held = { listenings: Listenings; results: Map<string, unknown> }
/** `position` is the last change that was read; of the changes of albums, `albumsRead` is how many were applied. */
type User = Held & { position: number; albumsRead: number; readAt: number }

/** Albums whose facts changed, in the order in which this process read of them. Changes above `floor` may appear later. */
type AlbumChanges = { albumIds: number[]; seenAt: Map<number, number>; floor: number | null }

type Memory = { users: LRUCache<number, () => Promise<Held>>; albums: AlbumChanges }

const memories = new WeakMap<Db, Memory>()

const emptyMemory = (): Memory => ({
  users: new LRUCache({ maxSize: MOST_LISTENINGS }),
  albums: { albumIds: [], seenAt: new Map(), floor: null },
})

function memoryOf({ db, bus }: Pick<Deps, 'db' | 'bus'>): Memory {
  const known = memories.get(db)
  // The ids of a restored database mean other rows.
  if (!known) bus.onNewEpoch(() => void memories.set(db, emptyMemory()))
  if (known && known.albums.albumIds.length < MOST_ALBUM_CHANGES) return known
  const memory = emptyMemory()
  memories.set(db, memory)
  return memory
}

/** Returns the user's listenings with every change that was committed before the call. */
export async function readListenings(deps: Pick<Deps, 'db' | 'bus'>, userId: number): Promise<Held> {
  const memory = memoryOf(deps)
  const known = memory.users.get(userId)
  if (known) return await known()
  let user: User | null = null
  const read: () => Promise<Held> = sharedByWaiting(async () => {
    user = await refreshed(deps.db, { userId, memory, user })
    const { size, facts } = user.listenings
    memory.users.set(userId, read, { size: 1 + size + ALBUM * facts.albumIds.length })
    return user
  })
  memory.users.set(userId, read, { size: 1 })
  return await read()
}

/** Runs one call at a time. Calls that wait share the next run, because a run that has begun can miss what they must see. */
function sharedByWaiting<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | null = null
  return () => {
    if (next) return next
    const start = () => {
      next = null
      return work()
    }
    next = last.then(start, start)
    last = next
    return next
  }
}

type Reading = { userId: number; memory: Memory; user: User | null }

async function refreshed(db: Db, { userId, memory, user }: Reading): Promise<User> {
  const { albums } = memory
  const now = Date.now()
  if (!user || now - user.readAt > UNREAD) return await loaded(db, userId, albums)
  const changes = await changesAfter(db, { userId, position: user.position, floor: albums.floor ?? 0 })
  noteAlbums(albums, changes)
  const logIds = changes.flatMap(({ albumId, logId }) => (albumId === null ? [logId] : []))
  const ids = [...new Set(logIds.filter((id) => id !== null))]
  if (logIds.includes(null) || ids.length > MOST_CHANGES) return await loaded(db, userId, albums)
  const changedAlbums = albums.albumIds.slice(user.albumsRead)
  const ownAlbums = [...new Set(changedAlbums)].filter((id) => user.listenings.facts.indexOf.has(id))
  const albumsRead = albums.albumIds.length
  const position = Math.max(
    user.position,
    ...changes.flatMap(({ id, albumId }) => (albumId === null ? [id] : [])),
  )
  if (ids.length + ownAlbums.length === 0) return Object.assign(user, { position, albumsRead, readAt: now })
  await readAlbums(db, user.listenings.facts, ownAlbums)
  const listenings =
    ids.length === 0 ? user.listenings : await reloadListenings(db, userId, { held: user.listenings, ids })
  if (!listenings) return await loaded(db, userId, albums)
  return { listenings, results: new Map(), position, albumsRead, readAt: now }
}

async function loaded(db: Db, userId: number, albums: AlbumChanges): Promise<User> {
  const readAt = Date.now()
  if (albums.floor === null) albums.floor = (await floorOf(db, {}))[0]?.id ?? 0
  // Read before the listenings: what changes in between is read again.
  const [latest] = await latestChange(db, { userId })
  const position = latest?.id ?? 0
  noteAlbums(albums, await changesAfter(db, { userId, position, floor: albums.floor }))
  const albumsRead = albums.albumIds.length
  return { listenings: await loadListenings(db, userId), results: new Map(), position, albumsRead, readAt }
}

type Change = { id: number; logId: number | null; albumId: number | null }

function noteAlbums(albums: AlbumChanges, changes: readonly Change[]): void {
  const now = Date.now()
  for (const [id, seenAt] of albums.seenAt) {
    if (now - seenAt < LONGEST_TRANSACTION) break
    albums.floor = Math.max(albums.floor ?? 0, id)
    albums.seenAt.delete(id)
  }
  for (const { id, albumId } of changes) {
    if (albumId === null || albums.seenAt.has(id) || id <= (albums.floor ?? 0)) continue
    albums.seenAt.set(id, now)
    albums.albumIds.push(albumId)
  }
}

const changesAfter = statement(
  ({ userId, position, floor }: { userId: number; position: number; floor: number }) =>
    kysely
      .selectFrom('ListeningChange')
      .select(['id', 'logId', sql<number | null>`NULL`.as('albumId')])
      .where('userId', '=', userId)
      .where('id', '>', position)
      .unionAll(
        kysely
          .selectFrom('AlbumChange')
          .select(['id', sql<number | null>`NULL`.as('logId'), sql<number | null>`albumId`.as('albumId')])
          .where('id', '>', floor),
      ),
)

const latestChange = statement(({ userId }: { userId: number }) =>
  kysely
    .selectFrom('ListeningChange')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(1),
)

const floorOf = statement(() =>
  kysely
    .selectFrom('AlbumChange')
    .select('id')
    .where('createdAt', '<', sql<Date>`${databaseNow} - INTERVAL 5 MINUTE`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)
