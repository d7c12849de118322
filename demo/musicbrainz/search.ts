import { createHash } from 'node:crypto'
import type { Answer } from '../service/handler.ts'
import type { Release } from '../world/releases.ts'
import { creditName, type Artist, type Group, type World } from '../world/world.ts'
import { badRequest, ok } from './answers.ts'
import { parseQuery, plainWords } from './query.ts'
import { makeIndex, scoresOf, type Index } from './searchIndex.ts'
import { artistHit, groupHit, releaseHit } from './searchWire.ts'

/** A search returns at most the first 500 hits. */
const MAX_HITS = 500

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
const filled = (values: (string | null)[]) => values.filter((value): value is string => Boolean(value))

const groupIndex = (world: World): Index<Group> =>
  makeIndex(
    [...world.groups.values()].map((group) => ({
      entity: group,
      fields: {
        releasegroup: [group.title],
        releasegroupaccent: [group.title],
        ngram: [group.title],
        release: group.releases.map(({ title }) => title),
        alias: namesOf(group.aliases),
        artist: [creditName(group.credit)],
        artistname: group.credit.map(({ artist }) => artist.name),
        creditname: namesOf(group.credit),
        arid: idsOf(group.credit.map(({ artist }) => artist)),
        rgid: [group.id],
        reid: idsOf(group.releases),
        primarytype: filled([group.primaryType]),
        secondarytype: group.secondaryTypes,
        type: filled([group.secondaryTypes[0] ?? group.primaryType]),
        status: filled(group.releases.map(({ status }) => status)),
        tag: namesOf(group.tags),
        firstreleasedate: filled([group.firstReleaseDate]),
        releases: [String(group.releases.length)],
        comment: filled([group.disambiguation]),
      },
    })),
    {
      keywords: new Set(
        'arid rgid reid primarytype secondarytype type status firstreleasedate releases'.split(' '),
      ),
      boosts: {
        releasegroupaccent: 2,
        releasegroup: 1.5,
        release: 1.3,
        alias: 1.2,
        artistname: 1.2,
        creditname: 1.2,
        comment: 1,
        tag: 1,
        ngram: 1,
      },
    },
  )

const releaseIndex = (world: World): Index<Release> =>
  makeIndex(
    [...world.releases.values()].map((release) => ({
      entity: release,
      fields: {
        release: [release.title],
        reid: [release.id],
        rgid: [release.group.id],
        artist: [creditName(release.group.credit)],
        artistname: release.group.credit.map(({ artist }) => artist.name),
        creditname: namesOf(release.group.credit),
        arid: idsOf(release.group.credit.map(({ artist }) => artist)),
        status: filled([release.status]),
        primarytype: filled([release.group.primaryType]),
        secondarytype: release.group.secondaryTypes,
        date: filled([release.date]),
        country: filled([release.country]),
        barcode: filled([release.barcode]),
      },
    })),
    {
      keywords: new Set('reid rgid arid status primarytype secondarytype date country barcode'.split(' ')),
      boosts: { release: 1.5, artistname: 1.2, creditname: 1.2 },
    },
  )

const artistIndex = (world: World): Index<Artist> =>
  makeIndex(
    [...world.artists.values()].map((artist) => ({
      entity: artist,
      fields: {
        artist: [artist.name],
        artistaccent: [artist.name],
        ngram: [artist.name],
        alias: namesOf(artist.aliases),
        primary_alias: namesOf(artist.aliases.filter(({ primary }) => primary)),
        sortname: [artist.sortName],
        arid: [artist.id],
        type: filled([artist.type]),
        country: filled([artist.country]),
        begin: filled([artist.begin]),
        tag: namesOf(artist.tags),
        comment: filled([artist.disambiguation]),
      },
      // Artists are ranked by how often they are referenced as well; release groups are not.
      weight: Math.log10(Math.max(artist.groups.length, 150)) ** 4,
    })),
    {
      keywords: new Set('arid type country begin'.split(' ')),
      boosts: { artistaccent: 2.2, artist: 2, primary_alias: 2, sortname: 1.85, alias: 1.75, ngram: 0.5 },
    },
  )

const makeSearches = (world: World) => ({
  'release-group': { index: groupIndex(world), list: 'release-groups', hit: groupHit },
  release: { index: releaseIndex(world), list: 'releases', hit: releaseHit },
  artist: { index: artistIndex(world), list: 'artists', hit: artistHit },
})

/** Indexes of a world, built when they are first needed. */
const indexes = new WeakMap<World, ReturnType<typeof makeSearches>>()

export type SearchResource = keyof ReturnType<typeof makeSearches>
export const isSearchable = (resource: string): resource is SearchResource =>
  ['release-group', 'release', 'artist'].includes(resource)

type Found<Entity> = { entity: Entity; points: number }

/** The order of hits with one score differs between pages: paging through them loses and repeats rows. */
function inOrder<Entity extends { id: string }>(hits: Found<Entity>[], offset: number): Found<Entity>[] {
  const place = ({ entity }: Found<Entity>) =>
    createHash('md5').update(`${offset} ${entity.id}`).digest('hex')
  return hits
    .map((hit) => ({ hit, place: place(hit) }))
    .toSorted((a, b) => b.hit.points - a.hit.points || (a.place < b.place ? -1 : 1))
    .map(({ hit }) => hit)
}

/** Reads the page of a search: a limit out of bounds is 25. */
function readPage(query: URLSearchParams): { limit: number; offset: number } {
  const limit = Number(query.get('limit') ?? 25)
  const offset = Number(query.get('offset') ?? 0)
  return {
    limit: Number.isInteger(limit) && limit >= 1 && limit <= 100 ? limit : 25,
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
  }
}

function run<Entity extends { id: string }>(
  {
    index,
    list,
    hit,
  }: { index: Index<Entity>; list: string; hit: (entity: Entity, score: number) => object },
  query: URLSearchParams,
  now: Date,
): Answer {
  const text = query.get('query')!
  const { limit, offset } = readPage(query)
  if (offset + limit > MAX_HITS)
    return badRequest(`Must retrieve at most ${MAX_HITS} search results, not ${offset + limit}.`)
  const clause = query.get('dismax') === 'true' ? plainWords(text) : parseQuery(text, index.fields)
  const hits = [...scoresOf(index, clause)].map(([place, points]) => {
    const { entity, weight = 1 } = index.documents[place]!
    return { entity, points: points * weight }
  })
  const sorted = inOrder(hits, offset)
  const best = sorted[0]?.points ?? 1
  return ok({
    created: now.toISOString(),
    count: hits.length,
    offset,
    [list]: sorted
      .slice(offset, offset + limit)
      // The best hit always has 100, however little it fits.
      .map(({ entity, points }) => hit(entity, Math.floor((100 * points) / best + 1e-9))),
  })
}

/** Searches by Lucene's syntax, or by plain words with `dismax`. `inc` is ignored. */
export function search(world: World, resource: SearchResource, query: URLSearchParams, now: Date): Answer {
  if (!query.get('query')!.trim())
    return badRequest('You submitted a blank search query. Please enter a term to search for.')
  const searches = indexes.get(world) ?? makeSearches(world)
  indexes.set(world, searches)
  if (resource === 'artist') return run(searches.artist, query, now)
  return resource === 'release'
    ? run(searches.release, query, now)
    : run(searches['release-group'], query, now)
}
