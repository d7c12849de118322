import type { AlbumDetails, AlbumRef, ArtistDetails } from '../../shared/catalog.ts'
import type { ListEntry, ListView } from '../../shared/lists.ts'
import type { RatingStats, Review } from '../../shared/logs.ts'
import { pages, type PageName } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import type { YearStats } from '../../shared/stats.ts'
import type { Texts } from '../../shared/texts.ts'
import type { Profile } from '../../shared/users.ts'
import { ellipsis } from './ellipsis.ts'
import { albumData, listData, profileData, reviewData, type LinkedData } from './linkedData.ts'
import { versionOf } from './years.ts'

/** Metadata of a page for programs that do not run it: search engines, and chats into which a link is pasted. */
export type Card = {
  /** null: only the product's name */
  title: string | null
  description: string
  /** the canonical path; null for a page that search engines must not index */
  path: string | null
  type: 'website' | 'music.album' | 'music.playlist' | 'profile' | 'article'
  image: { path: string; width: number; height: number; alt: string }
  /** what the page is about, if other sites can embed it: set for albums, reviews, lists and profiles */
  subject?: { author: { name: string; path: string }; data: LinkedData }
}

/** Only what everyone can see is shown to programs. */
export const publicSubject = ({ path, subject }: Card): Card['subject'] =>
  path === null ? undefined : subject

/** Image size that the large chats and networks recommend. */
export const PREVIEW = { width: 1200, height: 630 } as const
const COVER = { width: 300, height: 300 } as const
/** Number of characters of a description that search engines and chats show. */
const DESCRIPTION = 200

const defaultImage = { path: paths.preview(), ...PREVIEW, alt: 'Plak' }

/** Used for example if the page does not exist. */
export const plainCard = (texts: Texts, title: string | null): Card => ({
  title,
  description: texts.layout.slogan,
  path: null,
  type: 'website',
  image: defaultImage,
})

export const pageCard = (texts: Texts, name: PageName, description = texts.layout.slogan): Card => ({
  ...plainCard(texts, pages[name].title?.(texts) ?? null),
  description,
  path: pages[name].path,
})

/** Uses the names from the URL, and the details from the catalogue and the ratings if they are available. */
export function albumCard(
  texts: Texts,
  { artist, album }: AlbumRef,
  details: AlbumDetails | null,
  ratings: RatingStats | null = null,
): Card {
  const title = texts.catalog.albumBy(album, artist)
  return {
    title,
    description: ellipsis(details?.wiki?.text ?? texts.sharing.album(album, artist), DESCRIPTION),
    path: paths.album({ artist, name: album }),
    type: 'music.album',
    image: details?.image
      ? { path: details.image, ...COVER, alt: texts.catalog.coverOf(title) }
      : defaultImage,
    subject: {
      author: { name: artist, path: paths.artist(artist) },
      data: albumData({ artist, album }, details, ratings),
    },
  }
}

export function artistCard(texts: Texts, name: string, details: ArtistDetails | null): Card {
  return {
    title: name,
    description: ellipsis(details?.bio?.text ?? texts.sharing.artist(name), DESCRIPTION),
    path: paths.artist(name),
    type: 'profile',
    image: defaultImage,
  }
}

type ShownList = { albums: readonly ListEntry[]; isForEveryone: boolean }

/** A list that not everyone can see has no preview image, and its page is not indexed. */
export function listCard(texts: Texts, list: ListView, { albums, isForEveryone }: ShownList): Card {
  const { id, version, name, description, owner, albumCount } = list
  const madeBy = texts.sharing.list(owner.nickname, texts.catalog.albumCount(albumCount))
  return {
    title: name,
    description: ellipsis(description || madeBy, DESCRIPTION),
    path: isForEveryone ? paths.list(id) : null,
    type: 'music.playlist',
    image: isForEveryone ? { path: paths.listPreview(id, version), ...PREVIEW, alt: name } : defaultImage,
    subject: { author: authorOf(owner), data: listData(list, albums) },
  }
}

export function reviewCard(texts: Texts, shownReview: Review): Card {
  const { id, version, user, album, review } = shownReview
  const title = texts.sharing.reviewOf(user.nickname, texts.catalog.albumBy(album.name, album.artist))
  return {
    title,
    description: ellipsis(review, DESCRIPTION),
    path: paths.review(album, id),
    type: 'article',
    image: { path: paths.reviewPreview(id, version), ...PREVIEW, alt: title },
    subject: { author: authorOf(user), data: reviewData(shownReview) },
  }
}

/** A private account is not indexed. */
export const profileCard = (
  texts: Texts,
  profile: Pick<Profile, 'nickname' | 'avatar' | 'bio' | 'isPrivate'>,
): Card => ({
  title: profile.nickname,
  description: ellipsis(profile.bio || texts.sharing.profile(profile.nickname), DESCRIPTION),
  path: profile.isPrivate ? null : paths.profile(profile.nickname),
  type: 'profile',
  image: defaultImage,
  subject: { author: authorOf(profile), data: profileData(profile) },
})

export const statsCard = (
  texts: Texts,
  { nickname, isPrivate }: Pick<Profile, 'nickname' | 'isPrivate'>,
): Card => ({
  ...plainCard(texts, texts.stats.titleOf(nickname)),
  description: texts.sharing.profile(nickname),
  path: isPrivate ? null : paths.stats(nickname),
})

/** `shown` is what everyone may see of the year. */
export function yearCard(
  texts: Texts,
  { nickname, year }: { nickname: string; year: number },
  shown: YearStats | null,
): Card {
  const title = texts.stats.titleOfYear(year, nickname)
  const path = { path: shown && paths.year(nickname, year) }
  const card = { ...plainCard(texts, title), description: texts.sharing.profile(nickname), ...path }
  if (!shown) return card
  const image = { path: paths.yearPreview(nickname, year, versionOf(shown)), ...PREVIEW, alt: title }
  return { ...card, image }
}

const authorOf = ({ nickname }: Pick<Profile, 'nickname'>) => ({
  name: nickname,
  path: paths.profile(nickname),
})
