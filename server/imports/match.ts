import { nameKey } from '../../shared/albumKey.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
import { identityKey, resolveAlbum } from '../catalog/albums.ts'
import { catalogAlbum } from '../catalog/details.ts'
import { findIds } from '../catalog/imports.ts'
import { searchAlbums } from '../catalog/queries.ts'
import type { Deps } from '../deps.ts'
import { Prisma } from '../generated/prisma/client.ts'
import type { ImportAlbum } from '../generated/prisma/client.ts'
import type { Tx } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { kysely, rows, statement } from '../lib/sql.ts'
import type { Named } from './formats/draft.ts'
import { otherNames, withoutEdition } from './formats/names.ts'
import { ENOUGH, isHeard } from './formats/plays.ts'
import type { Job } from './job.ts'
import { settle, type Settled } from './settle.ts'
import { readSettings } from './stored.ts'
import { forgetUnheard } from './unheard.ts'

// Which albums a file means: those that are here under one of the names first, without a call; the rest one after the other.

const PAGE = 200
const MOST_PROPOSALS = 5
/** so many other names are asked about, each a call */
const MOST_CALLS = 3
/** so long the catalogue's word that it knows no such album is taken, in days */
const MISS_KEPT = 7

type Looked = Pick<ImportAlbum, 'id' | 'artist' | 'name' | 'names' | 'heard' | 'chosen'>
type Found = { albumId: number; trackCount: number | null }

const looking = statement(({ importId, after }: { importId: number; after: number }) =>
  kysely
    .selectFrom('ImportAlbum')
    .select(['id', 'artist', 'name', 'names', 'heard', 'chosen'])
    .where('importId', '=', importId)
    .where('state', '=', 'looking')
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE),
)

const settledOf = (job: Pick<Job, 'id' | 'userId' | 'format' | 'settings'>): Settled => ({
  id: job.id,
  userId: job.userId,
  format: job.format,
  wishes: readSettings(job.settings).wishes !== false,
})

const namesOf = ({ artist, name, names }: Looked): [Named, ...Named[]] => [
  { artist, album: name },
  ...(names === null ? [] : (JSON.parse(names) as Named[])),
]

/** Finds the albums of an import that are known here, and settles all rows; `isHeld` is asked in between. */
export async function matchOwn({ db }: Pick<Deps, 'db'>, job: Job, hold: () => Promise<void>): Promise<void> {
  for (let after = 0; ;) {
    await hold()
    const page = await looking(db, { importId: job.id, after })
    if (page.length === 0) break
    after = page.at(-1)!.id
    await takeMisses(db, job.id, page)
    const keysOf = new Map(
      page.map((each) => [each.id, namesOf(each).map((named) => identityKey({ ...named }))]),
    )
    const ids = await findIds(db, [...new Set([...keysOf.values()].flat())])
    const counts = await trackCounts(db, [...new Set(ids.values())])
    const found = new Map<number, number>()
    for (const each of page) {
      const [own, ...others] = keysOf.get(each.id)!.map((key) => ids.get(key))
      const different = new Set(others.filter((id) => id !== undefined))
      const albumId = own ?? (different.size === 1 ? [...different][0]! : undefined)
      if (albumId !== undefined && !needsCount(each, counts.get(albumId) ?? null)) found.set(each.id, albumId)
      else if (own === undefined && different.size > 1) await propose(db, each.id, [...different])
    }
    await write(db, page, found, counts)
    await forgetUnheard(db, job.id)
  }
  await settleAll(db, job, hold)
}

/** Whether the number of an album's tracks must be known, because few of them were played. */
const needsCount = ({ heard, chosen }: Looked, count: number | null) =>
  heard !== null && !chosen && heard < ENOUGH && count === null

async function trackCounts(db: Tx, ids: number[]): Promise<Map<number, number | null>> {
  if (ids.length === 0) return new Map()
  const found = await rows(db, kysely.selectFrom('Album').select(['id', 'trackCount']).where('id', 'in', ids))
  return new Map(found.map(({ id, trackCount }) => [id, trackCount]))
}

async function write(
  db: Tx,
  page: readonly Looked[],
  found: ReadonlyMap<number, number>,
  counts: ReadonlyMap<number, number | null>,
): Promise<void> {
  const unheard = page.filter(
    ({ id, heard, chosen }) =>
      heard !== null && !chosen && found.has(id) && !isHeard(heard, counts.get(found.get(id)!) ?? null),
  )
  await forgetAlbums(
    db,
    unheard.map(({ id }) => id),
  )
  const cases = [...found].map(([id, albumId]) => Prisma.sql`WHEN ${id} THEN ${albumId}`)
  if (cases.length > 0)
    await db.$executeRaw`
      UPDATE ImportAlbum SET state = 'found', albumId = CASE id ${Prisma.join(cases, ' ')} END
      WHERE id IN (${Prisma.join([...found.keys()])})`
}

/** Drops albums of which too few tracks were played to count as heard. */
async function forgetAlbums(db: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.$executeRaw`DELETE FROM ImportAlbum WHERE id IN (${Prisma.join([...ids])})`
}

async function propose(db: Tx, id: number, albumIds: readonly number[]): Promise<void> {
  const cards = await rows(
    db,
    kysely
      .selectFrom('Album')
      .select(['artist', 'name', 'image'])
      .where('id', 'in', albumIds.slice(0, MOST_PROPOSALS)),
  )
  await db.importAlbum.update({
    where: { id },
    data: { state: 'open', proposals: JSON.stringify(cards) },
    select: { id: true },
  })
}

/** What the catalogue did not know for an earlier import is not asked again. */
async function takeMisses(db: Tx, importId: number, page: readonly Looked[]): Promise<void> {
  await db.$executeRaw`
    UPDATE ImportAlbum mine JOIN ImportAlbum other ON other.key = mine.key AND other.id <> mine.id
      AND other.checkedAt > UTC_TIMESTAMP(3) - INTERVAL ${MISS_KEPT} DAY AND other.state IN ('missing', 'open') AND NOT other.chosen
    SET mine.state = other.state, mine.proposals = other.proposals
    WHERE mine.importId = ${importId} AND mine.id IN (${Prisma.join(page.map(({ id }) => id))})`
}

async function settleAll(db: Tx, job: Job, hold: () => Promise<void>): Promise<void> {
  for (let after = 0; ;) {
    await hold()
    const page = await rows(
      db,
      kysely
        .selectFrom('ImportAlbum')
        .select('id')
        .where('importId', '=', job.id)
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE),
    )
    if (page.length === 0) return
    after = page.at(-1)!.id
    await settle(
      db,
      settledOf(job),
      page.map(({ id }) => id),
    )
  }
}

/**
 * Asks the catalogue about the next album of an import; false when none is left. A person's own calls come first.
 * @throws unavailable
 */
export async function lookUpNext(deps: Deps, job: Job): Promise<boolean> {
  const { db } = deps
  const [one] = await looking(db, { importId: job.id, after: 0 })
  if (!one) return false
  // Another import may have matched the same albums since.
  const quiet = { ...deps, lastfm: deps.lastfm.forVisitors }
  const outcome = await askAbout(quiet, one)
  const checkedAt = new Date()
  if ('albumId' in outcome) {
    const { albumId } = outcome
    if (one.heard !== null && !one.chosen && !isHeard(one.heard, outcome.trackCount)) {
      await forgetAlbums(db, [one.id])
      return true
    }
    await db.importAlbum.updateMany({
      where: { id: one.id, chosen: false },
      data: { state: 'found', albumId, checkedAt },
    })
  } else {
    const state = outcome.fits > 0 ? 'open' : 'missing'
    const data = { state, proposals: JSON.stringify(outcome.proposals), checkedAt } as const
    await db.importAlbum.updateMany({ where: { id: one.id, chosen: false }, data })
    await forgetUnheard(db, job.id)
  }
  await settle(db, settledOf(job), [one.id])
  return true
}

/** `fits`: how many of the proposals fit in all; the others only have the title. */
type Outcome = Found | { fits: number; proposals: AlbumCard[] }

async function askAbout(deps: Deps, one: Looked): Promise<Outcome> {
  const names = namesOf(one)
  for (const named of names.slice(0, MOST_CALLS)) {
    const found = await resolved(deps, named, one.heard !== null)
    if (found) return found
  }
  return await search(deps, names[0])
}

async function resolved(deps: Deps, named: Named, isCounted: boolean): Promise<Found | null> {
  try {
    const album = await resolveAlbum(deps, named)
    return { albumId: album.id, trackCount: isCounted ? await countTracks(deps, album) : null }
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'notFound') return null
    throw error
  }
}

/** How many tracks an album has; a row from before it was counted asks the catalogue once. */
async function countTracks(deps: Deps, { id, artist, name }: { id: number; artist: string; name: string }) {
  const known = (await trackCounts(deps.db, [id])).get(id) ?? null
  if (known !== null) return known
  try {
    const { tracks } = await catalogAlbum(deps, { artist, album: name })
    await deps.db.$executeRaw`UPDATE Album SET trackCount = ${tracks.length} WHERE id = ${id}`
    return tracks.length
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'notFound') return null
    throw error
  }
}

/** The albums that a search finds for a name: the one that fits in all, or those that a person has to choose from. */
async function search(deps: Deps, named: Named): Promise<Outcome> {
  const query = withoutEdition(named.album).slice(0, 200)
  const { albums } = await searchAlbums(deps, { query, page: 1 })
  const titles = new Set([named, ...otherNames(named)].map(({ album }) => nameKey(album)))
  const artists = new Set([named, ...otherNames(named)].map(({ artist }) => nameKey(artist)))
  const isTitle = (name: string) => titles.has(nameKey(name)) || titles.has(nameKey(withoutEdition(name)))
  const likely = albums.filter(({ name }) => isTitle(name))
  const same = likely.filter(({ artist }) => artists.has(nameKey(artist)))
  if (same.length === 1) {
    const found = await resolved(deps, { artist: same[0]!.artist, album: same[0]!.name }, true)
    if (found) return found
  }
  const others = likely.filter((each) => !same.includes(each))
  return { fits: same.length, proposals: [...same, ...others].slice(0, MOST_PROPOSALS) }
}
