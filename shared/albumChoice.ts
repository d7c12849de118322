import { limits } from './limits.ts'

// Query parameters of the page of albums, and of the albums of a profile. No zod: pages use it.

/** Popular albums first is the default. */
export const albumSorts = ['date', 'rating'] as const
type AlbumSort = (typeof albumSorts)[number]

/** `decade` is its first year. */
export type AlbumChoice = { decade?: number; genre?: string; sort?: AlbumSort }

/** Ignores invalid values. */
export function readAlbumChoice(search: URLSearchParams): AlbumChoice {
  const decade = readDecade(search)
  const genre = search.get('genre')?.slice(0, limits.catalogName)
  const sort = albumSorts.find((option) => option === search.get('sort'))
  return { ...(decade !== null && { decade }), ...(genre && { genre }), ...(sort && { sort }) }
}

/** The decades of the first possible year to that of the next year. */
function readDecade(search: URLSearchParams): number | null {
  const text = search.get('decade') ?? ''
  const decade = /^\d{3}0$/.test(text) ? Number(text) : 0
  return decade >= limits.albumYear && decade <= new Date().getUTCFullYear() + 1 ? decade : null
}

export const isChoice = ({ decade, genre, sort }: AlbumChoice): boolean => Boolean(decade ?? genre ?? sort)

/** How the albums of a profile are chosen: the latest first is the default. */
export type ShelfChoice = Pick<AlbumChoice, 'decade'> & { sort?: 'date' }

export function readShelfChoice(search: URLSearchParams): ShelfChoice {
  const { decade, sort } = readAlbumChoice(search)
  return { ...(decade !== undefined && { decade }), ...(sort === 'date' && { sort }) }
}

/** Includes the '?'; '' without a choice. */
export function albumChoiceQuery({ decade, genre, sort }: AlbumChoice): string {
  const query = new URLSearchParams({
    ...(decade !== undefined && { decade: String(decade) }),
    ...(genre && { genre }),
    ...(sort && { sort }),
  })
  return query.size === 0 ? '' : `?${query}`
}
