import { texts } from '../../shared/texts.ts'
import { classes } from './classes.ts'

const star = 'm12 2.6 2.9 6.2 6.6.8-4.9 4.6 1.3 6.7L12 17.5l-5.9 3.4 1.3-6.7-4.9-4.6 6.6-.8z'

type StarRowProps = {
  filled: number
  /** enlarged star, 0 to 4 */
  raised?: number | null
  className?: string
}

/** Row of five stars; `filled` of the ten halves are gold. Use Stars to show a rating and StarInput to enter one. */
export function StarRow({ filled, raised = null, className }: StarRowProps) {
  const row = (
    <svg viewBox="0 0 120 24" className="block h-full max-w-none" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((place) => (
        <g key={place} transform={`translate(${place * 24})`} fill="currentColor">
          <path
            d={star}
            className={classes(
              'origin-center transition-[scale] duration-150 ease-settle [transform-box:fill-box]',
              place === raised && 'scale-115',
            )}
          />
        </g>
      ))}
    </svg>
  )
  return (
    <span className={classes('relative inline-block aspect-5/1', className)} aria-hidden="true">
      <span className="absolute inset-0 text-ink opacity-15">{row}</span>
      <span
        className="absolute inset-y-0 left-0 overflow-hidden text-gold"
        style={{ width: `${filled * 10}%` }}
      >
        {row}
      </span>
    </span>
  )
}

/** '4.5 of 5 stars' */
export const starsText = (rating: number): string =>
  rating === 0 ? texts.ui.noRating : texts.ui.stars(rating / 2)

/** `rating` is 0 to 10 half stars; 0 means unrated and shows nothing. */
export function Stars({ rating, className = 'h-4' }: { rating: number; className?: string }) {
  if (rating === 0) return null
  return (
    <span role="img" aria-label={starsText(rating)} className="inline-flex shrink-0 align-middle">
      <StarRow filled={rating} className={className} />
    </span>
  )
}
