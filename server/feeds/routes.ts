import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../core/deps.ts'
import { sendError } from '../core/errors.ts'
import type { Context } from '../core/trpc.ts'
import { batched } from '../lib/batch.ts'
import type { CallerAddress } from '../lib/callers.ts'
import { catalogues } from '../lib/languages.ts'
import { feedPath, readFeedPath, type Format } from './addresses.ts'
import { makeChangeTimes } from './changeTimes.ts'
import { makeDocuments, tagOf, typeOf, type Wanted } from './document.ts'
import type { Current } from './feed.ts'
import { findFeed, type Found, type Requested } from './find.ts'

const patterns = [
  '/profile/:nickname/:file(^(?:diary|reviews|lists)\\.(?:xml|json)$)',
  '/list/:file(^\\d+\\.(?:xml|json)$)',
  '/album/:artist/:file(^.+\\.(?:xml|json)$)',
]
/** Readers ask every few minutes. */
const CACHING = 'public, max-age=300'
const MOVED = 301

/** A feed is the same for everybody: no cookie and no token is read. */
export function feedRoutes(
  app: FastifyInstance,
  deps: Deps,
  callerOf: (request: IncomingMessage) => CallerAddress,
): void {
  const feedAt = makeFinder(deps)
  const send = makeSender(deps)

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const feed = feedAt(request.url.split('?', 1)[0]!)
    if (!feed) return sendPage(reply)
    reply.header('access-control-allow-origin', '*')
    const caller = { ...callerOf(request.raw), userAgent: request.headers['user-agent'] ?? '' }
    try {
      const found = await feed.find(caller)
      if (found === 'page') return sendPage(reply.removeHeader('access-control-allow-origin'))
      if (found === null)
        return reply
          .code(404)
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send(catalogues.en.notFound)
      // Not cached: a merge of albums can be undone.
      if ('movedTo' in found)
        return reply.header('cache-control', 'no-cache').redirect(feedPath(found.movedTo, feed.format), MOVED)
      return await send(request, reply, found)
    } catch (error) {
      return sendError(reply, error, { deps, viewer: null, caller, texts: () => catalogues.en }, 'feed')
    }
  }
  for (const pattern of patterns) app.get(pattern, answer)
}

/** Responds as for an address that no route has. */
function sendPage(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}

type Answer = Exclude<Found, Current> | (Current & { wanted: Wanted; tag: string })

type Feed = { format: Format; find: (caller: Context['caller']) => Promise<Answer> }

/** Number of feeds whose concurrent requests share a read. */
const SHARED = 1_000

/** Reads the state of a feed at each request, after its arrival: a change is in the next response of every process. */
function makeFinder(deps: Deps) {
  async function read(requested: Requested, caller: Context['caller']): Promise<Answer> {
    const found = await findFeed({ deps, caller }, requested)
    if (found === null || found === 'page' || 'movedTo' in found) return found
    const wanted = { head: found.head, format: requested.format, origin: deps.settings.PUBLIC_URL }
    return { ...found, wanted, tag: tagOf(wanted, found.state.fingerprint) }
  }
  const feeds = new LRUCache<string, Feed>({ max: SHARED })
  return (path: string): Feed | null => {
    const known = feeds.get(path)
    if (known) return known
    const requested = readFeedPath(path)
    if (!requested) return null
    const find = batched(async (callers: Context['caller'][]) => {
      const answer = await read(requested, callers[0]!)
      return callers.map(() => answer)
    })
    const feed = { format: requested.format, find }
    feeds.set(path, feed)
    return feed
  }
}

function makeSender(deps: Deps) {
  const documentOf = makeDocuments(deps)
  const changeTimeOf = makeChangeTimes(deps)
  return async (
    { headers }: FastifyRequest,
    reply: FastifyReply,
    { head, state, wanted, tag }: Exclude<Answer, Exclude<Found, Current>>,
  ): Promise<FastifyReply> => {
    reply.header('cache-control', CACHING)
    const tags = headers['if-none-match']
    // Without the time of the last change, which costs a request to Redis: the tag is enough for a cache.
    if (tags !== undefined && hasTag(tags, tag)) return reply.header('etag', weak(tag)).code(304).send()
    const newest = latest(state.changedAt, head.changedAt)
    const changedAt = await changeTimeOf({ path: feedPath(head.name, wanted.format), content: tag, newest })
    if (changedAt !== null)
      reply.header('last-modified', httpDate(Math.min(changedAt, deps.now().getTime() / 1_000)))
    const since = Date.parse(headers['if-modified-since'] ?? '') / 1_000
    if (tags === undefined && changedAt !== null && since >= changedAt)
      return reply.header('etag', weak(tag)).code(304).send()
    const document = await documentOf(wanted, tag)
    return reply.header('etag', weak(document.tag)).type(typeOf(wanted.format)).send(document.text)
  }
}

/** Weak, because responses are compressed in several ways. */
const weak = (tag: string) => `W/"${tag}"`

const hasTag = (header: string, tag: string): boolean =>
  header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === `"${tag}"`)

const httpDate = (seconds: number) => new Date(Math.floor(seconds) * 1_000).toUTCString()

const latest = (one: Date | null, other: Date | null): Date | null =>
  one && other ? (one > other ? one : other) : (one ?? other)
