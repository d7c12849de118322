import { messages } from '../../shared/messages.ts'
import { paths } from '../../shared/paths.ts'
import { PageHeading } from '../layout/Page.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Record } from '../ui/Record.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { AboutSkeleton } from './AboutAlbum.tsx'
import { AlbumHero } from './AlbumHero.tsx'
import { TrackListSkeleton } from './TrackList.tsx'

/** The columns under the head of an album's page. */
export const columns =
  'mt-14 grid gap-x-24 gap-y-14 lg:mt-20 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]'

type Asked = { artist: string; name: string }

/** An album's page while it is loading: the names are in the address already. */
export function AlbumLoading({ artist, name, signedIn }: Asked & { signedIn: boolean }) {
  return (
    <>
      <Loading />
      <AlbumHero
        artist={artist}
        name={name}
        album={null}
        listened={false}
        actions={signedIn && <Skeleton className="h-11 w-24" />}
      />
      <div className={columns}>
        <TrackListSkeleton />
        <AboutSkeleton />
      </div>
    </>
  )
}

/** What stands where the catalogue knows no such album. */
export function AlbumNotFound({ artist, name }: Asked) {
  return (
    <div className="flex flex-col items-center gap-6 py-8 text-center">
      <Record className="size-48 rotate-12 sm:size-56" />
      <PageHeading>{messages.catalog.albumNotFound}</PageHeading>
      <p className="max-w-form text-muted">
        The catalogue knows no “{name}” by {artist}.
      </p>
      <ButtonLink href={paths.albums()} variant="primary">
        Explore Albums
      </ButtonLink>
    </div>
  )
}

type FailedProps = Asked & { reason: string; onRetry: () => void; busy: boolean }

/** What stands where an album could not be loaded. */
export function AlbumFailed({ artist, name, reason, onRetry, busy }: FailedProps) {
  return (
    <div className="py-4 text-center">
      <PageHeading>{name}</PageHeading>
      <p className="mt-3 text-xl text-muted">{artist}</p>
      <div role="alert" className="mt-12 flex flex-col items-center gap-4">
        <p className="text-lg text-danger">{messages.loadFailed}</p>
        {reason && <p className="max-w-reading text-muted">{reason}</p>}
        <Button onClick={onRetry} busy={busy}>
          Try again
        </Button>
      </div>
    </div>
  )
}
