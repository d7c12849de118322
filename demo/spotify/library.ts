import { albums as catalogue } from '../catalog/catalog.ts'
import { seeded } from '../covers/seeded.ts'
import { readLists, samplePeople } from '../people/people.ts'
import { idOf, sharedReleases, inventReleases, exclusiveReleases, trackId, type Release } from './records.ts'

export type Account = {
  id: string
  name: string
  about: string
  portrait: string | null
  product: 'premium' | 'free'
  country: string
}

export type Saved = { addedAt: string; release: Release }
export type Playlist = {
  id: string
  name: string
  description: string | null
  owner: { id: string; name: string | null }
  /** null if the owner has not decided */
  public: boolean | null
  collaborative: boolean
  entries: Entry[]
}
export type Entry = {
  addedAt: string | null
  kind: 'track' | 'local' | 'episode' | 'gone'
  release?: Release
  track?: number
}

const account = (
  id: string,
  name: string,
  portrait: string | null,
  product: Account['product'],
  country: string,
  about: string,
): Account => ({ id, name, portrait, product, country, about })

export const accounts: Account[] = [
  account('deniz', 'Deniz', 'deniz', 'premium', 'TR', 'A few dozen albums: Anatolian rock, jazz'),
  account('june', 'June', 'june', 'premium', 'GB', 'More than a hundred albums, mostly for the night'),
  account('kerem', 'Kerem', 'kerem', 'free', 'TR', 'A few dozen albums: metal, punk, the classics'),
  account('mina', 'Mina', null, 'free', 'DE', 'New here: nothing saved, nothing played'),
  account('ruth', 'Ruth', 'ruth', 'premium', 'US', 'Keeps everything: 5,000 albums'),
]

export const accountOf = (id: string): Account | undefined => accounts.find((each) => each.id === id)

const sizes: Record<string, { known: number; unheard: string[]; since: string }> = {
  deniz: {
    known: 58,
    unheard: ['İskele', 'Yankı / Echo', 'Anadolu 45’likleri: Kayıp Plaklar', 'Glass Harbor'],
    since: '2013-04-11',
  },
  june: {
    known: 112,
    unheard: [
      'Glass Harbor',
      'No Parking At Any Time',
      'Compline',
      'Songs for an Empty Mall (Deluxe Edition)',
      '÷',
    ],
    since: '2010-09-02',
  },
  kerem: {
    known: 44,
    unheard: ['Gürültü?!', 'Demir Çağı', 'Live at the Hollow Quarry'],
    since: '2016-01-20',
  },
}
const COLLECTED = 5_000
const FRESH = 200
const LAST_DAY = Date.parse('2026-11-15T20:00:00Z')

function moments(since: string, count: number, user: string): string[] {
  const chance = seeded(`saving days of ${user}`)
  const begin = Date.parse(since)
  const all = new Set<number>()
  while (all.size < count)
    all.add(Math.floor((begin + chance.next() ** 0.7 * (LAST_DAY - begin)) / 1_000) * 1_000)
  return [...all].toSorted((a, b) => b - a).map((moment) => `${new Date(moment).toISOString().slice(0, 19)}Z`)
}

function chooseReleases(id: string): Release[] {
  const chance = seeded(`library of ${id}`)
  const { known: count, unheard: names } = sizes[id]!
  const { taste } = samplePeople.find(({ nickname }) => nickname === id)!
  const countMatches = ({ tags }: Release) =>
    taste.filter((tag) => tags.some((releaseTag) => releaseTag.includes(tag))).length
  const weightedReleases = sharedReleases.map((release, place) => ({
    release,
    weight: countMatches(release) * 3 + chance.next() * 3 - place / sharedReleases.length,
  }))
  const best = weightedReleases
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, count)
    .map(({ release }) => release)
  return chance.shuffle([...best, ...exclusiveReleases.filter(({ name }) => names.includes(name))])
}

export const savedBy = memoize((id: string): Saved[] => {
  const releases = id === 'ruth' ? inventReleases(0, COLLECTED) : sizes[id] ? chooseReleases(id) : []
  const days = moments(sizes[id]?.since ?? '2009-02-01', releases.length, id)
  return releases.map((release, place) => ({ addedAt: days[place]!, release }))
})

export function topArtists(saved: readonly Saved[]): string[] {
  const counts = new Map<string, number>()
  for (const { release } of saved) counts.set(release.artists[0]!, (counts.get(release.artists[0]!) ?? 0) + 1)
  counts.delete('Various Artists')
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([name]) => name)
}

export const followedBy = (saved: readonly Saved[]): string[] =>
  topArtists(saved)
    .filter((name) => seeded(`follows ${name}`).chance(0.5))
    .toSorted((a, b) => (a < b ? -1 : 1))

const rows = (releases: readonly Release[], perAlbum: number): Entry[] =>
  releases.flatMap((release) =>
    release.tracks.slice(0, perAlbum).map((_, track) => ({
      addedAt: '2024-05-17T18:30:00Z',
      kind: 'track' as const,
      release,
      track,
    })),
  )

type Owner = Playlist['owner']
const playlist = (
  owner: Owner,
  name: string,
  entries: Entry[],
  overrides: Partial<Playlist> = {},
): Playlist => ({
  id: idOf('playlist', `${owner.id} / ${name}`),
  name,
  owner,
  entries,
  description: '',
  public: true,
  collaborative: false,
  ...overrides,
})

const odd: Entry[] = [
  { addedAt: null, kind: 'gone' },
  { addedAt: '2019-03-01T09:00:00Z', kind: 'local' },
  { addedAt: '2025-01-05T07:45:00Z', kind: 'episode' },
]

const playlistsFromLists = (owner: Account) =>
  readLists()
    .filter((list) => list.owner === owner.id)
    .map(({ name, description, albums }) => {
      const releases = albums.map((album) => sharedReleases[catalogue.indexOf(album)]!)
      return playlist(owner, name, rows(releases, 2), { description })
    })

/** Returns the playlists of a user: their own, some with unusual rows, a collaborative one, and somebody else's. */
export const playlistsOf = memoize((id: string): Playlist[] => {
  const owner = accountOf(id)
  const newest = savedBy(id)
    .slice(0, 70)
    .map(({ release }) => release)
  if (!owner || newest.length === 0) return []
  const groupSettings = { collaborative: true, public: false }
  return [
    ...playlistsFromLists(owner),
    playlist(owner, 'On repeat', rows(newest, 2)),
    playlist(owner, 'Odds and ends', [...odd, ...rows(newest.slice(0, 4), 1)], {
      description: null,
      public: null,
    }),
    playlist(owner, 'Only for me', rows(newest.slice(4, 10), 1), { public: false }),
    playlist(owner, 'Empty one', []),
    playlist({ id: 'theo', name: null }, 'Kitchen, together', rows(newest.slice(0, 12), 1), groupSettings),
    playlist(
      { id: 'radio.of.nobody', name: 'Radio of Nobody' },
      'Rain on the Roof',
      rows(sharedReleases.slice(0, 40), 1),
    ),
    ...(id === 'ruth'
      ? newest.map((release, place) => playlist(owner, `Shelf ${place + 1}`, rows([release], 3)))
      : []),
  ]
})

export const releaseOf = (id: string): Release | undefined => byId().get(id)

const byId = memoize((): Map<string, Release> => {
  const all = [...sharedReleases, ...exclusiveReleases, ...inventReleases(0, COLLECTED + FRESH)]
  return new Map(all.map((release) => [release.id, release]))
})

/** A track by its id, on the album that has it at that place. */
export const trackOf = (id: string): { release: Release; place: number } | undefined => tracksById().get(id)

const tracksById = memoize(
  () =>
    new Map(
      [...byId().values()].flatMap((release) =>
        release.tracks.map((_, place) => [trackId(release, place), { release, place }] as const),
      ),
    ),
)

/** Albums that nobody has saved yet, at most a hundred at a time. */
export const freshReleases = (from: number, count: number): Release[] =>
  inventReleases(COLLECTED + (from % 100), count)

function memoize<Key extends string | void, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const cache = new Map<Key, Value>()
  return (key) => {
    if (!cache.has(key)) cache.set(key, make(key))
    return cache.get(key)!
  }
}
