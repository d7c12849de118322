import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
import { resolveAlbum } from '../catalog/albums.ts'
import { artistAlbums, orNone } from '../catalog/artists.ts'
import { catalogAlbum } from '../catalog/details.ts'
import { writeTrackCount } from '../catalog/imports.ts'
import { hasFailed, LookingUp } from '../catalog/keyless/requests.ts'
import { popularAlbums } from '../catalog/queries.ts'
import { searchCatalogue } from '../catalog/search.ts'
import { isAboutTheKey, RATE_LIMIT } from '../clients/lastfm/answer.ts'
import { NoTurn, Paused } from '../clients/pace.ts'
import type { Deps } from '../core/deps.ts'
import { fromNow } from '../jobs/lease.ts'
import { DomainError } from '../lib/errors.ts'
import { UpstreamError } from '../lib/http.ts'
import { databaseNow, kysely, run, statement } from '../lib/sql.ts'
import type { Named } from './formats/draft.ts'
import { withoutEdition } from './formats/names.ts'
import { isHeard } from './formats/plays.ts'
import type { Job } from './job.ts'
import { rank } from './likeness.ts'
import { deleteUnheard, namesOf, trackCounts } from './match.ts'
import { keysOfSameNames } from './nameKeys.ts'
import { meaningOfFound, proposeNamesakes } from './namesakes.ts'
import { settle, settleAll } from './settle.ts'
import { judgedOf } from './verdict.ts'

// Looks up one album at a time. Each name has its own tries, so that a failing name does not hold up the others.

const MOST_PROPOSALS = 5
/** maximum number of names tried for one album, one call each */
const MOST_CALLS = 4
/** seconds until the next try, after each failure; the failure after the last pause is final */
const PAUSES = [2, 8]
/** the same for a catalogue that looks up one name a second, for other users first */
const KEYLESS_PAUSES = [30, 120, 600]
/** album that every catalogue knows */
const WELL_KNOWN = 'Abbey Road'
const HOUR = 60 * 60_000
/** hours for which a started import waits for an unreachable catalogue */
const PATIENCE = 6

const due = statement(({ importId }: { importId: number }) =>
  kysely
    .selectFrom('ImportAlbum')
    .select(['id', 'key', 'artist', 'name', 'names', 'year', 'heard', 'chosen', 'tries'])
    .where('importId', '=', importId)
    .where('state', '=', 'looking')
    .where((eb) => eb.or([eb('askAgainAt', 'is', null), eb('askAgainAt', '<=', databaseNow)]))
    .orderBy('id')
    .limit(1),
)
type Due = Awaited<ReturnType<typeof due>>[number]

/**
 * 'none': no album is left; 'later': the remaining albums failed and wait for their next try; 'busy': other calls have priority;
 * 'away': the catalogue is unreachable.
 */
export async function lookUpNext(
  deps: Deps,
  job: Job,
): Promise<'asked' | 'none' | 'later' | 'busy' | 'away'> {
  const { db } = deps
  const [dueAlbum] = await due(db, { importId: job.id })
  if (!dueAlbum) {
    const lookingCount = await db.importAlbum.count({ where: { importId: job.id, state: 'looking' } })
    return lookingCount === 0 ? 'none' : 'later'
  }
  const catalogue = forImports(deps)
  let ids = [dueAlbum.id]
  try {
    ids = await write(deps, job, dueAlbum, await askAbout(catalogue, dueAlbum))
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'unavailable') throw error
    if (error.cause instanceof NoTurn && !(error.cause instanceof Paused)) return 'busy'
    if (!isAboutTheName(error) || !(await isThere(catalogue))) return 'away'
    if (error instanceof LookingUp && !(await hasFailed(db, candidatesOf(dueAlbum)))) return 'busy'
    await countTry(deps, dueAlbum)
  }
  await db.import.updateMany({ where: { id: job.id, awaySince: { not: null } }, data: { awaySince: null } })
  await settle(db, judgedOf(job), ids)
  return 'asked'
}

/**
 * Failures and "not found" are not cached, so that they do not affect calls of other users; an import stores its own misses
 * (match.ts).
 */
function forImports(deps: Deps): Deps {
  const { cache } = deps
  const get: Deps['cache']['get'] = async (key, life, load) => {
    const hitLife = { ...life, notFoundFor: 0 }
    if (await cache.knows(key, hitLife)) return await cache.get(key, hitLife, load)
    const value = await load()
    return await cache.get(key, hitLife, async () => value).catch(() => value)
  }
  return { ...deps, cache: { ...cache, get }, catalogue: deps.catalogue.forImports }
}

/**
 * True if a call was made and failed for a reason other than the key or the rate limit, or if the name is still being looked up.
 */
const isAboutTheName = (error: DomainError): boolean => {
  if (error instanceof LookingUp) return true
  const { cause } = error
  return cause instanceof UpstreamError && cause.code !== RATE_LIMIT && !isAboutTheKey(cause.code)
}

/** If a well-known album can be requested, a failure concerns one name. */
async function isThere(deps: Deps): Promise<boolean> {
  try {
    // Our own rows would answer for a service that is unreachable.
    if (deps.catalogue.isOwn) {
      await deps.catalogue.searchAlbums(WELL_KNOWN, 1)
      return true
    }
    const [popular] = (await popularAlbums(deps, { page: 1 })).albums
    if (popular) await deps.catalogue.album(popular.artist, popular.name)
    return true
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return error.kind === 'notFound'
  }
}

/** After the last try the name is not looked up again. */
async function countTry(
  { db, catalogue }: Pick<Deps, 'db' | 'catalogue'>,
  { id, tries }: Due,
): Promise<void> {
  const pause = (catalogue.isOwn ? KEYLESS_PAUSES : PAUSES)[tries]
  if (pause === undefined)
    await db.importAlbum.updateMany({ where: { id, chosen: false }, data: { state: 'unasked' } })
  else
    await run(
      db,
      kysely
        .updateTable('ImportAlbum')
        .set((eb) => ({
          tries: eb('tries', '+', 1),
          askAgainAt: fromNow(pause),
        }))
        .where('id', '=', id),
    )
}

/** After `PATIENCE` hours, gives up on the remaining albums of a started import and returns true. */
export async function waitForCatalogue(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  job: Job,
  hold: () => Promise<void>,
): Promise<boolean> {
  const { id } = job
  await db.import.updateMany({ where: { id, awaySince: null }, data: { awaySince: now() } })
  const longAgo = { lt: new Date(now().getTime() - PATIENCE * HOUR) }
  const isOver = { id, state: 'importing', awaySince: longAgo, startedAt: longAgo } as const
  if ((await db.import.count({ where: isOver })) === 0) return false
  const pendingAlbums = { importId: id, state: 'looking', import: { state: 'importing' } } as const
  const { count } = await db.importAlbum.updateMany({ where: pendingAlbums, data: { state: 'unasked' } })
  if (count > 0) await settleAll(db, judgedOf(job), hold)
  return count > 0
}

type Found = { albumId: number; trackCount: number | null }
type Outcome = Found | { likely: number; proposals: AlbumCard[] }

const sameNames = statement(({ importId, first, last }: { importId: number; first: Buffer; last: Buffer }) =>
  kysely
    .selectFrom('ImportAlbum')
    .select(['id', 'year', 'heard', 'chosen'])
    .where('importId', '=', importId)
    .where('key', '>=', first)
    .where('key', '<=', last)
    .where('state', '=', 'looking')
    .orderBy('id'),
)

/** Stores the outcome for the names with every year that the file has. Returns the ids of ImportAlbum. */
async function write(deps: Deps, job: Job, { key, ...dueAlbum }: Due, outcome: Outcome): Promise<number[]> {
  const { db, now } = deps
  const [first, last] = keysOfSameNames(key)
  const albums = await sameNames(db, { importId: job.id, first, last })
  const ids = albums.map(({ id }) => id)
  const where = { id: { in: ids }, chosen: false }
  if ('proposals' in outcome) {
    const state = outcome.likely > 0 ? 'open' : 'missing'
    const proposals = JSON.stringify(outcome.proposals)
    await db.importAlbum.updateMany({ where, data: { state, proposals, checkedAt: now() } })
    await deleteUnheard(db, job.id)
    return ids
  }
  for (const album of albums) await writeFound(deps, job, { ...dueAlbum, ...album }, outcome)
  return ids
}

async function writeFound(
  deps: Deps,
  job: Job,
  album: Pick<Due, 'id' | 'artist' | 'name' | 'year' | 'heard' | 'chosen'>,
  { albumId, trackCount }: Found,
): Promise<void> {
  const { db, now } = deps
  const { id, heard, chosen } = album
  const where = { id, chosen: false }
  if (heard !== null && !chosen && !isHeard(heard, trackCount)) {
    await db.importAlbum.deleteMany({ where: { id } })
    return
  }
  const meaning = await meaningOfFound(deps, job, { ...album, albumId })
  const data =
    'namesakes' in meaning
      ? { state: 'open' as const, proposals: await proposeNamesakes(db, meaning.namesakes) }
      : { state: 'found' as const, albumId: meaning.albumId }
  await db.importAlbum.updateMany({ where, data: { ...data, checkedAt: now() } })
}

const candidatesOf = (dueAlbum: Due): Named[] => namesOf(dueAlbum).slice(0, MOST_CALLS)

async function askAbout(deps: Deps, dueAlbum: Due): Promise<Outcome> {
  const names = namesOf(dueAlbum)
  for (const candidate of candidatesOf(dueAlbum)) {
    const match = await tryResolve(deps, candidate, dueAlbum.heard !== null)
    if (match) return match
  }
  const { certain, likely, albums } = await search(deps, names)
  const bestMatch =
    certain &&
    (await tryResolve(deps, { artist: certain.artist, album: certain.name }, dueAlbum.heard !== null))
  return bestMatch ?? { likely: likely.length, proposals: albums.slice(0, MOST_PROPOSALS) }
}

async function tryResolve(deps: Deps, names: Named, isCounted: boolean): Promise<Found | null> {
  try {
    const album = await resolveAlbum(deps, names)
    return { albumId: album.id, trackCount: isCounted ? await countTracks(deps, album) : null }
  } catch (error) {
    return orNull(error)
  }
}

/** Rows stored without a count are looked up once. */
async function countTracks(deps: Deps, { id, artist, name }: { id: number; artist: string; name: string }) {
  const storedCount = (await trackCounts(deps.db, [id])).get(id) ?? null
  if (storedCount !== null) return storedCount
  try {
    const { tracks } = await catalogAlbum(deps, { artist, album: name })
    await writeTrackCount(deps.db, { albumId: id, trackCount: tracks.length })
    return tracks.length
  } catch (error) {
    return orNull(error)
  }
}

async function search(deps: Deps, [main, ...others]: [Named, ...Named[]]) {
  const query = withoutEdition(main.album).slice(0, 200)
  const { albums } = await searchCatalogue(deps, { query, page: 1 })
  const ranked = rank(main, others, albums)
  if (ranked.certain) return ranked
  const artist = others[0]?.artist ?? main.artist
  // The search results can be proposed without these albums.
  const cards = await artistAlbums(deps, artist).catch(orNone)
  const rankedByArtist = rank(main, others, cards)
  const all = [...rankedByArtist.likely, ...albums]
  return rank(main, others, [...new Map(all.map((each) => [keyOf(each), each])).values()])
}

const keyOf = ({ artist, name }: AlbumCard) => albumKey({ artist, album: name })

function orNull(error: unknown): null {
  if (error instanceof DomainError && error.kind === 'notFound') return null
  throw error
}
