import type { FastifyInstance } from 'fastify'
import { makeHandler, type Answer, type Call } from '../service/handler.ts'
import type { DemoState, Rule } from '../service/rules.ts'
import { isLibrary } from '../service/userAgent.ts'
import type { World } from '../world/world.ts'
import { badRequest, failure, noMatch, notFound } from './answers.ts'
import { allGenres, browseGroups, browseReleases, lookUp } from './entities.ts'
import { blocked, busy, makeGate, tooFast, usualHeaders } from './limits.ts'
import { isSearchable, search } from './search.ts'

/** `shed` is `busy` for a fifth of the calls, as the service was in 2026; `unlimited` opens the gate of one request a second. */
export const musicbrainzFaults = [
  'shed',
  'busy',
  'rate-limit',
  'forbidden',
  'not-found',
  'error',
  'unlimited',
]

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'Authorization, Content-Type, User-Agent',
}

const isSearch = ({ query }: Call) => query.has('query')

const failures = (rule: Rule, call: Call): Answer | undefined => {
  if (rule.fault === 'busy' || rule.fault === 'shed') return busy(isSearch(call))
  if (rule.fault === 'rate-limit') return tooFast(call.address)
  if (rule.fault === 'forbidden') return blocked
  if (rule.fault === 'not-found') return notFound
  if (rule.fault === 'error') return failure(rule.status ?? 500, rule.message ?? 'Internal Server Error')
  return undefined
}

/** Without `fmt=json` the service speaks XML, of which this stand-in has an empty document. */
const emptyXml: Answer = {
  status: 200,
  type: 'application/xml; charset=utf-8',
  body: '<?xml version="1.0" encoding="UTF-8"?>\n<metadata xmlns="http://musicbrainz.org/ns/mmd-2.0#"/>\n',
}

/** Responds to a request of the web service, without limits. */
function respondWithin(call: Call, options: { world: World; base: string; now: Date }): Answer {
  const { query } = call
  const { world, base, now } = options
  const path = call.path.slice(call.path.indexOf('/ws/2/') + 6)
  const [resource = '', id, more] = path.split('/')
  if (!['release-group', 'release', 'artist', 'genre'].includes(resource)) return notFound
  if (resource === 'genre') return id === 'all' ? allGenres(query) : notFound
  if (call.verb !== 'GET' || more !== undefined) return noMatch(resource)
  if (query.get('fmt') !== 'json' && !call.accept.includes('application/json')) return emptyXml
  if (id) return lookUp({ world, query, base }, resource, id)
  if (query.has('query') && isSearchable(resource)) return search(world, resource, query, now)
  if (resource === 'artist') return noMatch(resource)
  return resource === 'release'
    ? browseReleases({ world, query, base })
    : browseGroups({ world, query, base })
}

type Options = {
  state: DemoState
  world: () => World
  base: () => string
  now: () => Date
  /** false: no limit of one request a second */
  isLimited: boolean
}

/** The stand-in of MusicBrainz' web service as a Fastify plugin: /ws/2/ under its prefix. */
export async function musicbrainz(app: FastifyInstance, { state, world, base, now, isLimited }: Options) {
  const isWithinRate = makeGate()
  const refused = new WeakSet<Call>()
  const arrive = (call: Call) => {
    if (isLimited && !isWithinRate(call.address)) refused.add(call)
  }
  const respond = (call: Call): Answer | null => {
    if (!call.userAgent) return null
    if (isLibrary(call.userAgent)) return blocked
    if (call.verb === 'OPTIONS') return { status: 200, body: '', headers: cors }
    if (refused.has(call) && !call.faults.includes('unlimited')) return tooFast(call.address)
    const answer =
      call.query.get('fmt') !== null && !['json', 'xml', 'txt'].includes(call.query.get('fmt')!)
        ? badRequest(
            'Invalid format. Either set an Accept header (recognized mime types are application/json and application/xml), or include a fmt= argument in the query string (valid values for fmt are json and xml).',
          )
        : respondWithin(call, { world: world(), base: base(), now: now() })
    return { ...answer, headers: { ...usualHeaders(call.address), ...cors, ...answer.headers } }
  }
  const handler = makeHandler(app, { service: 'musicbrainz', state, now, failures, arrive, respond })
  app.route({ method: ['GET', 'HEAD', 'POST', 'OPTIONS'], url: '/ws/2/*', handler })
}
