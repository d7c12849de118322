import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { Names } from '../../../shared/albumNames.ts'
import { albumRef, type AlbumCard, type AlbumRef } from '../../../shared/catalog.ts'
import type { MusicAddress } from '../../../shared/musicAddress.ts'
import { readMusic, searchFor, type SharedMusic } from '../../../shared/sharedMusic.ts'
import type { FoundThing, sharedThingInput } from '../../../shared/sharing.ts'
import { withBudget } from '../../catalog/budget.ts'
import { foldedName } from '../../catalog/foldedName.ts'
import { splitAddition } from '../../catalog/homonyms.ts'
import { searchOwnAlbums } from '../../catalog/ownSearch.ts'
import { getAlbum } from '../../catalog/queries.ts'
import { searchAlbums } from '../../catalog/search.ts'
import type { Deps } from '../../core/deps.ts'
import { keyOf, sharedLookUps } from '../../core/limits.ts'
import type { Context, SignedIn } from '../../core/trpc.ts'
import { DomainError } from '../../lib/errors.ts'
import { kysely, statement } from '../../lib/sql.ts'

/** The page shows the search after five seconds; in milliseconds. */
const PATIENCE = 4_000

type Request = Pick<Context, 'deps' | 'caller'> & { viewer: SignedIn }
type Shared = z.output<typeof sharedThingInput>

/**
 * Finds the album that another app shared. Only the catalogue, Spotify and MusicBrainz are asked; of other sites nothing but the
 * address is read.
 */
export async function findShared(request: Request, shared: Shared): Promise<FoundThing> {
  const read = readMusic(shared)
  const progress = { query: read.query }
  const found = findAlbum(request, read, progress)
  const late = new AbortController()
  const timer = sleep(PATIENCE, null, { signal: late.signal }).catch(() => null)
  try {
    const album = await Promise.race([found, timer])
    return album ? { album } : progress
  } finally {
    late.abort()
    // Nobody waits for a late failure.
    found.catch(() => undefined)
  }
}

type Found = { artist: string; name: string }

/** Notes in `progress` what to search for if the album is not found, or not in time. */
async function findAlbum(
  request: Request,
  { music, named }: SharedMusic,
  progress: { query: string },
): Promise<Found | null> {
  const answer = music ? await orNull(namesAt(request, music)) : null
  if (answer && 'name' in answer) return answer
  if (answer) progress.query = searchFor(answer)
  for (const names of [answer, named]) {
    const found = names && (await orNull(certainAlbum(request, names)))
    if (found) return found
  }
  return null
}

/** Null if a service gives no answer: the search needs none. */
const orNull = <Result>(answer: Promise<Result>): Promise<Result | null> =>
  answer.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    return null
  })

async function namesAt(request: Request, music: MusicAddress): Promise<Names | Found | null> {
  if ('names' in music) return music.names
  if ('spotify' in music) return await askSpotify(request, music.spotify)
  return 'musicbrainz' in music ? await askMusicBrainz(request, music.musicbrainz) : null
}

async function askSpotify(
  { deps, viewer }: Request,
  thing: { kind: 'album' | 'track'; id: string },
): Promise<Names | null> {
  if (!deps.spotify) return null
  await deps.limit(sharedLookUps).take(keyOf(viewer))
  return await deps.spotify.albumOf(thing)
}

const albumsOfGroup = statement(({ groupId }: { groupId: string }) =>
  kysely
    .selectFrom('AlbumLink as l')
    .innerJoin('Album as a', 'a.id', 'l.albumId')
    .select(['a.artist', 'a.name'])
    .where('l.groupId', '=', groupId)
    .where('a.mergedIntoId', 'is', null)
    .limit(2),
)

/** Our own album, if exactly one belongs to the group. */
async function ownAlbumOf({ db }: Pick<Deps, 'db'>, groupId: string): Promise<Found | null> {
  const albums = await albumsOfGroup(db, { groupId })
  return albums.length === 1 ? albums[0]! : null
}

async function askMusicBrainz(
  { deps, viewer }: Request,
  { kind, id }: { kind: 'release' | 'release-group'; id: string },
): Promise<Names | Found | null> {
  const own = kind === 'release-group' ? await ownAlbumOf(deps, id) : null
  if (own || !deps.musicbrainz) return own
  await deps.limit(sharedLookUps).take(keyOf(viewer))
  const caller = { isWaitedFor: true, patience: PATIENCE }
  const { musicbrainz } = deps
  const group =
    kind === 'release'
      ? await musicbrainz.groupOfRelease(id, caller)
      : await musicbrainz.releaseGroup(id, caller)
  if (!group) return null
  return (await ownAlbumOf(deps, group.id)) ?? { artist: group.artist, title: group.title }
}

const isNamed = ({ artist, name }: Pick<AlbumCard, 'artist' | 'name'>, names: Names) =>
  foldedName(artist) === foldedName(names.artist) && foldedName(name) === foldedName(names.title)

/** Albums of one artist with one title differ by a year after it (homonyms.ts). */
function isNamesake(album: AlbumCard, names: Names): boolean {
  const { title, addition } = splitAddition(album.name) ?? { title: album.name, addition: '' }
  return isNamed(album, names) || (/^\d{4}/.test(addition) && isNamed({ ...album, name: title }, names))
}

/** The album with these names, if the catalogue has exactly one. */
async function certainAlbum(request: Request, names: Names): Promise<Found | null> {
  const ref = albumRef.safeParse({ artist: names.artist, album: names.title }).data
  if (!ref) return null
  const deps = withBudget(request)
  const exact = await exactAlbum(deps, request, ref)
  const search = { query: searchFor(names), page: 1 }
  const { albums } = exact ? await searchOwnAlbums(deps, search) : await searchAlbums(deps, search)
  const namesakes = albums.filter((album) => isNamesake(album, names))
  if (!exact) return namesakes.length === 1 ? namesakes[0]! : null
  return namesakes.length <= 1 && isNamed(exact, names) ? exact : null
}

/** Null while the album is looked up: whether it exists is not known then. */
async function exactAlbum(deps: Deps, { viewer }: Request, ref: AlbumRef): Promise<Found | null> {
  const album = await orNull(getAlbum(deps, viewer, ref))
  return album && album.withoutCatalogue !== 'looking' ? album : null
}
