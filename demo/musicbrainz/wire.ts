import type { Tag } from '../world/description.ts'
import { genreOf } from '../world/genres.ts'
import { mbidOf } from '../world/ids.ts'
import { linkedFile, wikidataOf } from '../world/links.ts'
import { dateKey, type Medium, type Release, type Track } from '../world/releases.ts'
import type { Alias, Artist, Credit, Group, World } from '../world/world.ts'
import { countryName, typeId } from './names.ts'

/** The `inc` of a request. */
export type Inc = ReadonlySet<string>

/** Sub-lists end after this number of rows, without a count. */
const SUBLIST = 25

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

const nameAndId = (key: string, kind: string, name: string | null) => ({
  [key]: name,
  [`${key}-id`]: name === null ? null : typeId(kind, name),
})

/** The aliases of a lookup; those of a search have other keys for the dates. */
const aliasWire = (aliases: Alias[]) =>
  aliases.toSorted(byName).map(({ name, locale, primary, type }) => ({
    name,
    'sort-name': name,
    locale,
    primary,
    ...nameAndId('type', 'alias-type', type),
    begin: null,
    end: null,
    ended: false,
  }))

/** Tags and genres, which are the tags with a name of the curated list; both are sorted by name. */
function tagWire(tags: Tag[], inc: Inc) {
  const sorted = tags.toSorted(byName)
  return {
    ...(inc.has('tags') && { tags: sorted.map(({ name, count }) => ({ count, name })) }),
    ...(inc.has('genres') && {
      genres: sorted.flatMap(({ name, count }) => {
        const genre = genreOf(name)
        return genre ? [{ id: genre.id, name, disambiguation: '', count }] : []
      }),
    }),
  }
}

const areaWire = (code: string | null) =>
  code && {
    id: mbidOf('area', code),
    name: countryName(code),
    'sort-name': countryName(code),
    disambiguation: '',
    'iso-3166-1-codes': [code],
    type: null,
    'type-id': null,
  }

/** An artist inside another entity. */
const artistStub = (artist: Artist, inc: Inc) => ({
  id: artist.id,
  name: artist.name,
  'sort-name': artist.sortName,
  disambiguation: artist.disambiguation,
  country: artist.country,
  ...nameAndId('type', 'artist-type', artist.type),
  ...(inc.has('aliases') && { aliases: aliasWire(artist.aliases) }),
  ...tagWire(artist.tags, inc),
})

const creditWire = (credit: Credit, inc: Inc) =>
  credit.map(({ name, joinphrase, artist }) => ({ name, joinphrase, artist: artistStub(artist, inc) }))

const relationWire = (type: string, resource: string) => ({
  type,
  'type-id': typeId('url-relation', type),
  'target-type': 'url',
  direction: 'forward',
  url: { id: mbidOf('url', resource), resource },
  begin: null,
  end: null,
  ended: false,
  attributes: [],
  'attribute-ids': {},
  'attribute-values': {},
  'source-credit': '',
  'target-credit': '',
})

/** The links of an artist, sorted by type. */
function artistRelations(artist: Artist) {
  const file = linkedFile(artist)
  const item = wikidataOf(artist)
  return [
    ...(file
      ? [
          relationWire(
            'image',
            `https://commons.wikimedia.org/wiki/File:${encodeURI(file.replace(/ /g, '_'))}`,
          ),
        ]
      : []),
    relationWire('official homepage', `https://${artist.id}.example/`),
    ...(item ? [relationWire('wikidata', `https://www.wikidata.org/wiki/${item}`)] : []),
  ]
}

const groupFields = (group: Group) => ({
  id: group.id,
  title: group.title,
  disambiguation: group.disambiguation,
  'first-release-date': group.firstReleaseDate,
  ...nameAndId('primary-type', 'primary-type', group.primaryType),
  'secondary-types': group.secondaryTypes,
  'secondary-type-ids': group.secondaryTypes.map((type) => typeId('secondary-type', type)),
})

/** A release group by itself, in a browse, or inside a release. */
export const groupWire = (group: Group, inc: Inc) => ({
  ...groupFields(group),
  ...((inc.has('artist-credits') || inc.has('artists')) && {
    'artist-credit': creditWire(group.credit, inc),
  }),
  ...(inc.has('releases') && {
    releases: releasesInOrder(group.releases)
      .slice(0, SUBLIST)
      .toSorted(byId)
      .map((release) => releaseStub(release, inc)),
  }),
  ...(inc.has('aliases') && { aliases: aliasWire(group.aliases) }),
  ...(inc.has('annotation') && { annotation: null }),
  ...(inc.has('ratings') && { rating: { value: group.rating.value, 'votes-count': group.rating.votes } }),
  ...tagWire(group.tags, inc),
  ...(inc.has('url-rels') && {
    relations: [
      relationWire('discogs', `https://www.discogs.com/master/${parseInt(group.id.slice(0, 6), 16)}`),
    ],
  }),
})

/** The service's order: by date, country and barcode; unknown dates are last. */
export const releasesInOrder = (releases: readonly Release[]): Release[] => {
  const key = ({ date, country, barcode }: Release) =>
    [dateKey(date), country ?? '~', barcode ?? '~'].join('\n')
  return releases.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}

const trackWire = (world: World, track: Track, release: Release, inc: Inc) => {
  const guest = track.artist && [...world.artists.values()].find(({ name }) => name === track.artist)
  const credit = guest ? [{ name: guest.name, joinphrase: '', artist: guest }] : release.group.credit
  const artistCredit = inc.has('artist-credits') && { 'artist-credit': creditWire(credit, new Set()) }
  return {
    id: track.id,
    position: track.position,
    number: track.number,
    title: track.title,
    length: track.length,
    recording: {
      id: track.recordingId,
      title: track.title,
      length: track.length,
      disambiguation: '',
      video: false,
      ...(release.date && { 'first-release-date': release.date }),
      ...artistCredit,
    },
    ...artistCredit,
  }
}

function mediumWire(world: World, medium: Medium, release: Release, inc: Inc) {
  const track = (entry: Track) => trackWire(world, entry, release, inc)
  return {
    id: medium.id,
    position: medium.position,
    title: '',
    ...nameAndId('format', 'format', medium.format),
    'track-count': medium.tracks.length + medium.dataTracks.length,
    ...(inc.has('recordings') && {
      'track-offset': 0,
      tracks: medium.tracks.map(track),
      ...(medium.pregap && { pregap: track(medium.pregap) }),
      ...(medium.dataTracks.length > 0 && { 'data-tracks': medium.dataTracks.map(track) }),
    }),
  }
}

/** A release inside a release group: it has no word on cover art. */
const releaseStub = (release: Release, inc: Inc) => ({
  id: release.id,
  title: release.title,
  ...nameAndId('status', 'status', release.status),
  quality: 'normal',
  'text-representation': { language: release.language, script: release.script },
  // A release without events has no date at all.
  ...((release.date || release.country) && {
    date: release.date,
    country: release.country,
    'release-events': [{ date: release.date, area: areaWire(release.country) }],
  }),
  barcode: release.barcode,
  ...nameAndId('packaging', 'packaging', null),
  disambiguation: release.disambiguation,
  ...(inc.has('artist-credits') && { 'artist-credit': creditWire(release.group.credit, inc) }),
  ...(inc.has('media') && {
    media: release.media.map((medium) => ({
      ...nameAndId('format', 'format', medium.format),
      position: medium.position,
      title: '',
      'track-count': medium.tracks.length,
    })),
  }),
})

/** A release by itself or in a browse. */
export const releaseWire = (world: World, release: Release, inc: Inc) => ({
  ...releaseStub(release, new Set([...inc].filter((name) => name !== 'media'))),
  asin: null,
  'cover-art-archive': {
    artwork: release.hasFront,
    count: release.hasFront ? 1 : 0,
    front: release.hasFront,
    back: false,
    darkened: release.darkened,
  },
  ...(inc.has('release-groups') && {
    'release-group': groupWire(
      release.group,
      new Set([...inc].filter((name) => !['releases', 'url-rels', 'annotation'].includes(name))),
    ),
  }),
  ...((inc.has('recordings') || inc.has('media') || inc.has('discids')) && {
    media: release.media.map((medium) => mediumWire(world, medium, release, inc)),
  }),
  ...(inc.has('labels') && { 'label-info': [] }),
  ...(inc.has('aliases') && { aliases: [] }),
  ...(inc.has('annotation') && { annotation: null }),
  // Genres, tags and links of releases are rare: the group has them.
  ...tagWire([], inc),
  ...(inc.has('url-rels') && { relations: [] }),
})

export const artistWire = (artist: Artist, inc: Inc) => ({
  ...artistStub(artist, inc),
  area: areaWire(artist.country),
  'begin-area': null,
  'end-area': null,
  ...nameAndId('gender', 'gender', null),
  'life-span': { begin: artist.begin, end: null, ended: false },
  ipis: [],
  isnis: [],
  ...(inc.has('annotation') && { annotation: null }),
  ...(inc.has('ratings') && { rating: { value: null, 'votes-count': 0 } }),
  ...(inc.has('url-rels') && { relations: artistRelations(artist) }),
  ...(inc.has('release-groups') && {
    'release-groups': artist.groups
      .toSorted((a, b) => (dateKey(a.firstReleaseDate) < dateKey(b.firstReleaseDate) ? -1 : 1))
      .slice(0, SUBLIST)
      .toSorted(byId)
      .map((group) => groupWire(group, new Set(inc.has('artist-credits') ? ['artist-credits'] : []))),
  }),
})
