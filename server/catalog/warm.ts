import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { albumRef, type ServiceAlbum } from '../../shared/catalog.ts'
import { NOBODY } from '../access/visibleTo.ts'
import type { Deps } from '../core/deps.ts'
import { identityKey, topicOfKey } from './albums.ts'
import { albumCacheKey, life } from './details.ts'
import { readOwnFacts } from './ownFacts.ts'
import { complete } from './queries.ts'

/** The address with which the web client requests one album: a batch of a single call. */
const ADDRESS = '/trpc/catalog.album?batch=1&input='
const MOST = 1_000

type Requested = { key: string; artist: string; album: string }
type Body = { key: string; topic: string; value: ServiceAlbum; text: string }

function readAddress(address: string): Requested | null {
  try {
    const input = JSON.parse(decodeURIComponent(address.slice(ADDRESS.length))) as { 0?: unknown }
    const { data } = albumRef.safeParse(input[0])
    return data && Object.keys(input).length === 1 ? { ...data, key: albumCacheKey(data) } : null
  } catch {
    return null
  }
}

/**
 * Answers requests for albums that are fresh in this process's cache, bypassing tRPC. The response is serialized once and sent
 * until the cache has a newer value, or until what our rows know of an album changes. Albums that a user has added are answered
 * by tRPC, because viewers who blocked that user get another response.
 */
export function answerWarmAlbums(
  app: FastifyInstance,
  deps: Pick<Deps, 'cache' | 'metrics' | 'db' | 'bus'>,
): void {
  const { cache, metrics, bus } = deps
  const bodies = new LRUCache<string, Body>({ max: MOST })
  const peekAlbum = (key: string) => cache.peek(key, life.album) as ServiceAlbum | undefined

  // A body that is being built while it rises can be outdated.
  let changes = 0
  function forgetBodies(topic: string | null) {
    changes++
    for (const [address, body] of bodies) if (topic === null || body.topic === topic) bodies.delete(address)
  }
  bus.onNewEpoch(() => forgetBodies(null))
  bus.observe((topic, { type }) => type === 'album.changed' && forgetBodies(topic))

  function findBody(address: string): string | null {
    const body = bodies.get(address)
    return body && peekAlbum(body.key) === body.value ? body.text : null
  }

  async function buildBody(
    address: string,
    { key, value }: Pick<Body, 'key' | 'value'>,
  ): Promise<string | null> {
    const begun = changes
    const identity = identityKey({ artist: value.artist, album: value.name })
    const facts = await readOwnFacts(deps, { key: identity, viewerId: NOBODY })
    if (facts.isPersonal) return null
    const text = JSON.stringify([{ result: { data: complete(value, facts) } }])
    if (changes === begun) bodies.set(address, { key, topic: topicOfKey(identity), value, text })
    return text
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { method, url, headers } = request
    const isOurs = method === 'GET' && url.startsWith(ADDRESS) && headers['trpc-accept'] === undefined
    if (!isOurs) return done()
    const startedAt = performance.now()
    const send = (text: string) => {
      metrics.procedure('catalog.album', 'ok', performance.now() - startedAt)
      void reply.type('application/json').send(text)
    }
    const body = findBody(url)
    if (body !== null) return send(body)
    const requested = readAddress(url)
    const value = requested ? peekAlbum(requested.key) : undefined
    // Another spelling continues to tRPC, where the alias is stored (aliases.ts).
    if (!requested || value?.artist !== requested.artist || value.name !== requested.album) return done()
    buildBody(url, { key: requested.key, value }).then(
      (text) => (text === null ? done() : send(text)),
      () => done(),
    )
  })
}
