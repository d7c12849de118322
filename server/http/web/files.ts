import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { endpointAt, type PageName } from '../../../shared/pages.ts'
import { paths } from '../../../shared/paths.ts'
import { root } from '../../lib/root.ts'
import { serveAssets } from './assets.ts'
import { readLicenses } from './licenses.ts'

const dist = join(root, 'dist', 'web')
const builds = join(root, '.data', 'builds')
const YEAR = 365 * 24 * 60 * 60

export type Files = {
  /** with the placeholders `<!-- head -->` and `<!-- data -->` */
  html: (url: string) => Promise<string>
  /** preloads these files of web/, the file that renders the page, and all their static imports */
  preload: (files: string[], page: PageName | 'notFound') => string[]
}

type Chunk = { file: string; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>

/** Hashed files are cached for a year and were compressed at build time; the document is read once. */
export async function builtWeb(app: FastifyInstance): Promise<Files> {
  await app.register(fastifyStatic, {
    root: dist,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/index.html', 'assets/**'],
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(dist, 'assets')) || path.startsWith(builds)
      const caching = hashed ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600'
      reply.header('cache-control', path.endsWith('worker.js') ? 'no-cache' : caching)
    },
  })
  serveAssets(app, join(dist, 'assets'), builds)
  app.get(paths.licenses(), async (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(await readLicenses()),
  )
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  // The document itself references its entry and the entry's imports.
  const documentChunks = chunksOf(manifest, ['index.html'])
  const tags = new Map<string, string[]>()
  return {
    html: () => Promise.resolve(html),
    preload(files, page) {
      const key = [...files, page].join()
      const chunks = () => chunksOf(manifest, [...files, ...filesOfPage(manifest, page)])
      const pageTags =
        tags.get(key) ?? preloadTags(chunks().filter((chunk) => !documentChunks.includes(chunk)))
      tags.set(key, pageTags)
      return pageTags
    },
  }
}

/** EditListPage.tsx for `editList`; none if the page's component is part of every page's bundle. */
const filesOfPage = (manifest: Manifest, page: string): string[] =>
  Object.keys(manifest).filter((file) => basename(file).toLowerCase() === `${page}Page.tsx`.toLowerCase())

function chunksOf(manifest: Manifest, files: string[]): Chunk[] {
  const chunks = new Set<Chunk>()
  const collect = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || chunks.has(chunk)) return
    chunks.add(chunk)
    chunk.imports?.forEach(collect)
  }
  files.forEach(collect)
  return [...chunks]
}

const preloadTags = (chunks: Chunk[]): string[] => [
  ...new Set(
    chunks.flatMap(({ css = [] }) =>
      css.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
    ),
  ),
  ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
]

export async function liveWeb(app: FastifyInstance, reloadPort: number): Promise<Files> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(root, 'web', 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { port: reloadPort } },
    appType: 'custom',
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (endpointAt(request.url)) return done()
    vite.middlewares(request.raw, reply.raw, done)
  })
  app.addHook('onClose', () => vite.close())
  return {
    html: async (url) =>
      vite.transformIndexHtml(url, await readFile(join(root, 'web', 'index.html'), 'utf8')),
    preload: () => [],
  }
}
