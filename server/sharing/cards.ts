import type { AlbumDetails, AlbumRef, ArtistDetails } from '../../shared/catalog.ts'
import type { ListView } from '../../shared/lists.ts'
import type { Review } from '../../shared/logs.ts'
import { pages, type PageName } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import type { Texts } from '../../shared/texts.ts'
import type { Profile } from '../../shared/users.ts'
import { ellipsis } from './ellipsis.ts'

/** What a page says about itself to programs that do not run it: search engines, and chats that a link is pasted into. */
export type Card = {
  /** null: the product's name alone */
  title: string | null
  description: string
  /** the one address of what the page shows; null for a page that no search engine shall index */
  path: string | null
  type: 'website' | 'music.album' | 'music.playlist' | 'profile' | 'article'
  image: { path: string; width: number; height: number; alt: string }
}

/** The size that the large chats and networks ask for. */
export const PREVIEW = { width: 1200, height: 630 } as const
const COVER = { width: 300, height: 300 } as const
/** What search engines and chats show of a description. */
const DESCRIPTION = 200

const own = { path: paths.preview(), ...PREVIEW, alt: 'Plak' }

/** A page without anything of its own to show: where that is not there. */
export const plainCard = (texts: Texts, title: string | null): Card => ({
  title,
  description: texts.layout.slogan,
  path: null,
  type: 'website',
  image: own,
})

/** A page of the product itself. */
export const pageCard = (texts: Texts, name: PageName, description = texts.layout.slogan): Card => ({
  ...plainCard(texts, pages[name].title?.(texts) ?? null),
  description,
  path: pages[name].path,
})

/** An album under the names in the address, with what the catalogue knows of it, if that is at hand. */
export function albumCard(texts: Texts, { artist, album }: AlbumRef, known: AlbumDetails | null): Card {
  const title = texts.catalog.albumBy(album, artist)
  return {
    title,
    description: ellipsis(known?.wiki?.text ?? texts.sharing.album(album, artist), DESCRIPTION),
    path: paths.album({ artist, name: album }),
    type: 'music.album',
    image: known?.image ? { path: known.image, ...COVER, alt: texts.catalog.coverOf(title) } : own,
  }
}

export function artistCard(texts: Texts, name: string, known: ArtistDetails | null): Card {
  return {
    title: name,
    description: ellipsis(known?.bio?.text ?? texts.sharing.artist(name), DESCRIPTION),
    path: paths.artist(name),
    type: 'profile',
    image: own,
  }
}

export function listCard(
  texts: Texts,
  { id, version, name, description, visibility, owner, albumCount }: ListView,
): Card {
  const madeBy = texts.sharing.list(owner.nickname, texts.catalog.albumCount(albumCount))
  // Pictures are drawn, and pages are indexed, for everybody.
  const isForEveryone = visibility === 'everyone'
  return {
    title: name,
    description: ellipsis(description || madeBy, DESCRIPTION),
    path: isForEveryone ? paths.list(id) : null,
    type: 'music.playlist',
    image: isForEveryone ? { path: paths.listPreview(id, version), ...PREVIEW, alt: name } : own,
  }
}

export function reviewCard(texts: Texts, { id, version, user, album, review }: Review): Card {
  const title = texts.sharing.reviewOf(user.nickname, texts.catalog.albumBy(album.name, album.artist))
  return {
    title,
    description: ellipsis(review, DESCRIPTION),
    path: paths.review(album, id),
    type: 'article',
    image: { path: paths.reviewPreview(id, version), ...PREVIEW, alt: title },
  }
}

export const profileCard = (texts: Texts, { nickname, bio }: Pick<Profile, 'nickname' | 'bio'>): Card => ({
  title: nickname,
  description: ellipsis(bio || texts.sharing.profile(nickname), DESCRIPTION),
  path: paths.profile(nickname),
  type: 'profile',
  image: own,
})
