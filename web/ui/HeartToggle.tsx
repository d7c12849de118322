import { Heart } from 'lucide-react'
import { texts } from '../../shared/texts.ts'
import { classes } from './classes.ts'

type HeartToggleProps = {
  pressed: boolean
  onChange: (pressed: boolean) => void
  /** the name, such as 'Favorite' or 'Like review' */
  label: string
  /** shown beside the heart */
  count?: number
  size?: 'md' | 'sm'
  className?: string
}

/** A heart that is on or off. */
export function HeartToggle({ pressed, onChange, label, count, size = 'md', className }: HeartToggleProps) {
  const small = size === 'sm'
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      // The second click of a double click is no second wish.
      onClick={({ detail }) => detail < 2 && onChange(!pressed)}
      className={classes(
        'group inline-flex shrink-0 items-center justify-center gap-1.5 rounded-full transition-colors duration-150',
        small ? 'h-9 min-w-9 px-2 text-sm pointer-coarse:h-11 pointer-coarse:min-w-11' : 'h-11 min-w-11 px-2.5',
        pressed ? 'text-heart' : 'text-muted hover:bg-sunken hover:text-ink',
        className,
      )}
    >
      <Heart
        size={small ? 18 : 24}
        aria-hidden="true"
        fill={pressed ? 'currentColor' : 'none'}
        className="transition-transform duration-150 ease-settle group-active:scale-85"
      />
      {count !== undefined && <span aria-hidden="true">{count.toLocaleString(texts.numbers)}</span>}
    </button>
  )
}

/** The small red heart that says 'a favorite' beside an entry. */
export function HeartMark({ className = 'size-4' }: { className?: string }) {
  return (
    <span role="img" aria-label={texts.logs.favorite} className="inline-flex shrink-0 text-heart">
      <Heart aria-hidden="true" fill="currentColor" className={className} />
    </span>
  )
}
