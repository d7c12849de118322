import { markup, type Markup } from '../lib/markup.ts'
import { feedPath, homeOf, RSS } from './addresses.ts'
import type { Document } from './document.ts'
import { contentOf, type Item } from './item.ts'

const yesNo = (value: boolean) => (value ? 'Yes' : 'No')

/** The same elements as in Letterboxd's feeds, named after albums and listenings. */
function plakElements({ album, listening }: Item): Markup {
  const parts: Markup[] = []
  if (listening) {
    const { date, relisten } = listening
    if (date !== null) parts.push(markup`<plak:listenedDate>${date}</plak:listenedDate>`)
    parts.push(markup`<plak:relisten>${yesNo(relisten)}</plak:relisten>`)
  }
  if (album) {
    const { name, artist, year } = album
    parts.push(
      markup`<plak:albumTitle>${name}</plak:albumTitle><plak:albumArtist>${artist}</plak:albumArtist>`,
    )
    if (year !== null) parts.push(markup`<plak:albumYear>${year}</plak:albumYear>`)
  }
  if (listening) {
    const { rating, favorite } = listening
    if (rating > 0) parts.push(markup`<plak:memberRating>${(rating / 2).toFixed(1)}</plak:memberRating>`)
    parts.push(markup`<plak:memberLike>${yesNo(favorite)}</plak:memberLike>`)
  }
  return markup`${parts}`
}

/** The HTML of the description is escaped as text. */
const itemElement = (item: Item, origin: string): Markup => markup`
<item>
<title>${item.title}</title>
<link>${origin + item.path}</link>
<guid isPermaLink="false">${item.id}</guid>
<pubDate>${item.at.toUTCString()}</pubDate>
<dc:creator>${item.author.nickname}</dc:creator>
${plakElements(item)}
<description>${String(contentOf(item, origin))}</description>
</item>`

export function writeRss({ head, items, origin }: Document): string {
  const { name, title, description } = head
  const elements = items.map((item) => itemElement(item, origin))
  const self = origin + feedPath(name, 'xml')
  return String(markup`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:plak="urn:plak:feed:1" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${title}</title>
<link>${origin + homeOf(name)}</link>
<description>${description}</description>
<language>en</language>
<generator>Plak</generator>
<atom:link rel="self" type="${RSS}" href="${self}" />${elements}
</channel>
</rss>
`)
}
