import { z } from 'zod'
import type { AlbumCard, AlbumPage, ArtistPage, Chart } from '../../../shared/catalog.ts'
import { limits } from '../../../shared/limits.ts'
import type { ListenBrainz, Range } from '../../clients/listenbrainz/client.ts'
import type { MusicBrainz } from '../../clients/musicbrainz/client.ts'
import { change, type WriteDeps } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import { unavailable } from '../../lib/errors.ts'
import { insertRows, kysely, rows } from '../../lib/sql.ts'
import { identityKey } from '../albums.ts'
import { keepGroups } from '../groups.ts'
import { cardsOf, groupColumns, type GroupRow } from './cards.ts'
import { wantCovers } from './pictures.ts'

// The charts of ListenBrainz: fetched once a day, the last good one of each is kept.

type Name = Chart | 'artists'
const DAY = 24 * 60 * 60_000
const AT_ONCE = 100
/** More of one artist would make the chart that of their fans. */
const MOST_OF_ARTIST = 2
/** Albums of a chart whose covers are fetched before anybody looks at them. */
const COVERS = 200

const albumEntries = z.array(
  z.object({ id: z.string(), title: z.string(), artist: z.string(), artistIds: z.array(z.string()) }),
)
const artistEntries = z.array(z.object({ id: z.string(), name: z.string() }))

/** Entries of a chart while the service has computed no range of it. */
const NONE = '[]'

type Charts = Pick<Deps, 'db'> & { musicbrainz: MusicBrainz | null }

async function readEntries({ db, musicbrainz }: Charts, name: Name): Promise<unknown> {
  const chart = await db.chart.findUnique({ where: { name } })
  if (!chart || chart.entries === NONE)
    throw unavailable(musicbrainz ? 'catalog.unavailable' : 'catalog.notSetUp')
  return JSON.parse(chart.entries)
}

/** Returns a page of a chart without singles. @throws unavailable before the first chart was fetched */
export async function chartPage(
  deps: Charts,
  { page, chart }: { page: number; chart: Chart },
): Promise<AlbumPage> {
  const entries = albumEntries.parse(await readEntries(deps, chart))
  const known = await knownGroups(
    deps,
    entries.map(({ id }) => id),
  )
  const counts = new Map<string, number>()
  const groups = entries.flatMap(({ id, title, artist, artistIds }): GroupRow[] => {
    const group = known.get(id)
    const artistKey = artistIds[0] ?? artist
    const count = counts.get(artistKey) ?? 0
    if (group?.type === 'single' || count >= MOST_OF_ARTIST) return []
    counts.set(artistKey, count + 1)
    const key = identityKey({ artist, album: title })
    return [group ?? { id, artist, title, releaseDate: null, type: null, key }]
  })
  // Two release groups are one album after a merge: the better place counts.
  const cards = new Map<string, AlbumCard>()
  const end = page * limits.discoverPage
  for (let from = 0; from < groups.length && cards.size <= end; from += AT_ONCE)
    for (const card of await cardsOf(deps, groups.slice(from, from + AT_ONCE))) {
      const key = identityKey({ artist: card.artist, album: card.name })
      if (!cards.has(key)) cards.set(key, card)
    }
  const albums = [...cards.values()].slice(end - limits.discoverPage, end)
  return { albums, page, hasNext: cards.size > end }
}

/** @throws unavailable before the first chart was fetched */
export async function artistChartPage(deps: Charts, page: number): Promise<ArtistPage> {
  const entries = artistEntries.parse(await readEntries(deps, 'artists'))
  const end = page * limits.discoverPage
  const shown = entries.slice(end - limits.discoverPage, end)
  const pictures = await deps.db.servicePicture.findMany({ where: { id: { in: shown.map(({ id }) => id) } } })
  const imageOf = new Map(pictures.map(({ id, image }) => [id, image]))
  const artists = shown.map(({ id, name }) => ({ name, image: imageOf.get(id) ?? null }))
  return { artists, page, hasNext: entries.length > end }
}

async function knownGroups({ db }: Pick<Deps, 'db'>, ids: readonly string[]): Promise<Map<string, GroupRow>> {
  const known = new Map<string, GroupRow>()
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const batch = ids.slice(from, from + AT_ONCE)
    const groups = kysely.selectFrom('ReleaseGroup').select(groupColumns).where('id', 'in', batch)
    for (const group of await rows(db, groups)) known.set(group.id, group)
  }
  return known
}

type Services = { listenbrainz: ListenBrainz; musicbrainz: MusicBrainz }

const fetchers: Record<
  Name,
  (service: ListenBrainz, signal: AbortSignal) => Promise<readonly object[] | null>
> = {
  trending: (service, signal) =>
    firstOf(['week', 'month', 'all_time'], (each) => service.topGroups(each, signal)),
  discover: (service, signal) =>
    firstOf(['year', 'month', 'all_time'], (each) => service.topGroups(each, signal)),
  artists: (service, signal) =>
    firstOf(['year', 'month', 'all_time'], (each) => service.topArtists(each, signal)),
}

/** The service has not computed every range at every time. */
async function firstOf<Entry>(
  ranges: readonly Range[],
  fetch: (range: Range) => Promise<Entry[] | null>,
): Promise<Entry[] | null> {
  for (const range of ranges) {
    const entries = await fetch(range)
    if (entries && entries.length > 0) return entries
  }
  return null
}

/** Two charts can need the same range. */
function eachOnce(service: ListenBrainz): ListenBrainz {
  const answers = new Map<Range, ReturnType<ListenBrainz['topGroups']>>()
  return {
    ...service,
    topGroups(range, signal) {
      const answer = answers.get(range) ?? service.topGroups(range, signal)
      answers.set(range, answer)
      return answer
    },
  }
}

/** Fetches the charts that are a day old, and asks what their albums are. @throws UpstreamError */
export async function refreshCharts(
  deps: WriteDeps,
  { listenbrainz, musicbrainz }: Services,
  signal: AbortSignal,
): Promise<void> {
  const { db, now } = deps
  const service = eachOnce(listenbrainz)
  for (const name of Object.keys(fetchers) as Name[]) {
    const current = await db.chart.findUnique({ where: { name }, select: { fetchedAt: true } })
    if (current && now().getTime() - current.fetchedAt.getTime() < DAY) continue
    const entries = await fetchers[name](service, signal)
    const row = { name, entries: entries ? JSON.stringify(entries) : NONE, fetchedAt: now() }
    // Without an answer the last good chart is kept; it is asked for again a day later, too.
    await insertRows(db, 'Chart', [row], {
      orUpdate: entries ? ['entries', 'fetchedAt'] : ['fetchedAt'],
    })
  }
  for (const chart of ['trending', 'discover'] as const)
    await lookUpGroups(deps, { musicbrainz, chart, signal })
}

/** Asks for types and dates of the chart's release groups, 100 at a time, and wants the covers of the first ones. */
async function lookUpGroups(
  deps: WriteDeps,
  { musicbrainz, chart, signal }: Pick<Services, 'musicbrainz'> & { chart: Chart; signal: AbortSignal },
): Promise<void> {
  const stored = await deps.db.chart.findUnique({ where: { name: chart } })
  const ids = stored ? albumEntries.parse(JSON.parse(stored.entries)).map(({ id }) => id) : []
  await wantCovers(deps, ids.slice(0, COVERS))
  const known = await knownGroups(deps, ids)
  const missing = ids.filter((id) => !known.has(id))
  for (let from = 0; from < missing.length && !signal.aborted; from += AT_ONCE) {
    const batch = missing.slice(from, from + AT_ONCE)
    const { groups } = await musicbrainz.searchGroups({ ids: batch }, { isWaitedFor: false, signal })
    await change(deps, (write) => keepGroups(write, groups))
  }
}
