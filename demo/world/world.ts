import { seeded } from '../covers/seeded.ts'
import type {
  AliasDescription,
  ArtistDescription,
  CreditDescription,
  GroupDescription,
  Tag,
  WorldDescription,
} from './description.ts'
import { mbidOf } from './ids.ts'
import { makeReleases, type Release } from './releases.ts'

export type Alias = {
  name: string
  locale: string | null
  primary: boolean | null
  type: string | null
}

export type Artist = {
  id: string
  name: string
  sortName: string
  disambiguation: string
  type: string | null
  country: string | null
  begin: string | null
  aliases: Alias[]
  tags: Tag[]
  listeners: number
  groups: Group[]
}

export type Credit = { name: string; joinphrase: string; artist: Artist }[]

export type Group = {
  id: string
  key: string
  title: string
  disambiguation: string
  firstReleaseDate: string
  primaryType: string | null
  secondaryTypes: string[]
  credit: Credit
  aliases: Alias[]
  tags: Tag[]
  /** from 0 to 5; null without votes */
  rating: { value: number | null; votes: number }
  releases: Release[]
  listeners: number
}

export type World = {
  artists: ReadonlyMap<string, Artist>
  groups: ReadonlyMap<string, Group>
  releases: ReadonlyMap<string, Release>
  /** current ids by ids that were merged */
  merged: ReadonlyMap<string, string>
}

const variousArtists = '89ad4ac3-39f7-470e-963a-56509c546377'

export const creditName = (credit: { name: string; joinphrase?: string }[]): string =>
  credit.map(({ name, joinphrase = '' }) => name + joinphrase).join('')

const aliasOf = (alias: AliasDescription): Alias => {
  if (typeof alias === 'string') return { name: alias, locale: null, primary: null, type: 'Search hint' }
  const { name, locale = null, primary = false, type = null } = alias
  return { name, locale, primary: locale ? primary : null, type }
}

/** Adds aliases that a list lacks: several groups can describe the same artist. */
function addAliases(aliases: Alias[], more: readonly AliasDescription[] = []) {
  for (const alias of more.map(aliasOf))
    if (!aliases.some(({ name }) => name === alias.name)) aliases.push(alias)
}

const artistKey = (name: string, disambiguation = '') => `${name}\n${disambiguation}`

function makeArtist(description: ArtistDescription): Artist {
  const { name, disambiguation = '', type = null, country = null, begin = null } = description
  const key = disambiguation ? `${name} (${disambiguation})` : name
  return {
    id: description.id ?? (name === 'Various Artists' ? variousArtists : mbidOf('artist', key)),
    name,
    sortName: description.sortName ?? name.replace(/^(the) (.+)$/i, '$2, $1'),
    disambiguation,
    type,
    country,
    begin,
    aliases: (description.aliases ?? []).map(aliasOf),
    tags: description.tags ?? [],
    listeners: description.listeners ?? 1000,
    groups: [],
  }
}

function makeGroup(description: GroupDescription, credit: Credit): Group {
  const { title, firstReleaseDate, primaryType, secondaryTypes = [] } = description
  const key = description.key ?? [creditName(credit), title, firstReleaseDate, primaryType ?? ''].join(' / ')
  const chance = seeded(`ratings of ${key}`)
  const votes = chance.chance(0.25) ? 0 : chance.whole(1, 40)
  const group: Group = {
    id: description.id ?? mbidOf('release-group', key),
    key,
    title,
    disambiguation: description.disambiguation ?? '',
    firstReleaseDate,
    primaryType,
    secondaryTypes,
    credit,
    aliases: (description.aliases ?? []).map(aliasOf),
    tags: description.tags ?? [],
    rating: { value: votes === 0 ? null : chance.whole(26, 50) / 10, votes },
    releases: [],
    listeners: description.listeners ?? chance.whole(200, 9000),
  }
  group.releases.push(...makeReleases(group, description))
  return group
}

/** Builds everything that the stand-ins respond from; the ids are the same for the same descriptions. */
export function makeWorld({ groups, artists = [] }: WorldDescription): World {
  const artistsByKey = new Map<string, Artist>()
  const merged = new Map<string, string>()
  for (const description of artists) {
    const artist = makeArtist(description)
    artistsByKey.set(artistKey(artist.name, artist.disambiguation), artist)
    for (const id of description.formerIds ?? []) merged.set(id, artist.id)
  }
  const artistOf = ({ artist: name, disambiguation, aliases }: CreditDescription) => {
    const key = artistKey(name, disambiguation)
    const artist = artistsByKey.get(key) ?? makeArtist({ name, disambiguation })
    artistsByKey.set(key, artist)
    addAliases(artist.aliases, aliases)
    return artist
  }
  const world = { groups: new Map<string, Group>(), releases: new Map<string, Release>() }
  for (const description of groups) {
    const credit = description.artistCredit.map((entry) => ({
      name: entry.name,
      joinphrase: entry.joinphrase ?? '',
      artist: artistOf(entry),
    }))
    const group = makeGroup(description, credit)
    if (world.groups.has(group.id)) throw new Error(`demo/world: a group twice: ${group.key}`)
    world.groups.set(group.id, group)
    for (const release of group.releases) world.releases.set(release.id, release)
    for (const artist of new Set(credit.map((entry) => entry.artist))) artist.groups.push(group)
    for (const id of description.formerIds ?? []) merged.set(id, group.id)
  }
  const byId = new Map([...artistsByKey.values()].map((artist) => [artist.id, artist]))
  return { ...world, artists: byId, merged }
}
