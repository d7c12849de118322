import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Texts } from '../../shared/texts.ts'
import type { Deps } from '../core/deps.ts'
import { recordRefusal } from '../core/errors.ts'
import type { Context } from '../core/trpc.ts'
import { DomainError, forbidden, invalid, unauthorized, wrongType } from '../lib/errors.ts'
import { catalogues } from '../lib/languages.ts'
import type { Markup } from '../lib/markup.ts'
import { appRouter } from '../router.ts'
import { sendValidated } from './answer.ts'
import { BASE, makeDocument } from './document.ts'
import { apiPage } from './page.ts'
import { sendNotFound, sendProblem, sendRefusal } from './problem.ts'
import { pathParameters, type Row } from './row.ts'
import { sendStream } from './stream.ts'
import type { Streams } from './streams.ts'
import { table } from './table.ts'

type Options = {
  /** Ignores cookies. @throws unauthorized; tooMany */
  tokenContext: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>
  bodyLimitOf: (procedures: readonly string[]) => number
  streams: Streams
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const REQUEST_HEADERS = ['Authorization', 'Content-Type', 'If-None-Match', 'Idempotency-Key', 'Last-Event-ID']
const RATE_LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
const EXPOSED_HEADERS = ['ETag', 'Location', 'Retry-After', 'X-Request-Id', ...RATE_LIMIT_HEADERS]
const DAY = 24 * 60 * 60

const createCaller = appRouter.createCaller

/** The API: one route for each row of the table, and its document. */
export function apiRoutes(app: FastifyInstance, deps: Deps, options: Options): void {
  void app.register(
    (api, _, done) => {
      api.setErrorHandler((error, request, reply) => sendProblem(request, reply, error))
      takeJson(api)
      api.addHook('onRequest', (__, reply, next) => {
        reply.headers({
          'access-control-allow-origin': '*',
          'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
          'cache-control': 'public, no-cache',
          vary: 'Authorization',
        })
        next()
      })
      api.options('/*', (__, reply) =>
        reply
          .code(204)
          .headers({
            'access-control-allow-methods': METHODS.join(', '),
            'access-control-allow-headers': REQUEST_HEADERS.join(', '),
            'access-control-max-age': DAY,
          })
          .send(),
      )
      void api.register((version, __, ready) => serveVersion(version, deps, options, ready), {
        prefix: VERSION,
      })
      answerRest(api, sendNotFound)
      done()
    },
    { prefix: '/api' },
  )
}

const VERSION = '/v1'

function serveVersion(api: FastifyInstance, deps: Deps, options: Options, ready: () => void): void {
  api.addHook('onRequest', (request, reply) => authenticate(deps, options, request, reply))
  serveDocument(api, deps)
  for (const row of table) serveRow(api, row, options)
  answerRest(api, refuse)
  ready()
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Answers requests for which there is no other route: before the body is read, and before the route of all pages. */
function answerRest(api: FastifyInstance, send: Answer): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => send(request, reply)
  api.route({ method: METHODS, url: '/*', onRequest, handler: send })
  // Other methods have no routes.
  api.setNotFoundHandler(send)
}

const JSON_TYPE = /^\s*application\/json\s*(;|$)/i

/** A body has to be JSON, but it can be missing: then its type does not matter. */
function takeJson(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addHook('onRequest', (request, _, next) => {
    const type = request.headers['content-type']
    // Fastify refuses an invalid type even if the body is missing.
    if (type !== undefined && !JSON_TYPE.test(type)) request.headers = { 'content-type': 'text/plain' }
    next()
  })
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, parsed) => {
    try {
      parsed(null, text === '' ? undefined : JSON.parse(String(text)))
    } catch {
      parsed(invalid('invalidInput'))
    }
  })
  api.addContentTypeParser('*', { parseAs: 'string' }, (_, text, parsed) =>
    text === '' ? parsed(null, undefined) : parsed(wrongType('api.json')),
  )
}

const patterns = [...new Set(['/openapi.json', ...table.map(({ path }) => path)])].map((path) => ({
  path,
  pattern: new RegExp(`^${BASE}${path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
}))

function methodsAt(url: string): Set<string> {
  const path = url.split('?', 1)[0]!
  const paths = patterns.filter(({ pattern }) => pattern.test(path)).map((each) => each.path)
  if (paths.length === 0) return new Set()
  const methods = table.filter((row) => paths.includes(row.path)).map(({ method }) => method)
  const isRead = methods.includes('GET') || paths.includes('/openapi.json')
  return new Set([...(isRead ? ['GET', 'HEAD'] : []), ...methods, 'OPTIONS'])
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = methodsAt(request.url)
  // A method that the path has was not routed because a parameter is too long.
  if (methods.size === 0 || methods.has(request.method)) return sendNotFound(request, reply)
  reply.header('allow', [...methods].join(', '))
  return sendRefusal(request, reply, {
    status: 405,
    detail: catalogues.default.api.method,
    id: 'api.method',
  })
}

function serveDocument(api: FastifyInstance, { settings }: Pick<Deps, 'settings'>): void {
  let latest = { contact: settings.CONTACT, text: '' }
  api.get('/openapi.json', (request, reply) => {
    // An administrator can change the contact at any time.
    const { CONTACT: contact, PUBLIC_URL: publicUrl } = settings
    if (latest.text === '' || latest.contact !== contact)
      latest = { contact, text: JSON.stringify(makeDocument({ publicUrl, contact })) }
    return sendValidated(request, reply, latest.text)
  })
}

type Reader = { texts: () => Texts; root: Markup }

/** The page /api, in the language and the theme of its reader. */
export function apiPageRoute(
  app: FastifyInstance,
  { settings: { PUBLIC_URL: publicUrl } }: Pick<Deps, 'settings'>,
  readerOf: (request: FastifyRequest) => Reader,
): void {
  const document = makeDocument({ publicUrl, contact: undefined })
  app.get('/api', (request, reply) => {
    const { texts, root } = readerOf(request)
    return reply
      .header('cache-control', 'private, no-cache')
      .type('text/html; charset=utf-8')
      .send(apiPage({ document, texts: texts(), root }))
  })
}

const contexts = new WeakMap<FastifyRequest, Context>()

/** Before the body is read: a refused caller's body never is. @throws unauthorized; forbidden; tooMany */
async function authenticate(
  deps: Deps,
  { tokenContext }: Pick<Options, 'tokenContext'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { row } = request.routeOptions.config as { row?: Row }
  try {
    const context = await tokenContext(request, reply)
    if (context.token) reply.header('cache-control', 'private, no-cache')
    contexts.set(request, context)
    if (row) requireAccess(row, context)
  } catch (error) {
    const caller = { deps, viewer: contexts.get(request)?.viewer ?? null, caller: { address: request.ip } }
    if (error instanceof DomainError) recordRefusal(error, caller, row?.procedures[0] ?? 'api')
    throw error
  }
}

function serveRow(
  api: FastifyInstance,
  row: Row,
  { bodyLimitOf, streams }: Pick<Options, 'bodyLimitOf' | 'streams'>,
): void {
  api.route({
    method: row.method,
    url: row.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { row },
    bodyLimit: bodyLimitOf(row.procedures),
    handler: (request, reply) =>
      row.events ? stream(row, request, reply, streams) : answer(row, request, reply),
  })
}

function requireAccess({ who }: Row, { token }: Context): void {
  if (who !== 'public' && !token) throw unauthorized('auth.loginRequired')
  if (who === 'write' && !token?.scopes.includes('write')) throw forbidden('api.scope')
}

async function answer(row: Row, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const context = contexts.get(request)!
  const result = await row.call({
    caller: createCaller(context),
    context,
    ...readInput(row, request),
  } as never)
  if (row.status === 204) return reply.code(204).send()
  if (row.location) reply.header('location', BASE + row.location(result as never))
  const text = JSON.stringify(result)
  if (row.method === 'GET') return sendValidated(request, reply, text)
  return reply.code(row.status).type('application/json; charset=utf-8').send(text)
}

async function stream(
  row: Row,
  request: FastifyRequest,
  reply: FastifyReply,
  streams: Streams,
): Promise<FastifyReply> {
  const context = contexts.get(request)!
  const { params } = readInput(row, request)
  return await sendStream(streams, reply, { row, context, params, request })
}

const idempotencyKey = z.object({ 'idempotency-key': z.uuid().optional() })

/** The procedure validates the fields of the body. @throws ZodError */
function readInput(row: Row, { params, query, body, headers }: FastifyRequest) {
  const { 'idempotency-key': submission = randomUUID() } = row.location ? idempotencyKey.parse(headers) : {}
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof typeof pathParameters)
  const shape = Object.fromEntries(names.map((name) => [name, pathParameters[name].read]))
  return {
    params: z.object(shape).parse(params),
    query: row.query.parse(query),
    body: row.body && readBody(row.body, body),
    submission,
  }
}

/** Leaves out fields that the document does not name: the procedure may have others. */
function readBody(described: z.ZodObject, body: unknown): Record<string, unknown> {
  const fields = z.record(z.string(), z.unknown()).parse(body ?? {})
  return Object.fromEntries(Object.keys(described.shape).map((name) => [name, fields[name]]))
}
