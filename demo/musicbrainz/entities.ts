import type { Answer } from '../service/handler.ts'
import { genres } from '../world/genres.ts'
import { isMbid } from '../world/ids.ts'
import { dateKey, type Release } from '../world/releases.ts'
import type { Group, World } from '../world/world.ts'
import { badRequest, failure, noMatch, notFound, ok } from './answers.ts'
import { isProblem, readInc, readStatuses, readTypes } from './inc.ts'
import { artistWire, groupWire, releasesInOrder, releaseWire, type Inc } from './wire.ts'

/** Browsing releases with their recordings ends after this number of tracks. */
const MAX_TRACKS = 500

const invalidMbid = badRequest('Invalid mbid.')
const needsUser = (inc: Inc) => [...inc].some((name) => name.startsWith('user-'))
const unauthorized = failure(401, 'You are not authorized to access this resource.')

type Request = { world: World; query: URLSearchParams; base: string }

/** Redirects from an id that was merged: the same request with the new id, whose answer is in the body already. */
function redirect(answer: Answer, { query, base }: Request, path: string): Answer {
  const search = query.size === 0 ? '' : `?${query}`
  return { ...answer, status: 301, headers: { ...answer.headers, location: `${base}${path}${search}` } }
}

/** Looks an entity up by its id; an id that was merged redirects, a deleted one is not found. */
export function lookUp(request: Request, resource: string, id: string): Answer {
  const { world, query } = request
  if (!isMbid(id)) return invalidMbid
  const inc = readInc(query, 'lookup', resource)
  if (isProblem(inc)) return badRequest(inc.problem)
  for (const filter of [readTypes(query.get('type')), readStatuses(query.get('status'))])
    if (isProblem(filter)) return badRequest(filter.problem)
  if (needsUser(inc)) return unauthorized
  const wanted = id.toLowerCase()
  const current = world.merged.get(wanted)
  if (current) return redirect(lookUp(request, resource, current), request, `${resource}/${current}`)
  const group = resource === 'release-group' && world.groups.get(wanted)
  if (group) return ok(groupWire(group, inc))
  const release = resource === 'release' && world.releases.get(wanted)
  if (release) return ok(releaseWire(world, release, inc))
  const artist = resource === 'artist' && world.artists.get(wanted)
  return artist ? ok(artistWire(artist, inc)) : notFound
}

/** Reads limit and offset; more than 100 are silently 100. */
function readPage(query: URLSearchParams): { limit: number; offset: number } | { problem: string } {
  const [limit, offset] = [query.get('limit') || '25', query.get('offset') || '0']
  if (!/^\d+$/.test(limit) || !/^\d+$/.test(offset))
    return { problem: "The 'limit' and 'offset' parameters must be positive integers" }
  return { limit: Math.min(Number(limit) || 25, 100), offset: Number(offset) }
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

const isOfTypes = (group: Group, types: string[] | null) =>
  types === null || types.some((type) => type === group.primaryType || group.secondaryTypes.includes(type))

/** True if the service's website lists the group: it has an official release, or one without a status. */
const isListed = (group: Group) =>
  group.releases.some(({ status }) => status === 'Official' || status === null)

/** The order of the service, before a page is sorted by id. */
const inTypeOrder = (groups: Group[]) => {
  const key = (group: Group) =>
    [
      group.primaryType ?? '~',
      group.secondaryTypes.join('+'),
      dateKey(group.firstReleaseDate),
      group.title,
    ].join('\n')
  return groups.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}

export function browseGroups(request: Request): Answer {
  const { world, query } = request
  const linked = ['artist', 'release'].find((name) => query.has(name))
  if (!linked) return noMatch('release-group')
  const inc = readInc(query, 'browse', 'release-group')
  if (isProblem(inc)) return badRequest(inc.problem)
  if (query.has('status')) return badRequest('status is not a valid parameter unless releases are requested.')
  const types = readTypes(query.get('type'))
  if (isProblem(types)) return badRequest(types.problem)
  const id = query.get(linked)!.toLowerCase()
  const filter = query.get('release-group-status')
  if (filter !== null && (linked !== 'artist' || !['website-default', 'all'].includes(filter)))
    return badRequest(`${filter} is not a recognized release-group status.`)
  if (!isMbid(id)) return invalidMbid
  if (needsUser(inc)) return unauthorized
  const page = readPage(query)
  if (isProblem(page)) return badRequest(page.problem)
  const artist = world.artists.get(world.merged.get(id) ?? id)
  const all =
    linked === 'artist' ? artist?.groups : [world.releases.get(id)?.group].filter((row) => row !== undefined)
  if (!all || (linked === 'release' && all.length === 0)) return notFound
  const groups = inTypeOrder(all).filter(
    (group) => isOfTypes(group, types) && (filter !== 'website-default' || isListed(group)),
  )
  const { limit, offset } = page
  return ok({
    'release-group-count': groups.length,
    'release-group-offset': offset,
    'release-groups': groups
      .slice(offset, offset + limit)
      .toSorted(byId)
      .map((group) => groupWire(group, inc)),
  })
}

/** Ends a page with recordings after 500 tracks, but keeps at least one release. */
function withinTracks(releases: Release[], inc: Inc): Release[] {
  if (!inc.has('recordings')) return releases
  let tracks = 0
  return releases.filter(({ media }, place) => {
    tracks += media.reduce((sum, medium) => sum + medium.tracks.length + medium.dataTracks.length, 0)
    return place === 0 || tracks <= MAX_TRACKS
  })
}

export function browseReleases(request: Request): Answer {
  const { world, query } = request
  const linked = ['release-group', 'artist'].find((name) => query.has(name))
  if (!linked) return noMatch('release')
  const inc = readInc(query, 'browse', 'release')
  if (isProblem(inc)) return badRequest(inc.problem)
  const [types, statuses] = [readTypes(query.get('type')), readStatuses(query.get('status'))]
  if (isProblem(types)) return badRequest(types.problem)
  if (isProblem(statuses)) return badRequest(statuses.problem)
  const id = query.get(linked)!.toLowerCase()
  if (!isMbid(id)) return invalidMbid
  if (needsUser(inc)) return unauthorized
  const page = readPage(query)
  if (isProblem(page)) return badRequest(page.problem)
  const current = world.merged.get(id) ?? id
  const all =
    linked === 'artist'
      ? world.artists.get(current)?.groups.flatMap(({ releases }) => releases)
      : world.groups.get(current)?.releases
  if (!all) return notFound
  const releases = releasesInOrder(all).filter(
    ({ status, group }) =>
      isOfTypes(group, types) && (statuses === null || (status !== null && statuses.includes(status))),
  )
  const { limit, offset } = page
  return ok({
    'release-count': releases.length,
    'release-offset': offset,
    releases: withinTracks(releases.slice(offset, offset + limit), inc)
      .toSorted(byId)
      .map((release) => releaseWire(world, release, inc)),
  })
}

/** The curated list of genres: a page as JSON, or all names as plain text. */
export function allGenres(query: URLSearchParams): Answer {
  if (query.get('fmt') === 'txt')
    return { status: 200, type: 'text/plain; charset=utf-8', body: genres.map(({ name }) => name).join('\n') }
  const page = readPage(query)
  if (isProblem(page)) return badRequest(page.problem)
  const { limit, offset } = page
  return ok({
    'genre-count': genres.length,
    'genre-offset': offset,
    genres: genres.slice(offset, offset + limit).map(({ id, name }) => ({ id, name, disambiguation: '' })),
  })
}
