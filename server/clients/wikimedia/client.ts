import { decodeHTMLStrict } from 'entities/decode'
import { z } from 'zod'
import { makeGuard, UpstreamError, type CallMeter, type Log } from '../../lib/http.ts'
import { fetchJson } from '../jsonCall.ts'
import { fetchPicture } from '../pictureFetch.ts'

/** A picture with what must be shown beside it. */
type CommonsPicture = {
  bytes: Buffer
  /** author of the picture, as plain text */
  author: string | null
  license: { name: string; url: string | null }
  /** address of its page on Wikimedia Commons */
  page: string
}

type Links = readonly { type: string; url: string }[]

/** The client of Wikidata and Wikimedia Commons. */
export type Wikimedia = {
  /**
   * Returns the picture of an artist, found by the links that MusicBrainz has of the artist; null if there is none, or none with
   * a license. @throws UpstreamError, or the circuit breaker's error, if it cannot be fetched
   */
  artistPicture: (links: Links, signal?: AbortSignal) => Promise<CommonsPicture | null>
}

const SERVICE = 'Wikimedia'
const TIMEOUT = 10_000
/** Commons only draws some widths; this is one of them. */
const WIDTH = 500
const LONGEST_AUTHOR = 200

const failed = z.object({ error: z.object({ code: z.string(), info: z.string().catch('') }) })

/** Facts of an entity of Wikidata; an entity without pictures has `claims: []`. */
const claims = z.object({
  claims: z
    .object({
      P18: z.array(
        z.object({
          rank: z.string().catch('normal'),
          mainsnak: z.object({ datavalue: z.object({ value: z.string() }).nullish().catch(null) }),
        }),
      ),
    })
    .nullable()
    .catch(null),
})

const metadata = z
  .object({ value: z.union([z.string(), z.number()]).transform(String) })
  .transform(({ value }) => plainText(value))
  .nullish()
  .catch(null)
const info = z.object({
  thumburl: z.url(),
  descriptionurl: z.url({ protocol: /^https?$/ }),
  extmetadata: z.object({ Artist: metadata, LicenseShortName: metadata, LicenseUrl: metadata }),
})
const pages = z.object({
  query: z.object({
    pages: z
      .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
      .transform((list) => Object.values(list)),
  }),
})
const page = z.object({ imageinfo: z.array(info).min(1) })

/** The author and the license are HTML that users wrote. */
function plainText(html: string): string | null {
  const text = decodeHTMLStrict(html.replace(/<(style|script)\b[\s\S]*?<\/\1\s*>|<[^>]*>/gi, ' '))
  return text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_AUTHOR) || null
}

type Options = { wikidataBase: string; commonsBase: string; userAgent: string; log: Log; meter?: CallMeter }

/** Creates a client of both services, or of stand-ins. */
export function makeWikimedia({ wikidataBase, commonsBase, userAgent, log, meter }: Options): Wikimedia {
  const guard = makeGuard({
    name: SERVICE,
    log,
    concurrent: 2,
    queue: 20,
    retryAfter: 1_000,
    reopen: 5_000,
    meter,
  })
  const hosts = { base: commonsBase, domain: 'wikimedia.org' }
  const call = (base: string, query: Record<string, string>, signal?: AbortSignal) =>
    guard(() => callApi(apiUrl(base, query), { userAgent, signal }))

  return {
    async artistPicture(links, signal) {
      const entity = entityIn(links)
      const claim = { action: 'wbgetclaims', entity: entity ?? '', property: 'P18' }
      const file = fileIn(links) ?? (entity && fileOf(await call(wikidataBase, claim, signal)))
      if (!file) return null
      const query = { action: 'query', titles: `File:${file}`, prop: 'imageinfo' }
      const wanted = { iiprop: 'url|extmetadata', iiurlwidth: `${WIDTH}` }
      const found = infoOf(await call(commonsBase, { ...query, ...wanted }, signal))
      if (!found) return null
      const { Artist: author = null, LicenseShortName: name, LicenseUrl: link } = found.extmetadata
      if (!name) return null
      const bytes = await guard(() => fetchPicture(new URL(found.thumburl), { hosts, userAgent, signal }))
      if (!bytes) return null
      const url = link && /^https?:\/\//.test(link) ? link : null
      return { bytes, author, license: { name, url }, page: found.descriptionurl }
    },
  }
}

function apiUrl(base: string, query: Record<string, string>): URL {
  const url = new URL(`${base.replace(/\/+$/, '')}/w/api.php`)
  url.search = new URLSearchParams({ ...query, format: 'json' }).toString()
  return url
}

/** Calls an API of MediaWiki, which reports errors with status 200; null if it has no such entity. */
async function callApi(
  url: URL,
  { userAgent, signal }: { userAgent: string; signal: AbortSignal | undefined },
): Promise<unknown> {
  const body = await fetchJson(url, { service: SERVICE, timeout: TIMEOUT, userAgent, signal })
  const { data } = failed.safeParse(body)
  if (!data) return body
  const { code, info: reason } = data.error
  if (code === 'no-such-entity') return null
  throw new UpstreamError('broken', `${SERVICE} ${code}: ${reason}`)
}

/** Returns the name of an entity's picture: the one that editors prefer, else the first. */
function fileOf(body: unknown): string | null {
  const pictures = claims.safeParse(body).data?.claims?.P18 ?? []
  const current = pictures.filter(({ rank, mainsnak }) => rank !== 'deprecated' && mainsnak.datavalue)
  const best = current.find(({ rank }) => rank === 'preferred') ?? current[0]
  return best?.mainsnak.datavalue?.value ?? null
}

function infoOf(body: unknown) {
  const answer = pages.safeParse(body).data
  if (!answer) throw new UpstreamError('broken', `${SERVICE} answered without pages`)
  return page.safeParse(answer.query.pages[0]).data?.imageinfo[0] ?? null
}

function entityIn(links: Links): string | null {
  const link = links.find(({ type }) => type === 'wikidata')
  return /Q\d+$/.exec(link?.url ?? '')?.[0] ?? null
}

/** Returns the name of the picture to which a link of an artist leads. */
function fileIn(links: Links): string | null {
  for (const { type, url } of links) {
    const [, file] =
      type === 'image' ? (/^https?:\/\/commons\.wikimedia\.org\/wiki\/File:(.+)$/.exec(url) ?? []) : []
    if (file !== undefined) return decoded(file)
  }
  return null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
