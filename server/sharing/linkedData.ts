import type { AlbumDetails, AlbumRef, CoverAlbum } from '../../shared/catalog.ts'
import type { ListEntry, ListHead } from '../../shared/lists.ts'
import type { RatingStats, Review } from '../../shared/logs.ts'
import { paths } from '../../shared/paths.ts'
import type { Profile } from '../../shared/users.ts'

// Structured data of a page for search engines: JSON-LD in the vocabulary of schema.org. Only what the page shows.

/** Programs read it elsewhere, so its URLs begin with `origin`. */
export type LinkedData = (origin: string) => object

const stars = { bestRating: 5, worstRating: 0.5 } as const

const inContext = (data: object) => ({ '@context': 'https://schema.org', ...data })
/** An empty object for null, so that the field is left out. */
const field = (name: string, value: unknown) => (value === null ? {} : { [name]: value })
const imageOf = (image: string | null, origin: string) => field('image', image && new URL(image, origin).href)

const albumNames = ({ artist, name }: Pick<CoverAlbum, 'artist' | 'name'>, origin: string) => ({
  '@type': 'MusicAlbum',
  name,
  byArtist: { '@type': 'MusicGroup', name: artist },
  url: origin + paths.album({ artist, name }),
})

const person = ({ nickname, avatar }: Pick<Profile, 'nickname' | 'avatar'>, origin: string) => ({
  '@type': 'Person',
  name: nickname,
  url: origin + paths.profile(nickname),
  ...imageOf(avatar, origin),
})

/** Null `details` or `ratings`: not known in time. */
export const albumData =
  ({ artist, album }: AlbumRef, details: AlbumDetails | null, ratings: RatingStats | null): LinkedData =>
  (origin) => {
    const tracks = (details?.tracks ?? []).map(({ name }) => ({ '@type': 'MusicRecording', name }))
    const rating = ratings &&
      ratings.average !== null && {
        '@type': 'AggregateRating',
        ratingValue: ratings.average,
        ratingCount: ratings.count,
        ...stars,
      }
    return inContext({
      ...albumNames({ artist, name: album }, origin),
      ...imageOf(details?.image ?? null, origin),
      ...field('datePublished', details?.releaseDate ?? null),
      ...field('track', tracks.length > 0 ? tracks : null),
      ...field('aggregateRating', rating || null),
    })
  }

export const reviewData =
  ({ id, user, album, rating, review, createdAt }: Review): LinkedData =>
  (origin) =>
    inContext({
      '@type': 'Review',
      url: origin + paths.review(album, id),
      itemReviewed: { ...albumNames(album, origin), ...imageOf(album.image, origin) },
      author: person(user, origin),
      datePublished: createdAt,
      reviewBody: review,
      ...(rating > 0 && { reviewRating: { '@type': 'Rating', ratingValue: rating / 2, ...stars } }),
    })

/** The albums are those of the page, at most a hundred. */
export const listData =
  (
    { id, name, albumCount }: Pick<ListHead, 'id' | 'name' | 'albumCount'>,
    albums: readonly ListEntry[],
  ): LinkedData =>
  (origin) =>
    inContext({
      '@type': 'ItemList',
      name,
      url: origin + paths.list(id),
      numberOfItems: albumCount,
      itemListElement: albums.map((album) => ({
        '@type': 'ListItem',
        position: album.place,
        item: albumNames(album, origin),
      })),
    })

export const profileData =
  (profile: Pick<Profile, 'nickname' | 'avatar'>): LinkedData =>
  (origin) =>
    inContext({
      '@type': 'ProfilePage',
      url: origin + paths.profile(profile.nickname),
      mainEntity: person(profile, origin),
    })
