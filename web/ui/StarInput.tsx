import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { texts } from '../../shared/texts.ts'
import { starsText, StarRow } from './Stars.tsx'

type StarInputProps = { value: number; onChange: (rating: number) => void; label?: string }

const steps: Record<string, (value: number) => number> = {
  ArrowRight: (value) => value + 1,
  ArrowUp: (value) => value + 1,
  ArrowLeft: (value) => value - 1,
  ArrowDown: (value) => value - 1,
  PageUp: (value) => value + 2,
  PageDown: (value) => value - 2,
  Home: () => 0,
  End: () => 10,
}

/** Returns 1 to 10 half stars: the left half of a star is odd, its middle and right half are even. */
function ratingAt(event: PointerEvent<HTMLElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  const place = Math.min(Math.max((event.clientX - left) / width, 0), 0.999) * 5
  const whole = Math.floor(place)
  return whole * 2 + (place - whole < 0.5 ? 1 : 2)
}

/** `value` is 0 to 10 half stars. Clicking the current value clears it. */
export function StarInput({ value, onChange, label = texts.ui.rating }: StarInputProps) {
  const [preview, setPreview] = useState<number | null>(null)
  const wasDragged = useRef(false)

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    wasDragged.current = false
    setPreview(ratingAt(event))
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const rating = ratingAt(event)
    if (event.buttons === 1 && preview !== null && rating !== preview) wasDragged.current = true
    if (event.buttons === 1 || event.pointerType === 'mouse') setPreview(rating)
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || preview === null) return
    const rating = ratingAt(event)
    onChange(rating === value && !wasDragged.current ? 0 : rating)
    setPreview(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    setPreview(null)
    onChange(Math.min(Math.max(step(value), 0), 10))
  }

  return (
    <div className="flex items-center gap-3">
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={10}
        aria-valuenow={value}
        aria-valuetext={starsText(value)}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerLeave={() => setPreview(null)}
        onPointerCancel={() => setPreview(null)}
        onKeyDown={onKeyDown}
        // We handle horizontal touch gestures; vertical ones still scroll the page.
        className="inline-flex cursor-pointer touch-pan-y rounded-control select-none"
      >
        <StarRow
          filled={preview ?? value}
          raised={preview === null ? null : Math.ceil(preview / 2) - 1}
          className="h-11"
        />
      </div>
      <span aria-hidden="true" className="w-8 text-lg font-semibold text-muted">
        {(preview ?? value) > 0 && ((preview ?? value) / 2).toLocaleString(texts.numbers)}
      </span>
    </div>
  )
}
