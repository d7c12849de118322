import { mbidOf } from '../world/ids.ts'
import type { Release } from '../world/releases.ts'
import { creditName, type Alias, type Artist, type Credit, type Group } from '../world/world.ts'
import { countryName, typeId } from './names.ts'

// In a search, an empty value is absent, where a lookup has '', null or [].

const list = <Item>(key: string, items: Item[]) => (items.length > 0 ? { [key]: items } : {})
const typed = (key: string, kind: string, name: string | null) =>
  name === null ? {} : { [key]: name, [`${key}-id`]: typeId(kind, name) }

const aliasHit = ({ name, locale, primary, type }: Alias) => ({
  'sort-name': name,
  ...(type && { 'type-id': typeId('alias-type', type) }),
  name,
  locale,
  type,
  primary: primary || null,
  'begin-date': null,
  'end-date': null,
})

const creditHit = (credit: Credit) =>
  credit.map(({ name, joinphrase, artist }) => ({
    ...(joinphrase && { joinphrase }),
    // The service's own fixture has no credited name for this artist.
    ...(name !== 'Various Artists' && { name }),
    artist: {
      id: artist.id,
      name: artist.name,
      'sort-name': artist.sortName,
      ...(artist.disambiguation && { disambiguation: artist.disambiguation }),
      ...list('aliases', artist.aliases.map(aliasHit)),
    },
  }))

const tagHits = (tags: Group['tags']) =>
  list(
    'tags',
    tags.map(({ name, count }) => ({ count, name })),
  )

const groupTypes = (group: Group) => ({
  ...typed('primary-type', 'primary-type', group.primaryType),
  ...list('secondary-types', group.secondaryTypes),
  ...list(
    'secondary-type-ids',
    group.secondaryTypes.map((type) => typeId('secondary-type', type)),
  ),
})

/** A release group of a search, with all of its releases. */
export function groupHit(group: Group, score: number): object {
  const type = group.secondaryTypes[0] ?? group.primaryType
  return {
    id: group.id,
    ...(type && { 'type-id': typeId(group.secondaryTypes[0] ? 'secondary-type' : 'primary-type', type) }),
    score,
    'artist-credit-id': mbidOf('artist-credit', creditName(group.credit)),
    count: group.releases.length,
    title: group.title,
    ...(group.firstReleaseDate && { 'first-release-date': group.firstReleaseDate }),
    ...(group.disambiguation && { disambiguation: group.disambiguation }),
    ...groupTypes(group),
    'artist-credit': creditHit(group.credit),
    ...list(
      'releases',
      group.releases.map(({ id, title, status }) => ({ id, ...typed('status', 'status', status), title })),
    ),
    ...list('aliases', group.aliases.map(aliasHit)),
    ...tagHits(group.tags),
  }
}

const areaHit = (code: string) => ({
  id: mbidOf('area', code),
  name: countryName(code),
  'sort-name': countryName(code),
  'iso-3166-1-codes': [code],
})

export function releaseHit(release: Release, score: number): object {
  const { group, media } = release
  const tracks = media.reduce((sum, medium) => sum + medium.tracks.length, 0)
  return {
    id: release.id,
    score,
    'artist-credit-id': mbidOf('artist-credit', creditName(group.credit)),
    count: media.length,
    title: release.title,
    ...typed('status', 'status', release.status),
    ...(release.disambiguation && { disambiguation: release.disambiguation }),
    ...(release.language && {
      'text-representation': { language: release.language, script: release.script },
    }),
    'artist-credit': creditHit(group.credit),
    'release-group': { id: group.id, title: group.title, ...groupTypes(group) },
    ...(release.date && { date: release.date }),
    ...(release.country && {
      country: release.country,
      'release-events': [{ ...(release.date && { date: release.date }), area: areaHit(release.country) }],
    }),
    ...(release.barcode && { barcode: release.barcode }),
    'track-count': tracks,
    media: media.map((medium) => ({
      ...(medium.format && { format: medium.format }),
      'disc-count': 0,
      'track-count': medium.tracks.length,
    })),
  }
}

export const artistHit = (artist: Artist, score: number): object => ({
  id: artist.id,
  ...typed('type', 'artist-type', artist.type),
  score,
  name: artist.name,
  'sort-name': artist.sortName,
  ...(artist.country && { country: artist.country, area: areaHit(artist.country) }),
  ...(artist.disambiguation && { disambiguation: artist.disambiguation }),
  'life-span': { ...(artist.begin && { begin: artist.begin }), ended: null },
  ...list('aliases', artist.aliases.map(aliasHit)),
  ...tagHits(artist.tags),
})
