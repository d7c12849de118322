import { useEffect, useRef, useState, type ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { Button } from './Button.tsx'
import { ErrorState } from './EmptyState.tsx'
import { Loading } from './Skeleton.tsx'

/** Asked for this long before the reader is there. */
const AHEAD = '1000px'

type EndlessEndProps = {
  /** whether the next page is being fetched, may be, could not be, or has to wait for another fetch */
  state: 'loading' | 'ready' | 'failed' | 'waiting'
  /** why it could not be */
  text: string
  skeleton: ReactNode
  /** `pressed` when the person asked for it with the button */
  onMore: (pressed: boolean) => void
}

/** The end of a list that goes on: fetches more when the reader comes near, or presses 'Show more'. */
export function EndlessEnd({ state, text, skeleton, onMore }: EndlessEndProps) {
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
            {texts.showMore}
          </Button>
        </div>
      )}
    </div>
  )
}
