import type { Deps } from '../../core/deps.ts'
import { isDatabaseDown, type Tx } from '../../lib/db.ts'
import { kysely, rows, run, statement } from '../../lib/sql.ts'

// The queue of look-ups: AlbumLink, by `lookUpAt`. An album without a row there has not been noticed yet.

const DAY = 24 * 60 * 60_000
/** An album is used soon after it was created, if at all: people save what they have chosen. */
const GRACE = 60 * 60_000
/** How long somebody who opened a page waits for a link, in milliseconds. */
export const WANTED_FOR = 30_000

const AT_ONCE = 1_000
/** Release groups of one request (client.ts). */
const BATCH = 100

/** Puts albums into the queue that are not in it, by their keys. */
export async function queueAlbums(
  { db, now }: { db: Tx; now: () => Date },
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await run(
    db,
    kysely
      .insertInto('AlbumLink')
      .ignore()
      .columns(['albumId', 'lookUpAt'])
      .expression((eb) =>
        eb
          .selectFrom('Album')
          .select((album) => ['id', album.val(now()).as('lookUpAt')])
          .where('key', 'in', keys),
      ),
  )
}

/** Puts all albums into the queue that are not in it, in batches: those of before the queue existed, or of a restored backup. */
export async function queueAllAlbums(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  for (let after = 0; !signal.aborted;) {
    const batch = await rows(
      db,
      kysely
        .selectFrom('Album as a')
        .leftJoin('AlbumLink as l', 'l.albumId', 'a.id')
        .select(['a.id', 'l.state'])
        .where('a.id', '>', after)
        .orderBy('a.id')
        .limit(AT_ONCE),
    )
    const missing = batch.filter(({ state }) => state === null).map(({ id }) => id)
    await db.albumLink.createMany({
      data: missing.map((albumId) => ({ albumId, lookUpAt: now() })),
      skipDuplicates: true,
    })
    if (batch.length < AT_ONCE) return
    after = batch.at(-1)!.id
  }
}

const waitingLink = statement(({ key }: { key: string }) =>
  kysely
    .selectFrom('Album as a')
    .innerJoin('AlbumLink as l', 'l.albumId', 'a.id')
    .select(['l.albumId', 'l.wantedUntil'])
    .where('a.key', '=', key)
    .where('l.state', '=', 'waiting'),
)

/**
 * Notes that somebody looks at an album whose link waits: it is looked up first. Other links are not looked up earlier because a
 * page is opened. Without a database, the page works anyway.
 */
export async function wantLink({ db, now }: Pick<Deps, 'db' | 'now'>, key: string): Promise<void> {
  try {
    const [link] = await waitingLink(db, { key })
    const time = now().getTime()
    if (!link || (link.wantedUntil?.getTime() ?? 0) > time + WANTED_FOR / 2) return
    const { albumId } = link
    const data = { wantedUntil: new Date(time + WANTED_FOR) }
    await db.albumLink.updateMany({ where: { albumId, state: 'waiting' }, data })
  } catch (error) {
    if (!isDatabaseDown(error)) throw error
  }
}

export type DueAlbum = {
  albumId: number
  artist: string
  name: string
  year: number | null
  groupId: string | null
}

const columns = ['l.albumId', 'a.artist', 'a.name', 'a.year', 'l.groupId'] as const

/** The albums for which somebody waits. */
export const wantedAlbums = statement(({ now }: { now: Date }) =>
  kysely
    .selectFrom('AlbumLink as l')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .select(columns)
    .where('l.wantedUntil', '>', now)
    .orderBy('l.wantedUntil')
    .limit(BATCH),
)

const usedIn = ['Log', 'Favorite', 'TopAlbum', 'ListenLater', 'ListAlbum', 'ImportAlbum'] as const

const dueOfState = statement(
  ({ state, now, grace }: { state: 'waiting' | 'linked' | 'ambiguous' | 'none'; now: Date; grace: Date }) =>
    kysely
      .selectFrom('AlbumLink as l')
      .innerJoin('Album as a', 'a.id', 'l.albumId')
      .select(columns)
      .select((eb) => {
        const isIn = (table: (typeof usedIn)[number]) =>
          eb.exists(eb.selectFrom(table).select('albumId').whereRef(`${table}.albumId`, '=', 'l.albumId'))
        const isUsed = eb.or([eb('a.createdAt', '>', grace), ...usedIn.map(isIn)])
        return eb.and([eb('a.mergedIntoId', 'is', null), isUsed]).as('isUsed')
      })
      .where('l.state', '=', state)
      .where('l.lookUpAt', '<=', now)
      .orderBy('l.lookUpAt')
      .limit(BATCH),
)

/** Returns used albums of one state whose look-up is due, longest first; postpones the unused ones by a day. */
export async function dueAlbums(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  state: 'waiting' | 'linked' | 'ambiguous' | 'none',
): Promise<DueAlbum[]> {
  for (;;) {
    const time = now()
    const due = await dueOfState(db, { state, now: time, grace: new Date(time.getTime() - GRACE) })
    const used = due.filter(({ isUsed }) => isUsed)
    const unused = due.filter(({ isUsed }) => !isUsed).map(({ albumId }) => albumId)
    await postpone({ db, now }, unused, 1)
    if (used.length > 0 || due.length < BATCH) return used
  }
}

export async function postpone(
  { db, now }: { db: Tx; now: () => Date },
  albumIds: readonly number[],
  days: number,
): Promise<void> {
  if (albumIds.length === 0) return
  await run(
    db,
    kysely
      .updateTable('AlbumLink')
      .set({ lookUpAt: inDays(now(), days) })
      .where('albumId', 'in', albumIds),
  )
}

export const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY)

export type LinkCounts = Record<'waiting' | 'ambiguous' | 'linked', number>

export async function countLinks(db: Tx): Promise<LinkCounts> {
  const counts = await rows(
    db,
    kysely
      .selectFrom('AlbumLink')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .groupBy('state'),
  )
  const of = (state: keyof LinkCounts) => counts.find((each) => each.state === state)?.count ?? 0
  return { waiting: of('waiting'), ambiguous: of('ambiguous'), linked: of('linked') }
}
