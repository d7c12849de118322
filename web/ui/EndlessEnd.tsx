import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { errorText } from '../lib/trpc.ts'
import { Button } from './Button.tsx'
import { ErrorState } from './EmptyState.tsx'
import { Loading } from './Skeleton.tsx'

/** Distance from the end of the list at which the next page is fetched. */
const AHEAD = '1000px'

type Pages = {
  error: unknown
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>
}

type EndlessEndProps = {
  query: Pages
  text?: string
  skeleton?: ReactNode
  more?: string
  /** called instead of fetching the next page; `pressed` is true if the user clicked the button */
  onMore?: (pressed: boolean) => void
}

export function EndlessEnd({
  query,
  text,
  skeleton,
  more: moreText = texts.showMore,
  onMore,
}: EndlessEndProps) {
  const state = stateOf(query)
  const advance = (pressed: boolean) => {
    if (onMore) onMore(pressed)
    // Do not cancel a running fetch: it may be the one that closes a gap.
    else void query.fetchNextPage({ cancelRefetch: false })
  }
  const advanceNow = useEffectEvent(() => advance(false))
  const end = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)

  useEffect(() => {
    const look = (entries: IntersectionObserverEntry[]) => setIsNear(entries.at(-1)!.isIntersecting)
    const observer = new IntersectionObserver(look, { rootMargin: AHEAD })
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (isNear && state === 'ready') advanceNow()
  }, [isNear, state, onMore])

  return (
    <div ref={end} className="mt-8">
      {state === 'loading' && (
        <>
          <Loading />
          {skeleton}
        </>
      )}
      {state === 'failed' ? (
        <ErrorState text={text ?? errorText(query.error)} onRetry={() => advance(true)} />
      ) : (
        <div className="flex justify-center py-4">
          <Button busy={state !== 'ready'} onClick={() => advance(true)}>
            {moreText}
          </Button>
        </div>
      )}
    </div>
  )
}

function stateOf(query: Pages): 'loading' | 'waiting' | 'failed' | 'ready' {
  if (query.isFetchingNextPage) return 'loading'
  if (query.isFetching) return 'waiting'
  return query.isFetchNextPageError ? 'failed' : 'ready'
}
