import { useEffect, useState } from 'react'
import { formatMoment } from './dates.ts'
import { nextChange, relativeTime } from './relativeTime.ts'

/** How long ago an ISO moment was, kept true while shown; the full date is the tooltip. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const [now, setNow] = useState(() => new Date())

  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), nextChange(iso, now) + 50)
    // Timers sleep with a hidden page or machine.
    const wake = () => document.visibilityState === 'visible' && setNow(new Date())
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [iso, now])

  return (
    <time dateTime={iso} title={formatMoment(new Date(iso))} className={className}>
      {relativeTime(iso, now)}
    </time>
  )
}
