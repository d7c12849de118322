import type { ActivityPage } from '../../../shared/activity.ts'
import type { AlbumCard, AlbumDetails } from '../../../shared/catalog.ts'
import type { FirstData } from '../../../shared/firstData.ts'
import type { Page } from '../../../shared/page.ts'
import { pictureSet, sleeveSizes } from '../../../shared/pictures.ts'
import type { Profile } from '../../../shared/users.ts'
import type { Markup } from '../../lib/markup.ts'
import { tag } from './head.ts'

/** Pictures in the first row of a grid, on a phone. */
const FIRST_ROW = 2

const beginningOf = <Item>(data: unknown): Item[] => (data as { pages: Page<Item>[] }).pages[0]?.items ?? []
const firstOf = (albums: AlbumCard[], sizes: string) =>
  albums.slice(0, FIRST_ROW).flatMap((album) => preload(album, sizes))

/** Uses the same sources as web/ui/Cover.tsx. */
export const pictureTags = ({ queries }: Pick<FirstData, 'queries'>): Markup[] =>
  queries.flatMap(({ queryKey: [path], data }) => {
    switch (path.join('.')) {
      case 'catalog.album':
        return preload(data as AlbumDetails, sleeveSizes.hero)
      case 'lists.albums':
        return firstOf(beginningOf<AlbumCard>(data), sleeveSizes.grid)
      case 'activity.feed':
        return firstOf(
          beginningOf<ActivityPage['items'][number]>(data).map(({ album }) => album),
          sleeveSizes.grid,
        )
      case 'users.profile':
        return firstOf((data as Profile).favoriteAlbums, sleeveSizes.top)
      default:
        return []
    }
  })

function preload({ image }: AlbumCard, sizes: string): Markup[] {
  if (!image) return []
  const set = pictureSet(image)
  const source: Record<string, string> = set ? { imagesrcset: set, imagesizes: sizes } : { href: image }
  return [
    tag('link', {
      rel: 'preload',
      as: 'image',
      ...source,
      fetchpriority: 'high',
      referrerpolicy: 'no-referrer',
    }),
  ]
}
