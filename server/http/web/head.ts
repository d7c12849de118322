import { grounds, manifestPath, type Preferences } from '../../../shared/preferences.ts'
import type { Texts } from '../../../shared/texts.ts'
import { RSS } from '../../feeds/addresses.ts'
import type { FeedLink } from '../../feeds/links.ts'
import { markup, type Markup } from '../../lib/markup.ts'
import { publicSubject, type Card } from '../../sharing/cards.ts'
import { embedPath } from '../../sharing/embeds.ts'

type Attributes = Record<string, string | number>

const writeAttributes = (attributes: Attributes): Markup[] =>
  Object.entries(attributes).map(([key, value]) => markup` ${key}="${value}"`)

export const tag = (name: 'meta' | 'link', attributes: Attributes): Markup =>
  markup`<${name}${writeAttributes(attributes)} />`
const meta = (name: string, content: string | number) => tag('meta', { name, content })
const graph = (property: string, content: string | number) =>
  tag('meta', { property: `og:${property}`, content })

/** Both theme colours stay in the document, because the theme can be changed on the page (web/preferences/theme.ts). */
function schemeTags(theme: Preferences['theme']): Markup[] {
  const bars = (['light', 'dark'] as const).map((scheme) => {
    const media =
      theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all'
    return tag('meta', { name: 'theme-color', 'data-scheme': scheme, media, content: grounds[scheme] })
  })
  return [meta('color-scheme', theme === 'system' ? 'light dark' : theme), ...bars]
}

/** Applies preferences before the page is drawn, so that it does not change its look. */
export function rootAttributes({ language, theme }: Preferences): Markup {
  const attributes = {
    lang: language === 'tr' ? 'tr' : 'en',
    'data-language': language,
    ...(theme !== 'system' && { 'data-theme': theme }),
  }
  return markup`${writeAttributes(attributes)}`
}

type HeadOptions = { origin: string; texts: Texts; preferences: Preferences }

/** URLs begin with `origin`, because other sites read them. */
export function headTags(card: Card, { origin, texts, preferences }: HeadOptions): string {
  const { title, description, path, type, image } = card
  const isLarge = image.width > image.height
  const tags = [
    markup`<title>${title === null ? 'Plak' : texts.layout.titleOf(title)}</title>`,
    meta('description', description),
    ...schemeTags(preferences.theme),
    tag('link', { rel: 'manifest', href: manifestPath(preferences.language) }),
    path === null ? meta('robots', 'noindex') : tag('link', { rel: 'canonical', href: origin + path }),
    graph('site_name', 'Plak'),
    graph('title', title ?? 'Plak'),
    graph('description', description),
    graph('type', type),
    graph('url', origin + (path ?? '/')),
    graph('image', new URL(image.path, origin).href),
    graph('image:width', image.width),
    graph('image:height', image.height),
    graph('image:alt', image.alt),
    meta('twitter:card', isLarge ? 'summary_large_image' : 'summary'),
    ...subjectTags(card, origin),
  ]
  return tags.join('\n    ')
}

export const feedTags = (feeds: readonly FeedLink[], origin: string): Markup[] =>
  feeds.map(({ title, path }) => tag('link', { rel: 'alternate', type: RSS, title, href: origin + path }))

/** How other sites embed the subject, and its structured data, in which no '<' can close the element. */
function subjectTags(card: Card, origin: string): (Markup | string)[] {
  const subject = publicSubject(card)
  if (!subject) return []
  const json = JSON.stringify(subject.data(origin)).replaceAll('<', '\\u003c')
  const href = origin + embedPath(origin + card.path)
  return [
    tag('link', { rel: 'alternate', type: 'application/json+oembed', title: card.title ?? 'Plak', href }),
    `<script type="application/ld+json">${json}</script>`,
  ]
}
