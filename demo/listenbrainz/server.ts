import type { FastifyInstance } from 'fastify'
import { seeded } from '../covers/seeded.ts'
import type { Histories } from '../plays/histories.ts'
import { makeHandler, type Answer, type Call } from '../service/handler.ts'
import type { DemoState, Rule } from '../service/rules.ts'
import { isLibrary } from '../service/userAgent.ts'
import { genreOf } from '../world/genres.ts'
import { isMbid } from '../world/ids.ts'
import { wikidataOf } from '../world/links.ts'
import type { World } from '../world/world.ts'
import { artistChart, freshReleases, groupMetadata, groupRows, ranges, releaseRows } from './charts.ts'
import { listensOf } from './listens.ts'

/** `no-content`: statistics that are not computed; `old`: they were computed weeks ago. */
export const listenbrainzFaults = [
  'rate-limit',
  'no-content',
  'unauthorized',
  'not-found',
  'error',
  'forbidden',
  'old',
]

const failure = (code: number, error: string): Answer => ({ status: code, body: { code, error } })
const badRequest = (error: string) => failure(400, error)
const notFound = failure(404, 'Not found.')
const unauthorized = failure(401, 'You need to provide an Authorization token.')
const tooMany = failure(429, 'Too many requests.')
const noContent: Answer = { status: 204, body: '' }
const forbidden: Answer = {
  status: 403,
  type: 'text/html',
  body: '<html><body>403 Forbidden</body></html>\n',
}

const failures = (rule: Rule): Answer | undefined => {
  if (rule.fault === 'error') return failure(rule.status ?? 500, rule.message ?? 'Internal Server Error')
  if (rule.fault === 'rate-limit') return { ...tooMany, headers: limitHeaders(0, rule.retryAfter) }
  const answers: Record<string, Answer> = {
    'no-content': noContent,
    unauthorized,
    'not-found': notFound,
    forbidden,
  }
  return answers[rule.fault]
}

/** Requests of an address within ten seconds, and what the window says about itself. */
const WINDOW = 10
const ALLOWED = 30

const limitHeaders = (remaining: number, wait?: number) => {
  const seconds = wait ?? WINDOW - (Math.floor(Date.now() / 1000) % WINDOW)
  return {
    'x-ratelimit-limit': ALLOWED,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset-in': seconds,
    'x-ratelimit-reset': Math.floor(Date.now() / 1000) + seconds,
  }
}

/** Counts the requests of each address in a window; returns how many are left, less than none if there are too many. */
function makeCounter() {
  const counts = new Map<string, { window: number; count: number }>()
  return (address: string): number => {
    const window = Math.floor(Date.now() / 1000 / WINDOW)
    const last = counts.get(address)
    const count = last?.window === window ? last.count + 1 : 1
    counts.set(address, { window, count })
    return ALLOWED - count
  }
}

/** Reads a parameter that is a whole number and not negative. */
const readNumber = (query: URLSearchParams, name: string, usual: number): number | null => {
  const value = Number(query.get(name) ?? usual)
  return Number.isInteger(value) && value >= 0 ? value : null
}

const charts: Record<
  string,
  { key: string; total: string; rows: (world: World, range: string) => object[] }
> = {
  'release-groups': { key: 'release_groups', total: 'total_release_group_count', rows: groupRows },
  releases: { key: 'releases', total: 'total_release_count', rows: releaseRows },
  artists: { key: 'artists', total: 'total_artist_count', rows: artistChart },
}

const DAY = 86_400

/** The charts of the whole site. */
function sitewide(call: Call, name: string, { world, now }: { world: World; now: Date }): Answer {
  const chart = charts[name]
  if (!chart) return notFound
  const range = call.query.get('range') ?? 'all_time'
  const [offset, count] = [readNumber(call.query, 'offset', 0), readNumber(call.query, 'count', 25)]
  if (!ranges.includes(range)) return badRequest(`Invalid range: ${range}`)
  if (offset === null) return badRequest("'offset' should be a non-negative integer")
  if (count === null) return badRequest("'count' should be a non-negative integer")
  const rows = chart.rows(world, range)
  const page = rows.slice(offset, offset + Math.min(count, 1000))
  const updated = Math.floor(now.getTime() / 1000) - (call.faults.includes('old') ? 40 * DAY : 5 * 3600)
  return {
    status: 200,
    body: {
      payload: {
        [chart.key]: page,
        count: page.length,
        [chart.total]: rows.length,
        offset,
        range,
        from_ts: range === 'all_time' ? 1_009_823_400 : updated - 7 * DAY,
        to_ts: updated,
        last_updated: updated,
      },
    },
  }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Releases of the days before and after a date. Bounds that are exceeded are errors. */
function fresh({ query }: Call, { world, now }: { world: World; now: Date }): Answer {
  const days = readNumber(query, 'days', 14)
  const date = query.get('release_date') ?? dayOf(now.getTime())
  if (days === null || days < 1 || days > 90) return badRequest('days must be between 1 and 90.')
  const time = Date.parse(date)
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(time))
    return badRequest(`Cannot parse date. Must be in YYYY-MM-DD format.`)
  const isAsked = (name: string) => query.get(name)?.toLowerCase() !== 'false'
  const span = days * DAY * 1000
  const releases = freshReleases(world, {
    from: isAsked('past') ? dayOf(time - span) : date,
    to: isAsked('future') ? dayOf(time + span) : date,
  })
  return { status: 200, body: { payload: { releases, total_count: releases.length } } }
}

/** Numbers of listens, in the order of the ids. */
function popularity({ body }: Call, world: World): Answer {
  const ids = (body as { release_group_mbids?: unknown } | null)?.release_group_mbids
  if (!Array.isArray(ids) || ids.length === 0)
    return badRequest('release_group_mbids JSON element must be present')
  if (ids.length > 1000) return badRequest('Too many release_group_mbids')
  const rows = ids.map((id: unknown) => {
    const group = typeof id === 'string' ? world.groups.get(id) : undefined
    return {
      release_group_mbid: id,
      total_listen_count: group ? group.listeners * seeded(group.id).whole(6, 20) : null,
      total_user_count: group ? group.listeners : null,
    }
  })
  return { status: 200, body: rows }
}

/** Metadata of several groups at once; unknown ids are left out. */
function metadata({ query }: Call, world: World): Answer {
  const ids = (query.get('release_group_mbids') ?? '').split(',').filter(Boolean)
  const wrong = ids.find((id) => !isMbid(id))
  if (ids.length === 0)
    return badRequest(
      'release_group_mbids argument must be present and contain a comma separated list of mbids',
    )
  if (wrong) return badRequest(`release_group_mbid ${wrong} is not valid.`)
  const inc = new Set((query.get('inc') ?? '').split(/[+ ]/).filter(Boolean))
  const unknown = [...inc].find((name) => !['artist', 'tag', 'release', 'recording'].includes(name))
  if (unknown)
    return badRequest(`invalid inc argument '${unknown}'. Must be one of artist, recording, release, tag`)
  const rows = ids.flatMap((id) => {
    const group = world.groups.get(world.merged.get(id) ?? id)
    if (!group) return []
    const relations = (artist: Parameters<typeof wikidataOf>[0]) => {
      const item = wikidataOf(artist)
      return item ? { wikidata: `https://www.wikidata.org/wiki/${item}` } : {}
    }
    const tags = group.tags.map(({ name, count }) => {
      const genre = genreOf(name)
      return { count, ...(genre && { genre_mbid: genre.id }), tag: name }
    })
    const row = groupMetadata(group, inc, relations)
    return [[id, { ...row, ...(inc.has('tag') && { tag: { artist: [], release_group: tags } }) }] as const]
  })
  return { status: 200, body: Object.fromEntries(rows) }
}

/** Routes that need a token since 2025. */
const closed = [
  /^popularity\/top-release-groups-for-artist\//,
  /^popularity\/top-recordings-for-artist\//,
  /^explore\/lb-radio/,
  /^metadata\/lookup/,
]

function route(call: Call, options: { world: World; now: Date; histories: Histories }): Answer {
  const path = call.path.slice(call.path.indexOf('/1/') + 3)
  if (closed.some((pattern) => pattern.test(path))) return unauthorized
  const [, user] = /^user\/([^/]+)\/listens\/?$/.exec(path) ?? []
  if (user) return listensOf(call, user, options.histories.of('listenbrainz', user))
  const [, chart] = /^stats\/sitewide\/([\w-]+)\/?$/.exec(path) ?? []
  if (chart) return sitewide(call, chart, options)
  if (/^explore\/fresh-releases\/?$/.test(path)) return fresh(call, options)
  if (/^popularity\/release-group\/?$/.test(path))
    return call.verb === 'POST' ? popularity(call, options.world) : failure(405, 'Method not allowed')
  return /^metadata\/release_group\/?$/.test(path) ? metadata(call, options.world) : notFound
}

type Options = {
  state: DemoState
  world: () => World
  now: () => Date
  histories: Histories
  isLimited: boolean
}

/** The stand-in of ListenBrainz' API as a Fastify plugin: /1/ under its prefix. */
export async function listenbrainz(
  app: FastifyInstance,
  { state, world, now, histories, isLimited }: Options,
) {
  const left = makeCounter()
  const respond = (call: Call): Answer | null => {
    if (!call.userAgent) return null
    if (isLibrary(call.userAgent)) return forbidden
    const remaining = isLimited ? left(call.address) : ALLOWED
    const answer = remaining < 0 ? tooMany : route(call, { world: world(), now: now(), histories })
    return {
      ...answer,
      headers: {
        'access-control-allow-origin': '*',
        ...limitHeaders(Math.max(remaining, 0)),
        ...answer.headers,
      },
    }
  }
  const handler = makeHandler(app, { service: 'listenbrainz', state, now, failures, respond })
  app.route({ method: ['GET', 'HEAD', 'POST', 'OPTIONS'], url: '/1/*', handler })
}
