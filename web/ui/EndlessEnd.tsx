import { useEffect, useRef, useState, type ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { Button } from './Button.tsx'
import { ErrorState } from './EmptyState.tsx'
import { Loading } from './Skeleton.tsx'

/** Asked for this long before the reader is there. */
const AHEAD = '1000px'

type Pages = {
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
}

type EndlessEndProps = {
  /** the pages so far */
  query: Pages
  /** why the next one could not be fetched */
  text: string
  skeleton: ReactNode
  /** the text of the button; 'Show more' by default */
  more?: string
  /** `pressed` when the person asked for it with the button */
  onMore: (pressed: boolean) => void
}

/** The end of a list that goes on: fetches more when the reader comes near, or presses the button. */
export function EndlessEnd({ query, text, skeleton, more = texts.showMore, onMore }: EndlessEndProps) {
  const state = stateOf(query)
  const end = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)

  useEffect(() => {
    const look = (seen: IntersectionObserverEntry[]) => setIsNear(seen.at(-1)!.isIntersecting)
    const observer = new IntersectionObserver(look, { rootMargin: AHEAD })
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (isNear && state === 'ready') onMore(false)
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
        <ErrorState text={text} onRetry={() => onMore(true)} />
      ) : (
        <div className="flex justify-center py-4">
          <Button busy={state !== 'ready'} onClick={() => onMore(true)}>
            {more}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Whether the next page is being fetched, has to wait for another fetch, could not be fetched, or may be. */
function stateOf(query: Pages): 'loading' | 'waiting' | 'failed' | 'ready' {
  if (query.isFetchingNextPage) return 'loading'
  if (query.isFetching) return 'waiting'
  return query.isFetchNextPageError ? 'failed' : 'ready'
}
