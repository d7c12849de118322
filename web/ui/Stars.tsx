import { texts } from '../../shared/texts.ts'
import { classes } from './classes.ts'

const star = 'm12 2.6 2.9 6.2 6.6.8-4.9 4.6 1.3 6.7L12 17.5l-5.9 3.4 1.3-6.7-4.9-4.6 6.6-.8z'

/** Five stars in a row, `filled` of ten halves of them in gold. For reading use Stars, for rating StarInput. */
export function StarRow({ filled, className }: { filled: number; className?: string }) {
  const row = (
    <svg viewBox="0 0 120 24" className="block h-full max-w-none" aria-hidden="true">
      {[0, 24, 48, 72, 96].map((x) => (
        <path key={x} d={star} transform={`translate(${x})`} fill="currentColor" />
      ))}
    </svg>
  )
  return (
    <span className={classes('relative inline-block aspect-5/1', className)} aria-hidden="true">
      <span className="absolute inset-0 text-ink opacity-15">{row}</span>
      <span className="absolute inset-y-0 left-0 overflow-hidden text-gold" style={{ width: `${filled * 10}%` }}>
        {row}
      </span>
    </span>
  )
}

/** A rating in words, such as '4.5 of 5 stars'. */
export const starsText = (rating: number): string => 
  rating === 0 ? texts.ui.noRating : texts.ui.stars(rating / 2)

/** A rating (0 to 10 half stars) to read; nothing at 0, which means unrated. */
export function Stars({ rating, className = 'h-4' }: { rating: number; className?: string }) {
  if (rating === 0) return null
  return (
    <span role="img" aria-label={starsText(rating)} className="inline-flex shrink-0 align-middle">
      <StarRow filled={rating} className={className} />
    </span>
  )
}
