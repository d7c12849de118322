import { frontOf, frontReleaseOf } from '../coverart/images.ts'
import { seeded } from '../covers/seeded.ts'
import type { Artist, Group, World } from '../world/world.ts'
import { creditName } from '../world/world.ts'

export const ranges = [
  'this_week',
  'this_month',
  'this_year',
  'week',
  'month',
  'quarter',
  'year',
  'half_yearly',
  'all_time',
]

/** A chart ends after this number of rows. */
const CHART = 1000

/** The groups of a range with their listens, most listens first: each range has an order of its own. */
function ranked(world: World, range: string): { group: Group; listens: number }[] {
  return [...world.groups.values()]
    .filter(({ releases }) => releases.some(({ status }) => status === 'Official'))
    .map((group) => {
      const chance = seeded(`${range} ${group.id}`)
      return { group, listens: Math.ceil((group.listeners / 200) * chance.between(0.4, 1.6)) }
    })
    .toSorted((a, b) => b.listens - a.listens || (a.group.id < b.group.id ? -1 : 1))
    .slice(0, CHART)
}

const caa = (group: Group) => {
  const release = frontReleaseOf(group)
  return release ? { caa_id: frontOf(release)!.id, caa_release_mbid: release.id } : null
}

const artistRows = (group: Group) =>
  group.credit.map(({ name, joinphrase, artist }) => ({
    artist_credit_name: name,
    artist_mbid: artist.id,
    join_phrase: joinphrase,
  }))

/** A row of the chart of release groups; listens without a match have names alone. */
export function groupRows(world: World, range: string): object[] {
  return ranked(world, range).map(({ group, listens }) => {
    const isMatched = !seeded(`match of ${group.id}`).chance(0.04)
    return {
      ...(isMatched && { artists: artistRows(group) }),
      artist_mbids: isMatched ? group.credit.map(({ artist }) => artist.id) : [],
      artist_name: creditName(group.credit),
      ...(isMatched && caa(group)),
      listen_count: listens,
      ...(isMatched && { release_group_mbid: group.id }),
      release_group_name: group.title,
    }
  })
}

export function releaseRows(world: World, range: string): object[] {
  return ranked(world, range).map(({ group, listens }) => ({
    artist_mbids: group.credit.map(({ artist }) => artist.id),
    artist_name: creditName(group.credit),
    ...caa(group),
    listen_count: listens,
    release_mbid: group.releases[0]!.id,
    release_name: group.releases[0]!.title,
  }))
}

export function artistChart(world: World, range: string): object[] {
  const listens = new Map<Artist, number>()
  for (const { group, listens: count } of ranked(world, range))
    for (const { artist } of group.credit) listens.set(artist, (listens.get(artist) ?? 0) + count)
  return [...listens]
    .toSorted((a, b) => b[1] - a[1])
    .map(([artist, count]) => ({ artist_mbid: artist.id, artist_name: artist.name, listen_count: count }))
}

/** Releases of the days around a date, oldest first. */
export function freshReleases(world: World, { from, to }: { from: string; to: string }): object[] {
  return [...world.releases.values()]
    .filter(({ date }) => date.length === 10 && date >= from && date <= to)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map((release) => {
      const { group } = release
      return {
        artist_credit_name: creditName(group.credit),
        artist_mbids: group.credit.map(({ artist }) => artist.id),
        caa_id: frontOf(release)?.id ?? null,
        caa_release_mbid: release.hasFront ? release.id : null,
        listen_count: seeded(release.id).whole(0, 900),
        release_date: release.date,
        release_group_mbid: group.id,
        ...(group.primaryType && { release_group_primary_type: group.primaryType }),
        ...(group.secondaryTypes[0] && { release_group_secondary_type: group.secondaryTypes[0] }),
        release_mbid: release.id,
        release_name: release.title,
        release_tags: group.tags.map(({ name }) => name),
      }
    })
}

/** Metadata of a release group, with the parts that `inc` names. */
export function groupMetadata(
  group: Group,
  inc: ReadonlySet<string>,
  relations: (artist: Artist) => object,
): object {
  const release = frontReleaseOf(group)
  return {
    release_group: {
      caa_id: release ? frontOf(release)!.id : null,
      caa_release_mbid: release?.id ?? null,
      date: group.firstReleaseDate,
      name: group.title,
      rels: {},
      ...(group.primaryType && { type: group.primaryType }),
    },
    ...(inc.has('artist') && {
      artist: {
        artists: group.credit.map(({ name, joinphrase, artist }) => ({
          artist_mbid: artist.id,
          name,
          join_phrase: joinphrase,
          ...(artist.type && { type: artist.type }),
          ...(artist.begin && { begin_year: Number(artist.begin.slice(0, 4)) }),
          rels: relations(artist),
        })),
        name: creditName(group.credit),
      },
    }),
    ...(inc.has('release') && {
      release: {
        caa_id: release ? frontOf(release)!.id : null,
        caa_release_mbid: release?.id ?? null,
        mbid: group.releases[0]?.id ?? null,
        name: group.releases[0]?.title ?? group.title,
        year: Number(group.firstReleaseDate.slice(0, 4)) || null,
      },
    }),
  }
}
