import { useEffect, useRef, useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { EntrySkeleton } from './Entry.tsx'

/** Asked for this long before the reader is there. */
const AHEAD = '1200px'

type OlderProps = {
  /** whether older ones are being fetched, may be, or could not be */
  state: 'loading' | 'ready' | 'failed' | 'waiting'
  text: string
  onMore: () => void
}

/** The end of a list that goes on: fetches more when the reader comes near, or presses the button. */
export function Older({ state, text, onMore }: OlderProps) {
  const end = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)

  useEffect(() => {
    if (!('IntersectionObserver' in window)) return
    const look = (seen: IntersectionObserverEntry[]) => setIsNear(seen.at(-1)!.isIntersecting)
    const observer = new IntersectionObserver(look, { rootMargin: AHEAD })
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (isNear && state === 'ready') onMore()
  }, [isNear, state, onMore])

  return (
    <div ref={end}>
      {state === 'loading' && (
        <>
          <Loading />
          <EntrySkeleton />
        </>
      )}
      {state === 'failed' && <ErrorState text={text} onRetry={onMore} />}
      {state !== 'failed' && (
        <div className="flex justify-center py-6">
          <Button busy={state !== 'ready'} onClick={onMore}>
            {texts.activity.more}
          </Button>
        </div>
      )}
    </div>
  )
}
