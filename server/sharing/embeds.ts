import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { rowIdIn } from '../../shared/address.ts'
import { albumKey } from '../../shared/albumKey.ts'
import { albumRef, type AlbumRef } from '../../shared/catalog.ts'
import { matchPage } from '../../shared/pages.ts'
import { parseUrl } from '../../shared/parseUrl.ts'
import { withBudget } from '../catalog/budget.ts'
import { getAlbum } from '../catalog/queries.ts'
import type { Deps } from '../core/deps.ts'
import { sendError } from '../core/errors.ts'
import type { CallerAddress } from '../lib/callers.ts'
import { notFound } from '../lib/errors.ts'
import { catalogues } from '../lib/languages.ts'
import { getList } from '../lists/read/queries.ts'
import { readShownReviews } from '../logs/read/view.ts'
import { getProfile } from '../users/queries.ts'
import { albumCard, listCard, profileCard, publicSubject, reviewCard, type Card } from './cards.ts'

// oEmbed (oembed.com): what another site shows of an album, a review, a list or a profile whose address somebody posts there.

const OEMBED = '/oembed'
/** seconds */
const LIFETIME = 300

export const embedPath = (address: string): string =>
  `${OEMBED}?url=${encodeURIComponent(address)}&format=json`

/** Programs send no language of a user: texts are in the default language. */
const texts = catalogues.default

type Request = { deps: Deps; viewer: null; caller: CallerAddress & { userAgent: string } }

/** Null for an address that shows no subject. @throws notFound, also for what strangers cannot see */
async function findCard(request: Request, { pathname, searchParams }: URL): Promise<Card | null> {
  const { deps } = request
  const match = matchPage(pathname)
  switch (match?.name) {
    case 'album':
      return await findAlbumCard(request, match.params, searchParams.get('review'))
    case 'list': {
      const id = rowIdIn(match.params.id)
      return id === null
        ? null
        : listCard(texts, await getList(deps, null, { id }), { albums: [], isForEveryone: true })
    }
    case 'profile': {
      const nickname = match.params.nickname.trim().toLowerCase()
      return profileCard(texts, await getProfile(deps, null, { nickname }))
    }
    default:
      return null
  }
}

async function findAlbumCard(
  request: Request,
  params: AlbumRef,
  review: string | null,
): Promise<Card | null> {
  const ref = albumRef.safeParse(params).data
  if (!ref) return null
  if (review === null) {
    const details = await getAlbum(withBudget(request), null, ref)
    return albumCard(texts, { artist: details.artist, album: details.name }, details)
  }
  const id = rowIdIn(review)
  const [shown] = id === null ? [] : await readShownReviews(request.deps.db, null, [id])
  if (!shown) return null
  const { artist, name } = shown.album
  return albumKey({ artist, album: name }) === albumKey(ref) ? reviewCard(texts, shown) : null
}

type Bounds = { width: number; height: number }
type Thumbnail = Pick<Card['image'], 'path' | 'width' | 'height'>
const icons: Thumbnail[] = [512, 192].map((edge) => ({
  path: `/icon-${edge}.png`,
  width: edge,
  height: edge,
}))

/** The picture of the page if it fits, else our icon, scaled down if that is too large, too. */
function thumbnailOf(image: Thumbnail, { width, height }: Bounds): Thumbnail {
  const fitting = [image, ...icons].find((each) => each.width <= width && each.height <= height)
  if (fitting) return fitting
  const smallest = icons.at(-1)!
  const edge = Math.min(smallest.width, width, height)
  return { ...smallest, width: edge, height: edge }
}

const boundOf = (text: unknown) => (/^[1-9]\d*$/.test(String(text)) ? Number(text) : Infinity)

function embedOf(card: Card, author: { name: string; path: string }, origin: string, bounds: Bounds) {
  const { path, width, height } = thumbnailOf(card.image, bounds)
  return {
    version: '1.0',
    type: 'link',
    title: card.title,
    author_name: author.name,
    author_url: origin + author.path,
    provider_name: 'Plak',
    provider_url: origin,
    cache_age: LIFETIME,
    thumbnail_url: new URL(path, origin).href,
    thumbnail_width: width,
    thumbnail_height: height,
  }
}

type Requested = { Querystring: Partial<Record<'url' | 'format' | 'maxwidth' | 'maxheight', unknown>> }

/** A cookie changes nothing: other sites show the answer to everybody. */
export function embedRoutes(
  app: FastifyInstance,
  deps: Deps,
  callerOf: (request: IncomingMessage) => CallerAddress,
): void {
  const origin = deps.settings.PUBLIC_URL
  app.get<Requested>(OEMBED, async ({ query, raw, headers }, reply) => {
    reply.header('access-control-allow-origin', '*')
    const { url, format = 'json', maxwidth, maxheight } = query
    if (format !== 'json') return reply.code(501).send({ error: 'Only format=json is supported' })
    if (typeof url !== 'string' || url === '') return reply.code(400).send({ error: 'Send url=' })
    const caller = { ...callerOf(raw), userAgent: headers['user-agent'] ?? '' }
    const request: Request = { deps, viewer: null, caller }
    try {
      const address = parseUrl(url)
      const card = address?.origin === origin ? await findCard(request, address) : null
      const subject = card && publicSubject(card)
      if (!subject) throw notFound('notFound')
      const bounds = { width: boundOf(maxwidth), height: boundOf(maxheight) }
      return await reply
        .header('cache-control', `public, max-age=${LIFETIME}`)
        .type('application/json; charset=utf-8')
        .send(embedOf(card, subject.author, origin, bounds))
    } catch (error) {
      return sendError(reply, error, { ...request, texts: () => texts }, 'oembed')
    }
  })
}
