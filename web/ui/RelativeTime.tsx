import { useEffect, useState } from 'react'
import { useFacts, useIsHydrating } from '../lib/facts.tsx'
import { formatMoment } from './dates.ts'
import { nextChange, relativeTime } from './relativeTime.ts'

export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  // During hydration: the server's time, and no tooltip, because the server does not know the user's time zone.
  const { at } = useFacts()
  const isHydrating = useIsHydrating()
  const [now, setNow] = useState(() => (isHydrating ? new Date(at) : new Date()))

  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), nextChange(iso, now) + 50)
    // Timers stop while the page is hidden or the machine sleeps.
    const wake = () => document.visibilityState === 'visible' && setNow(new Date())
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [iso, now])

  return (
    <time
      key={isHydrating ? 'server' : 'device'}
      dateTime={iso}
      title={isHydrating ? undefined : formatMoment(new Date(iso))}
      className={className}
      suppressHydrationWarning
    >
      {relativeTime(iso, now)}
    </time>
  )
}
