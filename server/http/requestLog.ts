import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { matchPage, pages } from '../../shared/pages.ts'
import { trustOf, type TrustedProxies } from '../lib/callers.ts'
import type { Settings } from '../lib/settings.ts'

const ID = /^[A-Za-z0-9._:-]{8,128}$/
const TRPC = '/trpc/'

/** Gives a request its id: the one that a trusted proxy gave it, where it is a proper one, else a new one. */
export function makeRequestIds(proxies: TrustedProxies): (request: IncomingMessage) => string {
  const isTrusted = trustOf(proxies)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    const isGiven = typeof given === 'string' && ID.test(given) && isTrusted(socket.remoteAddress ?? '', 0)
    return isGiven ? given : randomUUID()
  }
}

/** The codes of the procedures of a request that failed, with their statuses. */
type Failure = { code: string; status: number }
const failures = new WeakMap<IncomingMessage, Failure[]>()

/** Notes that a procedure of a request failed, for its line in the log. */
export function noteFailure(request: IncomingMessage, failure: Failure): void {
  const known = failures.get(request)
  if (known) known.push(failure)
  else failures.set(request, [failure])
}

/** What was asked for, in words of ours: procedures by their names, a page by its pattern; never what a person wrote. */
function subjectOf(url: string, isProcedure: (name: string) => boolean) {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  if (path.startsWith(TRPC)) {
    const names = path
      .slice(TRPC.length)
      .split(',')
      .map((name) => (isProcedure(name) ? name : 'unknown'))
    return { procedure: new URLSearchParams(query).has('batch') ? names : names[0] }
  }
  const page = matchPage(path)
  return {
    path: page ? pages[page.name].path : path.startsWith('/assets/') ? path : `/${path.split('/')[1]}`,
  }
}

/**
 * Puts an id on every answer, and writes one line for each request that ACCESS_LOG asks for: its id, what was asked for, how it
 * came out, and the milliseconds that it took.
 */
export function logRequests(
  app: FastifyInstance,
  { ACCESS_LOG }: Pick<Settings, 'ACCESS_LOG'>,
  isProcedure: (name: string) => boolean,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.ws) reply.raw.setHeader('x-request-id', request.id)
    done()
  })
  if (ACCESS_LOG === 'off') return

  function write(request: FastifyRequest, reply: FastifyReply) {
    const worst = failures.get(request.raw)?.toSorted((one, other) => other.status - one.status)[0]
    const status = Math.max(reply.statusCode, worst?.status ?? 0)
    if (ACCESS_LOG === 'errors' && status < 500) return
    const outcome = worst?.code ?? (status < 400 ? 'ok' : String(status))
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const line = { requestId: request.id, ...subjectOf(request.url, isProcedure), outcome, ms }
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
  // What is answered is known here already, and waiting for the end of every answer costs more than this look at it.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 500 || failures.has(request.raw)) write(request, reply)
    done(null, payload)
  })
}
