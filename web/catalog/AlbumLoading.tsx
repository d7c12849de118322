import { RatingStatsSkeleton } from '../logs/RatingStats.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { AboutSkeleton } from './About.tsx'
import { AlbumHero } from './AlbumHero.tsx'
import { TrackListSkeleton } from './TrackList.tsx'

export const columns =
  'mt-14 grid grid-cols-1 gap-x-24 gap-y-14 lg:mt-20 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]'

/** A column on a wide page; on a narrow one, the parts of both columns are mixed into one. */
const column = 'contents lg:row-start-1 lg:flex lg:min-w-0 lg:flex-col lg:gap-14'
export const leftColumn = `${column} lg:col-start-1`
export const rightColumn = `${column} lg:col-start-2`

type AlbumLoadingProps = { artist: string; name: string; signedIn: boolean }

export function AlbumLoading({ artist, name, signedIn }: AlbumLoadingProps) {
  return (
    <>
      <Loading />
      <AlbumHero
        artist={artist}
        name={name}
        album={null}
        listened={false}
        actions={
          <>
            {signedIn && (
              <>
                <Skeleton className="h-11 w-24" />
                <Skeleton className="h-11 w-36" />
                <Skeleton className="h-11 w-38" />
              </>
            )}
            <Skeleton className="size-11 rounded-full" />
          </>
        }
      />
      <div className={columns}>
        <div className={rightColumn}>
          <RatingStatsSkeleton />
          <div className="max-lg:order-1">
            <AboutSkeleton />
          </div>
        </div>
        <div className={leftColumn}>
          <TrackListSkeleton />
        </div>
      </div>
    </>
  )
}
