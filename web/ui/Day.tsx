import { useIsHydrating } from '../lib/facts.tsx'
import { formatDay } from './dates.ts'

/** Rendered again after hydration: the server's time zone can differ. */
export function Day({ iso }: { iso: string }) {
  const isHydrating = useIsHydrating()
  return (
    <time key={isHydrating ? 'server' : 'device'} dateTime={iso} suppressHydrationWarning>
      {formatDay(iso)}
    </time>
  )
}
