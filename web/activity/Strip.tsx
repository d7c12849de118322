import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messages } from '../../shared/messages.ts'
import { classes } from '../ui/classes.ts'

/** A connection that is back before this is nobody's concern. */
const GRACE = 1_200

type StripProps = {
  /** how many new entries wait above */
  waiting: number
  onShow: () => void
  isLive: boolean
  /** set when what is shown could not be fetched anew */
  onRetry: (() => void) | null
}

const chip = 'pointer-events-auto flex h-10 animate-rise items-center rounded-full shadow-float'
const quiet = `${chip} bg-surface text-sm`

/** What floats under the top bar without moving the page: new entries, a lost connection. */
export function Strip({ waiting, onShow, isLive, onRetry }: StripProps) {
  const isLate = useLate(!isLive)
  return (
    <div className="pointer-events-none sticky top-19 z-20 flex h-0 items-start justify-center gap-2">
      {waiting > 0 && (
        <button
          type="button"
          onClick={onShow}
          className={classes(chip, 'gap-1.5 bg-accent pr-4.5 pl-3.5 font-semibold text-on-accent hover:bg-accent-lift')}
        >
          <ArrowUp size={18} aria-hidden="true" />
          {messages.activity.waiting(waiting)}
        </button>
      )}
      {onRetry && (
        <p role="alert" className={classes(quiet, 'gap-3 pr-1 pl-4 text-danger')}>
          {messages.error}
          <button
            type="button"
            onClick={onRetry}
            className="h-8 rounded-full px-3 font-semibold text-ink hover:bg-sunken"
          >
            {messages.tryAgain}
          </button>
        </p>
      )}
      <div role="status">
        {isLate && !onRetry && (
          <p className={classes(quiet, 'gap-2.5 px-4 text-muted')}>
            <span aria-hidden="true" className="size-2 animate-breathe rounded-full bg-accent" />
            {messages.activity.reconnecting}
          </p>
        )}
      </div>
    </div>
  )
}

/** Whether something has been so for a while. */
function useLate(isSo: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setIsLate(true), GRACE)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isSo])
  return isLate
}
