import type { FastifyInstance } from 'fastify'
import { pages } from '../../../shared/pages.ts'
import { grounds, manifestPath } from '../../../shared/preferences.ts'
import type { Texts } from '../../../shared/texts.ts'
import { catalogues } from '../../lib/languages.ts'

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/${name}-${size}.png`,
  type: 'image/png',
  sizes: `${size}x${size}`,
  purpose,
})

/** The id is the same in every language: changing the language keeps the app. */
const manifestIn = (texts: Texts) => ({
  id: '/',
  name: 'Plak',
  short_name: 'Plak',
  lang: texts.language,
  description: texts.layout.slogan,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: grounds.dark,
  theme_color: grounds.dark,
  categories: ['music', 'entertainment', 'social'],
  icons: [
    { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
    icon('icon', 192, 'any'),
    icon('icon', 512, 'any'),
    icon('icon-maskable', 192, 'maskable'),
    icon('icon-maskable', 512, 'maskable'),
  ],
  share_target: {
    action: pages.share.path,
    method: 'GET',
    params: { title: 'title', text: 'text', url: 'url' },
  },
  shortcuts: [
    { name: texts.activity.title, url: pages.activity.path },
    { name: texts.catalog.search, url: pages.search.path },
  ].map((shortcut) => ({ ...shortcut, icons: [{ src: '/icon-192.png', sizes: '192x192' }] })),
})

/** Each language has its own URL: browsers request manifests without cookies. */
export function serveManifests(app: FastifyInstance): void {
  for (const language of ['en', 'tr'] as const) {
    const manifest = JSON.stringify(manifestIn(catalogues[language]))
    app.get(manifestPath(language), (_, reply) =>
      reply.type('application/manifest+json').header('cache-control', 'public, max-age=3600').send(manifest),
    )
  }
}
