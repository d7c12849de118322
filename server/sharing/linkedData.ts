import type * as Schema from 'schema-dts'
import type { AlbumDetails, AlbumRef, CoverAlbum } from '../../shared/catalog.ts'
import type { ListEntry, ListHead } from '../../shared/lists.ts'
import type { RatingStats, Review } from '../../shared/logs.ts'
import { paths } from '../../shared/paths.ts'
import type { Profile } from '../../shared/users.ts'

// Structured data of a page for search engines: JSON-LD in the vocabulary of schema.org. Only what the page shows.

type Subject = Schema.MusicAlbum | Schema.Review | Schema.ItemList | Schema.ProfilePage
/** Programs read it elsewhere, so its URLs begin with `origin`. JSON leaves undefined fields out. */
export type LinkedData = (origin: string) => Schema.WithContext<Subject>

const stars = { bestRating: 5, worstRating: 0.5 } as const

const context = { '@context': 'https://schema.org' } as const
const imageOf = (image: string | null, origin: string) => (image ? new URL(image, origin).href : undefined)

const albumNames = ({ artist, name }: Pick<CoverAlbum, 'artist' | 'name'>, origin: string) =>
  ({
    '@type': 'MusicAlbum',
    name,
    byArtist: { '@type': 'MusicGroup', name: artist },
    url: origin + paths.album({ artist, name }),
  }) satisfies Schema.MusicAlbum

const person = ({ nickname, avatar }: Pick<Profile, 'nickname' | 'avatar'>, origin: string) =>
  ({
    '@type': 'Person',
    name: nickname,
    url: origin + paths.profile(nickname),
    image: imageOf(avatar, origin),
  }) satisfies Schema.Person

/** Null `details` or `ratings`: not known in time. */
export const albumData =
  ({ artist, album }: AlbumRef, details: AlbumDetails | null, ratings: RatingStats | null): LinkedData =>
  (origin) => {
    const tracks = (details?.tracks ?? []).map(({ name }) => ({ '@type': 'MusicRecording', name }) as const)
    const average = ratings?.average ?? null
    return {
      ...context,
      ...albumNames({ artist, name: album }, origin),
      image: imageOf(details?.image ?? null, origin),
      datePublished: details?.releaseDate ?? undefined,
      track: tracks.length > 0 ? tracks : undefined,
      aggregateRating:
        ratings && average !== null
          ? { '@type': 'AggregateRating', ratingValue: average, ratingCount: ratings.count, ...stars }
          : undefined,
    }
  }

export const reviewData =
  ({ id, user, album, rating, review, createdAt }: Review): LinkedData =>
  (origin) => ({
    ...context,
    '@type': 'Review',
    url: origin + paths.review(album, id),
    itemReviewed: { ...albumNames(album, origin), image: imageOf(album.image, origin) },
    author: person(user, origin),
    datePublished: createdAt,
    reviewBody: review,
    reviewRating: rating > 0 ? { '@type': 'Rating', ratingValue: rating / 2, ...stars } : undefined,
  })

/** The albums are those of the page, at most a hundred. */
export const listData =
  (
    { id, name, albumCount }: Pick<ListHead, 'id' | 'name' | 'albumCount'>,
    albums: readonly ListEntry[],
  ): LinkedData =>
  (origin) => ({
    ...context,
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
  (origin) => ({
    ...context,
    '@type': 'ProfilePage',
    url: origin + paths.profile(profile.nickname),
    mainEntity: person(profile, origin),
  })
