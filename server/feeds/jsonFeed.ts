import { paths } from '../../shared/paths.ts'
import { feedPath, homeOf } from './addresses.ts'
import type { Document } from './document.ts'
import { contentOf, type Author, type Item } from './item.ts'

const authorOf = ({ nickname, avatar }: Author, origin: string) => ({
  name: nickname,
  url: origin + paths.profile(nickname),
  ...(avatar !== null && { avatar: new URL(avatar, origin).href }),
})

/** The extension of JSON Feed with what `plak:` has in RSS. */
function plakOf({ album, listening }: Item) {
  if (!album) return {}
  const { name, artist, year } = album
  const named = { albumTitle: name, albumArtist: artist, ...(year !== null && { albumYear: year }) }
  if (!listening) return { _plak: named }
  const { date, relisten, rating, favorite } = listening
  const rated = { ...(rating > 0 && { memberRating: rating / 2 }), memberLike: favorite }
  return { _plak: { ...(date !== null && { listenedDate: date }), relisten, ...named, ...rated } }
}

const itemOf = (item: Item, origin: string) => ({
  id: item.id,
  url: origin + item.path,
  title: item.title,
  content_html: String(contentOf(item, origin)),
  ...(item.cover && { image: new URL(item.cover.path, origin).href }),
  date_published: item.at.toISOString(),
  authors: [authorOf(item.author, origin)],
  ...plakOf(item),
})

/** https://www.jsonfeed.org/version/1.1/ */
export function writeJsonFeed({ head, items, origin }: Document): string {
  const { name, title, description, author } = head
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: origin + homeOf(name),
    feed_url: origin + feedPath(name, 'json'),
    language: 'en',
    ...(author && { authors: [authorOf(author, origin)] }),
    items: items.map((item) => itemOf(item, origin)),
  })
}
