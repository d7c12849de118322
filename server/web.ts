import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Viewer } from '../shared/auth.ts'
import { texts } from '../shared/texts.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist', 'web')
const YEAR = 365 * 24 * 60 * 60

type Page = (url: string) => Promise<string>

/** The built web: hashed assets for a year, the page itself read once. */
async function builtWeb(app: FastifyInstance): Promise<Page> {
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    globIgnore: ['**/index.html'],
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(dist, 'assets'))
      reply.header('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600')
    },
  })
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  return () => Promise.resolve(html)
}

/** The web straight from its sources, with reload: `npm run dev`. */
async function liveWeb(app: FastifyInstance, reloadPort: number): Promise<Page> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(root, 'web', 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { port: reloadPort } },
    appType: 'custom',
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (/^\/(trpc([/?]|$)|livez|readyz)/.test(request.url)) return done()
    vite.middlewares(request.raw, reply.raw, done)
  })
  app.addHook('onClose', () => vite.close())
  return async (url) => vite.transformIndexHtml(url, await readFile(join(root, 'web', 'index.html'), 'utf8'))
}

/** JSON that may stand inside a script element: no '<' can end it. */
const embed = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const resting = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Plak</title><h1>${texts.error}</h1><p>${texts.resting}</p><p><a href="">${texts.tryAgain}</a></p></html>`

/**
 * Serves the web: its files, and for every other address the page, into which the signed-in person is written, so that
 * the browser knows him before it draws anything. `reloadPort` (development alone): from the sources, with reload.
 */
export async function serveWeb(
  app: FastifyInstance,
  { reloadPort, demo, viewerOf }: { reloadPort: number | null; demo: boolean; viewerOf: (request: FastifyRequest) => Promise<Viewer | null> },
): Promise<void> {
  const page = reloadPort === null ? await builtWeb(app) : await liveWeb(app, reloadPort)

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'private, no-cache').type('text/html; charset=utf-8')
    let viewer: Viewer | null
    try {
      viewer = await viewerOf(request)
    } catch (error) {
      // Drawing a signed-in person as a visitor would be a lie; saying that nothing works right now is not.
      request.log.error({ err: error }, 'the page could not be signed')
      return reply.code(503).header('retry-after', '5').send(resting)
    }
    const html = (await page(request.url))
      // A function, because '$' in a text would be read as a pattern.
      .replace(/(<script type="application\/json" id="viewer">)[^<]*/, (_, open: string) => open + embed(viewer))
      .replace('</head>', `${demo ? '<meta name="plak-demo" content="1" />' : ''}</head>`)
    return reply.send(html)
  }

  app.setNotFoundHandler((request, reply) => {
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(assets|trpc)\//.test(request.url)
    if (wantsPage) return sendPage(request, reply)
    return reply.code(404).send({ error: texts.notFound })
  })
}
