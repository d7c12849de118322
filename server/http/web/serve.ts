import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpointAt, matchPage, pages, type PageMatch, type PageName } from '../../../shared/pages.ts'
import { preferencesOf, type Language } from '../../../shared/preferences.ts'
import type { PageTexts } from '../../../shared/texts/pageTexts.ts'
import type { Context } from '../../core/trpc.ts'
import { findFeedLinks } from '../../feeds/links.ts'
import { markup } from '../../lib/markup.ts'
import { makePublicAddress } from '../../lib/publicAddress.ts'
import { readSetupState } from '../../setup/state.ts'
import { plainCard, type Card } from '../../sharing/cards.ts'
import { SITEMAP } from '../../sharing/sitemap.ts'
import { drawPage, prepareDrawing, type Drawing } from './drawing.ts'
import { statusOf } from './failures.ts'
import { builtWeb, liveWeb, type Files } from './files.ts'
import { beginQueries, Moved, NotThere, type Patience } from './firstData.ts'
import { feedTags, headTags, rootAttributes, tag } from './head.ts'
import { serveManifests } from './manifest.ts'
import { loadPage, type Loading } from './pages.ts'
import { pictureTags } from './pictures.ts'

/** Escapes every '<', so that no JSON can close the element. */
const embed = (id: string, json: string) =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`

const START = 'start.tsx'
const MOVED = 301
/** English replaces some of the default texts, and has no files for the others. */
const folders: Record<Language, string[]> = {
  default: ['default'],
  en: ['english', 'default'],
  tr: ['turkish'],
}
const filesOfTexts = (language: Language, group?: keyof PageTexts): string[] =>
  folders[language].flatMap((folder) => [
    `../shared/texts/${folder}.ts`,
    ...(group ? [`../shared/texts/${folder}/${group}.ts`] : []),
  ])

type Settings = {
  publicUrl: string
  reloadPort: number | null
  demo: boolean
  /** facts that an administrator can change at any time */
  readFacts: () => { isMusicBrainz: boolean; footerLinks: string[] }
  patience: Patience
}
/** `draws` is false in development, which has no built renderer: only the browser renders. */
type Site = Omit<Settings, 'reloadPort'> & { files: Files; draws: boolean }

/** `reloadPort` (development only): serves from the sources, with reload. */
export async function serveWeb(
  app: FastifyInstance,
  { reloadPort, ...settings }: Settings,
  {
    contextOf,
    textsOf,
    onPage,
  }: {
    contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>
    onPage: (name: string, status: number, ms: number) => void
    textsOf: (header: string | undefined) => Context['texts']
  },
): Promise<void> {
  const files = reloadPort === null ? await builtWeb(app) : await liveWeb(app, reloadPort)
  const site = { ...settings, files, draws: reloadPort === null }
  if (site.draws) await prepareDrawing()
  const publicAddress = makePublicAddress(site.publicUrl)

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<string | FastifyReply> {
    const publicUrl = publicAddress(request)
    if (publicUrl) return reply.header('cache-control', 'no-store').redirect(publicUrl)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    reply.type('text/html; charset=utf-8')
    const startedAt = performance.now()
    const note = (status: number) =>
      onPage(matchPage(request.url.split('?')[0]!)?.name ?? 'none', status, performance.now() - startedAt)
    try {
      const { status, html } = await makePage(site, request, await contextOf(request, reply))
      reply.code(status)
      note(status)
      return html
    } catch (error) {
      note(error instanceof Moved ? MOVED : statusOf(error))
      if (!(error instanceof Moved)) throw error
      const [, query] = request.url.split(/(\?.*)/s)
      // Asked again each time: a merge can be undone.
      return reply.redirect(error.path + (query ?? ''), MOVED)
    }
  }

  serveManifests(app)
  app.get('/robots.txt', (_, reply) => reply.type('text/plain').send(robotsOf(site.publicUrl)))
  app.get('/*', (request, reply) =>
    endpointAt(request.url) === 'programs' ? reply.callNotFound() : sendPage(request, reply),
  )
  // People get a page, also where a route finds nothing: an album can have the name of a feed.
  app.setNotFoundHandler((request, reply) =>
    ['GET', 'HEAD'].includes(request.method) && endpointAt(request.url) !== 'programs'
      ? sendPage(request, reply)
      : reply.code(404).send({ error: textsOf(request.headers.cookie)().notFound }),
  )
}

async function makePage(
  site: Site,
  request: FastifyRequest,
  context: Context,
): Promise<{ status: number; html: string }> {
  const { files, draws, demo: isDemo, publicUrl } = site
  const { isMusicBrainz, footerLinks: links } = site.readFacts()
  const preferences = preferencesOf(request.cookies)
  const [path, query] = request.url.split(/\?(.*)/s)
  const match = await pageFor(context, path!)
  const { queries, finish } = beginQueries(context, site.patience)
  const search = new URLSearchParams(query)
  const [{ status, card }, feeds] = await Promise.all([
    describePage(match, { context, search, queries }),
    queries.inTime(findFeedLinks(context, match).catch(() => [])),
  ])
  const at = Date.now()
  const answers = await finish()
  const firstData = JSON.stringify({ at, ...answers })
  const texts = context.texts()
  const viewer = context.viewer?.view ?? null
  // Preloads come after the entry and the styles, which the page needs first: a connection carries only a few files at a time.
  const own = match && viewer ? partsForViewer[match.name] : undefined
  const group = own?.texts ?? (match ? pages[match.name].texts : undefined)
  const catalogue = filesOfTexts(preferences.language, group)
  const scripts = files.preload([START, ...catalogue, ...(own ? [own.file] : [])], match?.name ?? 'notFound')
  const isDrawn = draws && status === 200 && match && pages[match.name].isRendered
  const facts = { viewer, theme: preferences.theme, isDemo, isMusicBrainz, links, at }
  const html = fill(await files.html(request.url), {
    root: String(rootAttributes(preferences)),
    head: lines([
      headTags(card, { origin: publicUrl, texts, preferences }),
      ...(status === 200 && feeds ? feedTags(feeds, publicUrl) : []),
      ...(isDemo ? [tag('meta', { name: 'plak-demo', content: 1 })] : []),
      ...(isMusicBrainz ? [tag('meta', { name: 'plak-musicbrainz', content: 1 })] : []),
      ...(links.length > 0 ? [tag('meta', { name: 'plak-links', content: links.join(' ') })] : []),
    ]),
    data: lines([embed('viewer', JSON.stringify(viewer)), embed('first-data', firstData)]),
    preloads: lines([...scripts, ...pictureTags(answers)]),
    noScript: String(markup`${texts.sharing.noScript}`),
    drawn: isDrawn ? await draw(request, preferences.language, { facts, firstData }) : '',
  })
  return { status, html }
}

/** Parts of pages that only signed-in users see: their file in web/, and the group of texts that it needs. */
const partsForViewer: { [Name in PageName]?: { file: string; texts: keyof PageTexts } } = {
  home: { file: 'home/ForYou.tsx', texts: 'arriving' },
  welcomeStep: { file: 'welcome/WelcomePage.tsx', texts: 'arriving' },
}

const lines = (tags: readonly unknown[]) => tags.join('\n    ')

type Part = 'root' | 'head' | 'data' | 'preloads' | 'noScript' | 'drawn'

/** Replacer functions, because '$' in a string would be read as a pattern. */
const fill = (html: string, { root, head, data, preloads, noScript, drawn }: Record<Part, string>): string =>
  html
    .replace('<html lang="en">', () => `<html${root}>`)
    .replace('<!-- head -->', () => head)
    .replace('<!-- data -->', () => data)
    .replace('</head>', () => `  ${preloads}\n  </head>`)
    .replace(/(<noscript>)[^<]*/, (_, element: string) => element + noScript)
    // Replaced last, because the rendered page is long.
    .replace('<div id="root">', (place) => place + drawn)

/** Returns '' on failure; the browser then renders the page alone. */
async function draw(
  request: FastifyRequest,
  language: Language,
  drawing: Omit<Drawing, 'address'>,
): Promise<string> {
  try {
    return await drawPage(language, { address: request.url, ...drawing })
  } catch (error) {
    request.log.error({ err: error }, 'a page could not be rendered')
    return ''
  }
}

async function pageFor(context: Context, path: string): Promise<PageMatch | null> {
  const match = matchPage(path)
  if (!match) return null
  const { isForModerators, isForAdmins, isForSetup } = pages[match.name]
  const view = context.viewer?.view
  const isHidden =
    (isForModerators && !view?.isModerator) ||
    (isForAdmins && !view?.isAdmin) ||
    (isForSetup && (await readSetupState(context, {})) === null)
  return isHidden ? null : match
}

/** The status is 404 if no page matches or its subject does not exist; the page itself then says so. */
async function describePage(
  match: PageMatch | null,
  loading: Loading,
): Promise<{ status: number; card: Card }> {
  const texts = loading.context.texts()
  if (!match) return { status: 404, card: plainCard(texts, texts.layout.pageNotFound) }
  try {
    return { status: 200, card: await loadPage(match, loading) }
  } catch (error) {
    if (!(error instanceof NotThere)) throw error
    return { status: 404, card: plainCard(texts, texts.notFound) }
  }
}

/** These routes hold no secret, but nothing that a search engine should index either. */
const robotsOf = (origin: string) => `User-agent: *
${['/trpc/', '/account/', '/auth/'].map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${origin}${SITEMAP}
`
