import { Heart } from 'lucide-react'
import { useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { classes } from './classes.ts'
import { isFirstClick } from './isFirstClick.ts'

type HeartToggleProps = {
  pressed: boolean
  onChange: (pressed: boolean) => void
  label: string
  count?: number
  size?: 'md' | 'sm'
  className?: string
}

export function HeartToggle({ pressed, onChange, label, count, size = 'md', className }: HeartToggleProps) {
  const small = size === 'sm'
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      onClick={(click) => isFirstClick(click) && onChange(!pressed)}
      className={classes(
        'group inline-flex shrink-0 items-center justify-center gap-1.5 rounded-full transition-colors duration-150',
        // Aligned with the other hearts of a column, with or without a count.
        small &&
          'h-9 min-w-9 px-2 text-sm pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-start',
        !small && 'h-11 min-w-11 px-2.5',
        pressed ? 'text-heart' : 'text-muted hover:bg-sunken hover:text-ink',
        className,
      )}
    >
      <LivelyHeart isOn={pressed} size={small ? 18 : 24} />
      {count !== undefined && <span aria-hidden="true">{count.toLocaleString(texts.numbers)}</span>}
    </button>
  )
}

/** For a button marked `group`: shrinks while pressed, and beats once when switched on. */
export function LivelyHeart({ isOn, size }: { isOn: boolean; size: number }) {
  const [was, setWas] = useState(isOn)
  const [beats, setBeats] = useState(false)
  if (isOn !== was) {
    setWas(isOn)
    setBeats(isOn)
  }
  return (
    <Heart
      size={size}
      aria-hidden="true"
      fill={isOn ? 'currentColor' : 'none'}
      className={classes(
        'transition-transform duration-150 ease-settle group-active:scale-85',
        beats && 'animate-beat',
      )}
    />
  )
}

export function HeartMark({ className = 'size-4' }: { className?: string }) {
  return (
    <span role="img" aria-label={texts.logs.favorite} className="inline-flex shrink-0 text-heart">
      <Heart aria-hidden="true" fill="currentColor" className={className} />
    </span>
  )
}
