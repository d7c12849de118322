import { texts } from '../../shared/texts.ts'
import { catalogueErrorText, fiveMinutes, trpc } from '../lib/trpc.ts'
import { NotSetUp } from '../lists/MoreResults.tsx'
import { MarkedTile } from '../logs/MarkedTile.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { Loading, TileSkeleton } from '../ui/Skeleton.tsx'

const TRENDING = 7

/** The first sleeve is twice as large as the other six: seven fill two rows on a wide page. */
const first = 'col-span-2 md:row-span-2'
const grid = 'grid grid-cols-2 gap-x-4 gap-y-7 md:grid-cols-5 md:gap-x-6 md:gap-y-8'
const firstSizes = '(width >= 48rem) 446px, 100vw'
const otherSizes = '(width >= 48rem) 212px, 50vw'

export function TrendingAlbums() {
  const popular = trpc.catalog.popular.useQuery({ page: 1, chart: 'trending' }, { staleTime: fiveMinutes })
  if (popular.data) {
    const albums = popular.data.albums.slice(0, TRENDING)
    if (albums.length === 0) return <EmptyState text={texts.catalog.noAlbums} />
    return (
      <>
        <ul aria-label={texts.home.trending} className={grid}>
          {albums.map((album, index) => (
            <li key={`${album.artist}/${album.name}`} className={classes('min-w-0', index === 0 && first)}>
              <MarkedTile album={album} large={index === 0} sizes={index === 0 ? firstSizes : otherSizes} />
            </li>
          ))}
        </ul>
        {popular.data.withoutCatalogue && <NotSetUp className="mt-6" />}
      </>
    )
  }
  if (popular.isError) {
    return (
      <ErrorState
        text={catalogueErrorText(popular.error, texts.catalog.popularAlbumsFailed)}
        onRetry={() => void popular.refetch()}
        busy={popular.isFetching}
      />
    )
  }
  return (
    <div className={grid}>
      <Loading />
      {Array.from({ length: TRENDING }, (_, index) => (
        <div key={index} className={classes(index === 0 && first)}>
          <TileSkeleton />
        </div>
      ))}
    </div>
  )
}
