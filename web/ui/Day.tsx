import { useIsHydrating } from '../lib/facts.tsx'
import { formatDay } from './dates.ts'

/** The day of an ISO moment by the clock of the device. What a server in another time zone rendered is rendered again. */
export function Day({ iso }: { iso: string }) {
  const isHydrating = useIsHydrating()
  return (
    <time key={isHydrating ? 'server' : 'device'} dateTime={iso} suppressHydrationWarning>
      {formatDay(iso)}
    </time>
  )
}
