import { Suspense } from 'react'
import { texts } from '../../shared/texts.ts'
import { InBrowser } from '../lib/facts.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { classes } from '../ui/classes.ts'
import { InlineError } from '../ui/EmptyState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { offerSpace } from './offerSpace.ts'

const OwnStreaming = lazyPage(() => import('./OwnStreaming.tsx'), 'spotify')
const StreamingStats = lazyPage(() => import('./StreamingStats.tsx'), 'spotify')

/** Queries of the streaming block. Called together with the profile query, they share its batched request. */
export function useStreaming(nickname: string, isOwner: boolean) {
  const stats = trpc.spotify.stats.useQuery({ nickname })
  const status = trpc.spotify.status.useQuery(undefined, { enabled: isOwner })
  const available = trpc.spotify.available.useQuery(undefined, { enabled: isOwner, staleTime: Infinity })
  return { stats, status, available }
}

type StreamingProps = { nickname: string; isOwner: boolean; streaming: ReturnType<typeof useStreaming> }

/** Renders nothing, and loads no code, if there is nothing to show. */
export function Streaming({ nickname, isOwner, streaming: { stats, status, available } }: StreamingProps) {
  const queries = isOwner ? [stats, status, available] : [stats]
  const failedQueries = queries.filter(({ data, isError }) => data === undefined && isError)
  if (failedQueries.length > 0) {
    const retry = () => failedQueries.forEach(({ refetch }) => void refetch())
    const text = errorText(failedQueries[0]!.error, texts.users.spotifyFailed)
    const busy = failedQueries.some(({ isFetching }) => isFetching)
    return <InlineError text={text} onRetry={retry} busy={busy} className="mt-12 sm:mt-16" />
  }
  if (!isOwner) {
    if (!stats.data?.readAt) return null
    return (
      <InBrowser fallback={<BlockSkeleton />}>
        <Suspense fallback={<BlockSkeleton />}>
          <StreamingStats stats={stats.data} />
        </Suspense>
      </InBrowser>
    )
  }
  const isKnown = stats.data !== undefined && status.data && available.data !== undefined
  if (!isKnown || !(available.data || status.data.connection)) return null
  const skeleton = stats.data?.readAt ? (
    <BlockSkeleton />
  ) : (
    <div aria-hidden="true" className={classes('mt-12 sm:mt-16', !status.data.connection && offerSpace)}>
      <Skeleton className="h-20" />
    </div>
  )
  return (
    <InBrowser fallback={skeleton}>
      <Suspense fallback={skeleton}>
        <OwnStreaming
          nickname={nickname}
          status={status.data}
          stats={stats.data}
          isAvailable={available.data}
        />
      </Suspense>
    </InBrowser>
  )
}

function BlockSkeleton() {
  return (
    <div aria-hidden="true" className="mt-12 sm:mt-16">
      <Skeleton className="h-7 w-28" />
      <Skeleton className="mt-5 h-12 w-72 max-w-full" />
      <div className="mt-9 grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-2">
        <Skeleton className="h-90" />
        <Skeleton className="h-90" />
        <Skeleton className="h-90" />
        <Skeleton className="h-90 max-lg:hidden" />
      </div>
    </div>
  )
}
