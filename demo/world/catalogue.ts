import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../server/lib/root.ts'
import { albums, artists, type Album, type Artist } from '../catalog/catalog.ts'
import { seeded } from '../covers/seeded.ts'
import type {
  AliasDescription,
  ArtistDescription,
  GroupDescription,
  Tag,
  WorldDescription,
} from './description.ts'
import { tagName } from './genres.ts'
import { parseGroups } from './parse.ts'
import { creditName } from './world.ts'

const read = (file: string) => parseGroups(readFileSync(join(root, 'demo/catalog/groups', file), 'utf8'))

/** Votes for the tags of Last.fm: fewer for each further tag; neighbours can have the same number. */
function votesFor(tags: string[], key: string): Tag[] {
  const chance = seeded(`votes of ${key}`)
  let count = chance.whole(6, 24)
  return tags.map((tag) => {
    count = Math.max(1, count - chance.whole(0, 5))
    return { name: tagName(tag), count }
  })
}

const languages: [RegExp, string][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
]

/** A spelling of Last.fm: a name in a language if its script tells one, else a hint for the search. */
function aliasOf(name: string): AliasDescription {
  const locale = languages.find(([script]) => script.test(name))?.[1]
  return locale ? { name, locale } : { name, type: 'Search hint' }
}

const nameOf = (alias: AliasDescription) => (typeof alias === 'string' ? alias : alias.name)

function artistOf(artist: Artist, known: ArtistDescription | undefined): ArtistDescription {
  const aliases = known?.aliases ?? []
  const more = artist.aliases.filter((name) => !aliases.some((alias) => nameOf(alias) === name)).map(aliasOf)
  return {
    ...known,
    name: artist.name,
    aliases: [...aliases, ...more],
    tags: votesFor(artist.tags, artist.name),
    listeners: artist.listeners,
    // Last.fm knows the artist's id, where it knows one.
    id: artist.mbid ?? undefined,
  }
}

/** The first release of an album of the catalogue: its id is the one that Last.fm has for the album. */
function groupOf(album: Album, known: GroupDescription | undefined): GroupDescription {
  const date = known?.firstReleaseDate ?? String(album.year)
  const tracks = album.tracks.map(({ name, seconds, artist }) => ({
    title: name,
    seconds,
    ...(artist !== album.artist && { artist }),
  }))
  const [first, ...more] = known?.releases ?? [{ title: album.name, date }]
  return {
    artistCredit: [{ name: album.artist, artist: album.artist }],
    title: album.name,
    firstReleaseDate: date,
    primaryType: 'Album',
    ...known,
    tags: votesFor(album.tags, album.key),
    tracks,
    releases: [{ ...first!, id: album.mbid ?? undefined }, ...more],
    listeners: album.listeners,
    hasCover: album.hasCover,
  }
}

/** Describes the albums of the demo's catalogue as release groups, and more groups. */
export function describeCatalogue(): WorldDescription {
  const [known, more] = [read('known.txt'), read('more.txt')]
  const knownArtists = new Map(known.artists.map((artist) => [artist.name, artist]))
  const places = new Map<string, GroupDescription>()
  for (const group of known.groups) {
    // A credit of several artists is one name at Last.fm; a single can have the name of its album.
    const place = `${creditName(group.artistCredit).replace(' / ', ' & ')}\n${group.title}`
    if (!places.has(place)) places.set(place, group)
  }
  const used = new Set<GroupDescription>()
  const groups = albums.map((album) => {
    const group = places.get(`${album.artist}\n${album.name}`)
    if (group) used.add(group)
    return groupOf(album, group)
  })
  const credited = new Set(groups.flatMap(({ artistCredit }) => artistCredit.map(({ artist }) => artist)))
  const listed = artists
    .filter(({ name }) => credited.has(name))
    .map((artist) => artistOf(artist, knownArtists.get(artist.name)))
  const names = new Set(listed.map(({ name }) => name))
  return {
    artists: [
      ...listed,
      ...known.artists.filter(({ name }) => !names.has(name) && !artists.some((row) => row.name === name)),
      ...more.artists,
    ],
    groups: [...groups, ...known.groups.filter((group) => !used.has(group)), ...more.groups],
  }
}
