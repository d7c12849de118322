import { nameKey } from '../../../shared/albumKey.ts'
import type { FoundArtist } from '../../clients/musicbrainz/artists.ts'
import type { MusicBrainz } from '../../clients/musicbrainz/client.ts'
import type { ReleaseGroup } from '../../clients/musicbrainz/groups.ts'
import type { Caller } from '../../clients/servicePace.ts'
import { change, type WriteDeps } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import { insertRows, kysely, rows, statement } from '../../lib/sql.ts'
import { foldedName } from '../foldedName.ts'
import { keepGroups } from '../groups.ts'
import { recheckGroups } from '../linking/recheck.ts'
import { groupColumns, type GroupRow } from './cards.ts'
import type { Services } from './lookUps.ts'
import { fetchPortrait, wantCoversFirst } from './pictures.ts'
import { deleteRequest, namedArtist, nameArtist, type Request } from './requests.ts'

const DAY = 24 * 60 * 60_000
/** Age of a discography from which it is read again, when its page is opened. */
const FRESH = 30 * DAY
const LONGEST_KEY = 700
const MOST_GENRES = 5
/** Release groups of one request (client.ts). */
const AT_ONCE = 100

const keyOf = (name: string) => nameKey(name).slice(0, LONGEST_KEY)

export type ArtistRow = {
  id: string
  name: string
  genres: string
  sharedGroups: string | null
  isComplete: boolean
}

const artists = kysely.selectFrom('Artist').select(['id', 'name', 'genres', 'sharedGroups', 'fetchedAt'])
const artistByKey = statement(({ key }: { key: string }) =>
  artists.where('key', '=', key).orderBy('fetchedAt', 'desc').limit(1),
)
const artistById = statement(({ id }: { id: string }) => artists.where('id', '=', id))

/** Returns the artist with this name, if their page has been opened before. */
export async function findArtist(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  name: string,
): Promise<ArtistRow | null> {
  let [row] = await artistByKey(db, { key: keyOf(name) })
  const id = row ? null : await namedArtist({ db }, name)
  if (id !== null) [row] = await artistById(db, { id })
  if (!row) return null
  const { fetchedAt, ...artist } = row
  const isComplete = fetchedAt !== null && now().getTime() - fetchedAt.getTime() < FRESH
  return { ...artist, isComplete }
}

/** Returns the release groups of an artist with an official release, also those that credit them after another artist. */
export function discographyOf(
  { db }: Pick<Deps, 'db'>,
  { id, sharedGroups }: Pick<ArtistRow, 'id' | 'sharedGroups'>,
): Promise<GroupRow[]> {
  const shared = JSON.parse(sharedGroups ?? '[]') as string[]
  const groups = kysely
    .selectFrom('ReleaseGroup')
    .select(groupColumns)
    .where((eb) => eb.or([eb('artistId', '=', id), ...(shared.length > 0 ? [eb('id', 'in', shared)] : [])]))
    .where('isOfficial', '=', true)
    .orderBy('releaseDate', 'desc')
    .orderBy('id')
  return rows(db, groups)
}

type Asked = { artist: string; request: Request; caller: Caller }

/** Asks for an artist and their discography; returns false if the service knows no such artist. @throws unavailable */
export async function lookUpArtist(
  deps: WriteDeps,
  { musicbrainz, wikimedia }: Services,
  { artist: name, request, caller }: Asked,
): Promise<boolean> {
  const found = bestOf(name, (await musicbrainz.searchArtists({ text: name }, caller)).artists)
  const artist = found && (await musicbrainz.artist(found.id, caller))
  if (!artist) return false
  const genres = artist.genres.slice(0, MOST_GENRES).map((genre) => genre.name)
  const row = { id: artist.id, name: artist.name, key: keyOf(artist.name), genres: JSON.stringify(genres) }
  await insertRows(deps.db, 'Artist', [row], { orUpdate: ['name', 'key', 'genres'] })
  const groups = await readDiscography(deps, musicbrainz, { artistId: artist.id, caller })
  const shared = groups.filter(({ artists: [first] }) => first?.id !== artist.id)
  const sharedGroups = JSON.stringify(shared.map(({ id }) => id))
  await change(deps, async (write) => {
    const data = { sharedGroups, fetchedAt: write.now }
    await write.tx.artist.update({ where: { id: artist.id }, data })
    if (keyOf(name) === keyOf(artist.name)) await deleteRequest(write, request)
    else await nameArtist(write, request, artist.id)
  })
  if (wikimedia)
    await fetchPortrait(deps, wikimedia, { id: artist.id, links: artist.links, signal: caller.signal })
  await recheckMissing(deps, musicbrainz, { artistId: artist.id, groups, caller })
  return true
}

/** Stores the groups of each page at once, and returns all. */
async function readDiscography(
  deps: WriteDeps,
  musicbrainz: MusicBrainz,
  { artistId, caller }: { artistId: string; caller: Caller },
): Promise<ReleaseGroup[]> {
  const all: ReleaseGroup[] = []
  for await (const page of musicbrainz.discography(artistId, caller)) {
    all.push(...page)
    // Only groups with an official release are sent.
    const groups = page.map((group) => ({ ...group, editions: [] }))
    await change(deps, (write) => keepGroups(write, groups))
    await wantCoversFirst(
      deps,
      groups.map(({ id }) => id),
    )
  }
  return all
}

/** Stored groups of an artist that their discography lacks were merged into others or deleted, or are by somebody else. */
async function recheckMissing(
  deps: WriteDeps,
  musicbrainz: MusicBrainz,
  { artistId, groups, caller }: { artistId: string; groups: readonly ReleaseGroup[]; caller: Caller },
): Promise<void> {
  const ids = new Set(groups.map(({ id }) => id))
  const stored = await discographyOf(deps, { id: artistId, sharedGroups: null })
  const missing = stored.map(({ id }) => id).filter((id) => !ids.has(id))
  for (let from = 0; from < missing.length; from += AT_ONCE)
    await recheckGroups({ deps, musicbrainz }, missing.slice(from, from + AT_ONCE), caller)
}

/** The artist with exactly this name, else with this alias, else with the same letters. */
function bestOf(name: string, artists: readonly FoundArtist[]): FoundArtist | null {
  const [key, folded] = [nameKey(name), foldedName(name)]
  const tests: ((artist: FoundArtist) => boolean)[] = [
    (artist) => nameKey(artist.name) === key,
    (artist) => artist.aliases.some((alias) => nameKey(alias.name) === key),
    (artist) => foldedName(artist.name) === folded,
  ]
  for (const test of tests) {
    const artist = artists.find(test)
    if (artist) return artist
  }
  return null
}
