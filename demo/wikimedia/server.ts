import type { FastifyInstance } from 'fastify'
import { makeHandler, type Answer, type Call } from '../service/handler.ts'
import { raster } from '../service/raster.ts'
import type { DemoState, Rule } from '../service/rules.ts'
import { isLibrary } from '../service/userAgent.ts'
import { portraitSvg } from '../spotify/portraits.ts'
import type { World } from '../world/world.ts'
import { filesOf, folderOf, standardWidths } from './files.ts'
import { claimsWire, pageWire, type Hosts } from './wire.ts'

/** `not-picture` sends a page with status 200 in place of a picture. */
export const wikimediaFaults = ['rate-limit', 'forbidden', 'not-found', 'not-picture', 'error', 'maxlag']

const text = (status: number, body: string): Answer => ({ status, type: 'text/html; charset=utf-8', body })

const tooMany: Answer = {
  ...text(429, 'Too many requests. Please respect our robot policy https://w.wiki/4wJS.\n'),
  headers: { 'retry-after': 5 },
}
const forbidden = text(
  403,
  'Please set a user-agent and respect our robot policy https://w.wiki/4wJS. See also https://phabricator.wikimedia.org/T400119.\n',
)
const notFound = text(404, '<!DOCTYPE html>\n<html><title>File not found</title></html>\n')

/** An error of the API has status 200. */
const failure = (code: string, info: string): Answer => ({
  status: 200,
  body: { error: { code, info, '*': 'See /w/api.php for API usage.' }, servedby: 'mw-api-ext.eqiad.main' },
  headers: { 'mediawiki-api-error': code },
})

const isPicture = ({ path }: Call) => /^\/wikimedia-(?:upload|thumbs)\//.test(path)

const isPossible = (fault: string, call: Call) => fault !== 'not-picture' || isPicture(call)

const failures = (rule: Rule): Answer | undefined => {
  if (rule.fault === 'rate-limit') return tooMany
  if (rule.fault === 'forbidden') return forbidden
  if (rule.fault === 'not-found') return notFound
  if (rule.fault === 'maxlag')
    return {
      ...failure('maxlag', 'Waiting for a database server: 6 seconds lagged.'),
      headers: { 'retry-after': 5 },
    }
  if (rule.fault === 'error')
    return failure('internal_api_error_DBQueryError', rule.message ?? 'Caught exception of type DBQueryError')
  return rule.fault === 'not-picture'
    ? text(200, '<!DOCTYPE html>\n<html><title>Wikimedia Error</title></html>\n')
    : undefined
}

const noSuchEntity = (item: string) =>
  failure('no-such-entity', `Could not find an entity with the ID "${item}".`)

function wikidata(world: World, query: URLSearchParams): Answer {
  const action = query.get('action')
  if (action === 'wbgetclaims') {
    const item = query.get('entity') ?? ''
    const claims = claimsWire(world, item)
    if (!claims) return noSuchEntity(item)
    const property = query.get('property')
    return { status: 200, body: { claims: property && property !== 'P18' ? {} : claims } }
  }
  if (action !== 'wbgetentities')
    return failure('badvalue', `Unrecognized value for parameter "action": ${action}.`)
  const ids = (query.get('ids') ?? '').split('|').filter(Boolean)
  if (ids.length > 50)
    return failure('toomanyvalues', 'Too many values supplied for parameter "ids". The limit is 50.')
  const entities = ids.map((id) => {
    const claims = claimsWire(world, id)
    return [id, claims ? { type: 'item', id, claims } : { id, missing: '' }] as const
  })
  return { status: 200, body: { entities: Object.fromEntries(entities), success: 1 } }
}

function commons(world: World, query: URLSearchParams, hosts: Hosts): Answer {
  if (query.get('action') !== 'query')
    return failure('badvalue', `Unrecognized value for parameter "action": ${query.get('action')}.`)
  const titles = (query.get('titles') ?? '').split('|').filter(Boolean)
  if (titles.length > 50)
    return failure('toomanyvalues', 'Too many values supplied for parameter "titles". The limit is 50.')
  const normalized = titles.filter((title) => title.includes('_'))
  const rows = titles.map((title) => pageWire(world, title, query, hosts))
  const keyed = rows.map((page, place) => [(page as { pageid?: number }).pageid ?? -1 - place, page] as const)
  return {
    status: 200,
    body: {
      batchcomplete: '',
      query: {
        ...(normalized.length > 0 && {
          normalized: normalized.map((title) => ({ from: title, to: title.replace(/_/g, ' ') })),
        }),
        // The second version of the format has a list.
        pages: query.get('formatversion') === '2' ? rows : Object.fromEntries(keyed),
      },
    },
  }
}

/** The file of a path of a picture's host, in which spaces are underscores. */
async function picture(world: World, path: string): Promise<Answer> {
  const [, folder = '', name = '', width] =
    /commons\/(?:thumb\/)?(\w\/\w\w)\/([^/]+)(?:\/(\d+)px-[^/]+)?$/.exec(path) ?? []
  const file = filesOf(world).get(decodeURIComponent(name).replace(/_/g, ' '))
  if (!file || folderOf(file.name) !== folder) return notFound
  if (width && !standardWidths.includes(Number(width)))
    return text(400, 'Use thumbnail sizes listed on https://w.wiki/GHai. Please respect our robot policy.\n')
  const edge = Number(width ?? Math.min(file.width, 1920))
  const body = await raster(`portrait ${file.name}`, {
    svg: portraitSvg(file.name, edge),
    width: edge,
    height: Math.round((file.height / file.width) * edge),
    format: 'jpeg',
  })
  return { status: 200, type: 'image/jpeg', body, headers: { 'access-control-allow-origin': '*' } }
}

type Options = { state: DemoState; world: () => World; origin: () => string; now: () => Date }

/** The stand-ins of Wikidata, of Commons and of the two hosts of its pictures: four folders of one origin. */
export async function wikimedia(app: FastifyInstance, { state, world, origin, now }: Options) {
  const respond = (call: Call): Answer | Promise<Answer> => {
    if (!call.userAgent || isLibrary(call.userAgent)) return forbidden
    if (isPicture(call)) return picture(world(), call.path)
    const hosts = {
      commons: `${origin()}/commons`,
      upload: `${origin()}/wikimedia-upload`,
      thumbs: `${origin()}/wikimedia-thumbs`,
    }
    if (call.query.get('format') !== 'json')
      return text(200, '<!DOCTYPE html>\n<title>MediaWiki API result</title>\n')
    return call.path.startsWith('/wikidata/')
      ? wikidata(world(), call.query)
      : commons(world(), call.query, hosts)
  }
  const handler = makeHandler(app, { service: 'wikimedia', state, now, failures, isPossible, respond })
  for (const url of [
    '/wikidata/w/api.php',
    '/commons/w/api.php',
    '/wikimedia-upload/*',
    '/wikimedia-thumbs/*',
  ])
    app.route({ method: ['GET', 'HEAD'], url, handler })
}
