import { shownYear } from '../../shared/shownYear.ts'
import { markup, type Markup } from '../lib/markup.ts'

/** Number of items of a feed. */
export const ITEMS = 50

export type Author = { nickname: string; avatar: string | null }
export type Album = { artist: string; name: string; year: number | null; image: string | null }
type Listening = { date: string | null; relisten: boolean; rating: number; favorite: boolean }

/** An entry of a feed. `id` never changes; `at` orders the entries. */
export type Item = {
  id: string
  title: string
  path: string
  at: Date
  author: Author
  cover: { path: string; alt: string } | null
  text: Markup
  album?: Album
  listening?: Listening
}

/** As Letterboxd writes its titles: 'Björk - Homogenic, 1997 - ★★★★½'. */
export function titleOf(album: Album, rating = 0): string {
  const year = shownYear(album)
  const stars = '★'.repeat(Math.floor(rating / 2)) + (rating % 2 ? '½' : '')
  return `${album.artist} - ${album.name}${year === null ? '' : `, ${year}`}${stars && ` - ${stars}`}`
}

/** An empty line begins a paragraph, and a single line break stays one. */
export function paragraphsOf(text: string): Markup {
  const paragraphs = text.split(/\n\s*\n/).filter((each) => each.trim() !== '')
  return markup`${paragraphs.map((each) => {
    const [first = '', ...others] = each.trim().split('\n')
    return markup`<p>${first}${others.map((line) => markup`<br />${line}`)}</p>`
  })}`
}

/** HTML for readers of feeds, with absolute addresses. */
export function contentOf({ cover, text }: Item, origin: string): Markup {
  if (!cover) return text
  return markup`<p><img src="${new URL(cover.path, origin).href}" alt="${cover.alt}" /></p>${text}`
}
