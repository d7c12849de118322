import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchPage, pages } from '../../shared/pages.ts'
import { trustOf, type TrustedProxies } from '../lib/callers.ts'
import type { Settings } from '../lib/settings.ts'

const ID = /^[A-Za-z0-9._:-]{8,128}$/
const TRPC = '/trpc/'

export function makeRequestIds(proxies: TrustedProxies): (request: IncomingMessage) => string {
  const isTrusted = trustOf(proxies)
  return ({ headers, socket }) => {
    const requestId = headers['x-request-id']
    const isGiven =
      typeof requestId === 'string' && ID.test(requestId) && isTrusted(socket.remoteAddress ?? '', 0)
    return isGiven ? requestId : randomUUID()
  }
}

type Failure = { code: string; status: number }
const failures = new WeakMap<IncomingMessage, Failure[]>()

export function noteFailure(request: IncomingMessage, failure: Failure): void {
  const existing = failures.get(request)
  if (existing) existing.push(failure)
  else failures.set(request, [failure])
}

type Requested = { url: string; route: string | undefined; isServed: boolean }

/**
 * Contains no user input: procedure names, the page's pattern, or the first part of a route or of a file that was served. Any
 * other path can hold a secret that was put into the address by mistake.
 */
function subjectOf({ url, route = '', isServed }: Requested, isProcedure: (name: string) => boolean) {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  if (path.startsWith(TRPC)) {
    const names = path
      .slice(TRPC.length)
      .split(',')
      .map((name) => (isProcedure(name) ? name : 'unknown'))
    return { procedure: new URLSearchParams(query).has('batch') ? names : names[0] }
  }
  const page = matchPage(path)
  if (page) return { path: pages[page.name].path }
  if (isServed) return { path: path.startsWith('/assets/') ? path : `/${path.split('/')[1]}` }
  const root = route.split('/')[1]
  return { path: root && root !== '*' ? `/${root}` : 'unknown' }
}

/** Puts the request id on every response, and writes one line for each request that ACCESS_LOG selects. */
export function logRequests(
  app: FastifyInstance,
  { ACCESS_LOG }: Pick<Settings, 'ACCESS_LOG'>,
  isProcedure: (name: string) => boolean,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.ws) reply.header('x-request-id', request.id)
    done()
  })
  if (ACCESS_LOG === 'off') return

  function write(request: FastifyRequest, reply: FastifyReply) {
    const worst = failures.get(request.raw)?.toSorted((one, other) => other.status - one.status)[0]
    const status = Math.max(reply.statusCode, worst?.status ?? 0)
    if (ACCESS_LOG === 'errors' && status < 500) return
    const outcome = worst?.code ?? (status < 400 ? 'ok' : String(status))
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const isServed = status < 300 || status === 304
    const requested = { url: request.url, route: request.routeOptions.url, isServed }
    const line = { requestId: request.id, ...subjectOf(requested, isProcedure), outcome, ms }
    if (status >= 500) app.log.error(line, 'request')
    else app.log.info(line, 'request')
  }
  if (ACCESS_LOG === 'all') {
    app.addHook('onResponse', (request, reply, done) => {
      write(request, reply)
      done()
    })
    return
  }
  // The outcome is already known here; an onResponse hook on every response would cost more than this check.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 500 || failures.has(request.raw)) write(request, reply)
    done(null, payload)
  })
}
