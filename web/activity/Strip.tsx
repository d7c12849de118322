import { ArrowUp } from 'lucide-react'
import { texts } from '../../shared/texts.ts'
import { classes } from '../ui/classes.ts'

type StripProps = {
  waiting: number
  onShow: () => void
  /** set if refetching the shown entries failed */
  onRetry: (() => void) | null
}

const chip =
  'pointer-events-auto flex h-10 animate-rise items-center rounded-full shadow-float [--rise-from:-8px] ' +
  'pointer-coarse:h-11'

/** Floats below the top bar without moving the page: new entries, and a failed refetch. */
export function Strip({ waiting: count, onShow, onRetry }: StripProps) {
  return (
    <div className="pointer-events-none sticky top-19 z-20 flex h-0 items-start justify-center gap-2">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className={classes(
            chip,
            'gap-1.5 bg-accent pr-4.5 pl-3.5 font-semibold text-on-accent hover:bg-accent-lift',
          )}
        >
          <ArrowUp size={18} aria-hidden="true" />
          {texts.activity.waiting(count)}
        </button>
      )}
      {onRetry && (
        <p role="alert" className={classes(chip, 'gap-3 bg-surface pr-1 pl-4 text-sm text-danger')}>
          {texts.error}
          <button
            type="button"
            onClick={onRetry}
            className="tap h-8 rounded-full px-3 font-semibold text-ink hover:bg-sunken"
          >
            {texts.tryAgain}
          </button>
        </p>
      )}
    </div>
  )
}
