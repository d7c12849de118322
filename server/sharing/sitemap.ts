import { setImmediate as nextTurn } from 'node:timers/promises'
import { bulkhead, BulkheadRejectedError } from 'cockatiel'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../core/deps.ts'
import type { Db } from '../lib/db.ts'
import { catalogues } from '../lib/languages.ts'
import { markup } from '../lib/markup.ts'
import { indexedPages, type IndexedPage, type ReadPages, type Walk } from './indexed.ts'

export const SITEMAP = '/sitemap.xml'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const MAX_PAGES = 10_000
/** How long a plan is used, in milliseconds; what is new is promised within a minute. */
const PLAN_LIFETIME = 30_000
/** pages that are written before other requests get a turn */
const BATCH = 1_000
/** A part reads up to ten thousand rows: maximum number of concurrent requests, and of waiting ones. */
const AT_ONCE = 2
const WAITING = 20

/** The reads of each part. They are made for each request, so things that are no longer for everyone are missing at once. */
type Plan = ReadPages[][]

async function makePlan(db: Db): Promise<Plan> {
  const plan: Plan = [[]]
  let room = MAX_PAGES
  for (const first of indexedPages) {
    let walk: Walk | null = first
    while (walk) {
      const { read, count, next } = await walk(db, room)
      plan.at(-1)!.push(read)
      room -= count
      if (next) {
        plan.push([])
        room = MAX_PAGES
      }
      walk = next
    }
  }
  return plan
}

function makePlans({ db, now }: Pick<Deps, 'db' | 'now'>): () => Promise<Plan> {
  let current: { plan: Promise<Plan>; until: number } | null = null
  return async () => {
    const at = now().getTime()
    if (!current || at >= current.until) current = { plan: makePlan(db), until: at + PLAN_LIFETIME }
    const used = current
    try {
      return await used.plan
    } catch (error) {
      if (current === used) current = null
      throw error
    }
  }
}

const address = (origin: string, { path, changedAt }: IndexedPage) =>
  markup`<url><loc>${origin + path}</loc>${changedAt && markup`<lastmod>${changedAt.toISOString()}</lastmod>`}</url>\n`

async function writePart(origin: string, pages: readonly IndexedPage[]): Promise<string> {
  const written: string[] = []
  for (let from = 0; from < pages.length; from += BATCH) {
    for (const page of pages.slice(from, from + BATCH)) written.push(String(address(origin, page)))
    await nextTurn()
  }
  return documentOf('urlset', written)
}

const documentOf = (root: string, parts: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${parts.join('')}</${root}>\n`

export function sitemapRoutes(app: FastifyInstance, deps: Pick<Deps, 'settings' | 'db' | 'now'>): void {
  const origin = deps.settings.PUBLIC_URL
  const planOf = makePlans(deps)
  const bounded = bulkhead(AT_ONCE, WAITING)

  async function sendXml(reply: FastifyReply, write: () => Promise<string | null>): Promise<unknown> {
    try {
      const xml = await bounded.execute(write)
      if (xml === null) return reply.callNotFound()
      return reply
        .header('cache-control', 'public, no-cache')
        .type('application/xml; charset=utf-8')
        .send(xml)
    } catch (error) {
      if (!(error instanceof BulkheadRejectedError)) throw error
      return reply.code(503).header('retry-after', '5').send({ error: catalogues.default.error })
    }
  }

  app.get(SITEMAP, (_, reply) =>
    sendXml(reply, async () => {
      const parts = (await planOf()).map(
        (_part, index) => `<sitemap><loc>${origin}/sitemap/${index + 1}.xml</loc></sitemap>\n`,
      )
      return documentOf('sitemapindex', parts)
    }),
  )

  app.get<{ Params: { file: string } }>('/sitemap/:file', ({ params }, reply) =>
    sendXml(reply, async () => {
      const [, digits] = /^([1-9]\d{0,5})\.xml$/.exec(params.file) ?? []
      const reads = digits && (await planOf())[Number(digits) - 1]
      if (!reads) return null
      const pages: IndexedPage[] = []
      for (const read of reads) pages.push(...(await read(deps.db)))
      return await writePart(origin, pages.slice(0, MAX_PAGES))
    }),
  )
}
