import { useState, useSyncExternalStore } from 'react'
import { texts } from '../../shared/texts.ts'
import { useLiveness } from '../lib/liveness.ts'
import { classes } from '../ui/classes.ts'

export function LiveSign() {
  const liveness = useLiveness()
  const isOnline = useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  )
  const [wasAway, setAway] = useState(false)
  const isAway = liveness === 'late' || liveness === 'slow'
  const isTrying = isOnline && liveness === 'late'
  if (isAway && !wasAway) setAway(true)

  return (
    <div
      role="status"
      // `aria-live` is set explicitly, too: an open dialog hides everything without it from screen readers.
      aria-live="polite"
      className="pointer-events-none fixed edges bottom-[max(1rem,env(safe-area-inset-bottom))] left-0 z-20"
    >
      {isAway && (
        <p
          className={
            'flex h-9 animate-appear items-center gap-2.5 rounded-full bg-surface px-4 text-sm text-muted shadow-float ' +
            // Hidden on an offline copy, which shows its own note at the top.
            '[body:has([data-kept])_&]:hidden'
          }
        >
          <span
            aria-hidden="true"
            className={classes('size-2 rounded-full', isTrying ? 'animate-breathe bg-accent' : 'bg-edge')}
          />
          {isTrying ? texts.live.reconnecting : isOnline ? texts.live.slow : texts.live.offline}
        </p>
      )}
      {wasAway && liveness === 'live' && <p className="sr-only">{texts.live.back}</p>}
    </div>
  )
}

function onNetwork(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
