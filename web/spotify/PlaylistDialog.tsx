import { useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import type { SpotifyPlaylist, SpotifyTrack } from '../../shared/spotify.ts'
import { TrackListSkeleton } from '../catalog/TrackList.tsx'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/spotify.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { EndlessEnd } from '../ui/EndlessEnd.tsx'
import { formatLength } from '../ui/numbers.ts'
import { textLink } from '../ui/Page.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { SpotifyLink } from './SpotifyLink.tsx'

type PlaylistDialogProps = { playlist: SpotifyPlaylist; onClose: () => void }

export default function PlaylistDialog({ playlist, onClose }: PlaylistDialogProps) {
  const { id, name, description, url } = playlist
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={name}
      {...(description && { description })}
    >
      {url && (
        <p className="mb-4 text-sm">
          <SpotifyLink url={url} className={textLink}>
            {texts.spotify.open}
          </SpotifyLink>
        </p>
      )}
      <Tracks id={id} />
    </Dialog>
  )
}

/** Fetched each time the dialog opens. */
function useTracks(id: string) {
  const { client } = trpc.useUtils()
  return useInfiniteQuery({
    queryKey: getQueryKey(trpc.spotify.playlist, { id }, 'infinite'),
    queryFn: ({ pageParam, signal }) => client.spotify.playlist.query({ id, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
    staleTime: Infinity,
  })
}

function Tracks({ id }: { id: string }) {
  const query = useTracks(id)
  const { data, error, isFetching, hasNextPage, refetch } = query
  const text = errorText(error, texts.spotify.playlistUnreadable)
  if (!data) {
    if (error) return <ErrorState text={text} onRetry={() => void refetch()} busy={isFetching} />
    return (
      <>
        <Loading />
        <TrackListSkeleton />
      </>
    )
  }
  const tracks = data.pages.flatMap((page) => page.tracks)
  if (tracks.length === 0 && !hasNextPage) return <EmptyState text={texts.spotify.noTracks} />
  return (
    <>
      <ol aria-label={texts.catalog.tracks}>
        {tracks.map((track, index) => (
          <Track key={index} track={track} />
        ))}
      </ol>
      {hasNextPage && <EndlessEnd query={query} text={text} />}
    </>
  )
}

function Track({ track: { name, artist, url, duration } }: { track: SpotifyTrack }) {
  return (
    <li className="flex items-baseline gap-4 py-2">
      <span className="min-w-0 flex-1">
        <SpotifyLink url={url} className="font-medium underline-offset-2 [a]:hover:underline">
          {name}
        </SpotifyLink>
        <span className="block truncate text-sm text-muted">{artist}</span>
      </span>
      <span className="shrink-0 text-sm text-muted">{formatLength(duration)}</span>
    </li>
  )
}
