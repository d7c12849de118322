import { ArrowUp } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { SeenReview } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import type { LikeStory } from '../likes/likeStory.ts'
import { classes } from '../ui/classes.ts'
import { ReviewItem } from './ReviewItem.tsx'
import { useHeldReviews } from './useHeldReviews.ts'

/** A little longer than a new review takes to open. */
const OPENING = 600

type ReviewListProps = {
  reviews: SeenReview[]
  /** the ids of those that came while the page was open */
  fresh: ReadonlySet<number>
  likes: LikeStory
  /** whose thread is open */
  open: SeenReview | null
  onToggle: (review: SeenReview, button: HTMLElement) => void
  /** opens the log dialog */
  onEdit: () => void
}

/** Reviews in their order; a new one makes its place, or waits behind a button while one reads further down. */
export function ReviewList({ reviews, fresh, likes, open, onToggle, onEdit }: ReviewListProps) {
  const { viewer } = useViewer()
  const { top, shown, waiting, release } = useHeldReviews(reviews, viewer?.nickname)
  const [begun] = useState(fresh)
  const list = useRef<HTMLUListElement>(null)

  const showNew = () => {
    // What opens below the button would push itself out of sight: the browser would hold on to what stands under it.
    list.current!.style.overflowAnchor = 'none'
    setTimeout(() => list.current?.style.removeProperty('overflow-anchor'), OPENING)
    const first = release()
    // The button is gone; the focus goes to what it promised.
    list.current?.querySelector<HTMLElement>(`[data-review="${first}"]`)?.focus({ preventScroll: true })
  }
  return (
    <>
      <div ref={top} />
      <div className="pointer-events-none sticky top-19 z-20 flex h-0 max-w-reading items-start justify-center">
        {waiting.length > 0 && (
          <button
            type="button"
            onClick={showNew}
            className={
              'pointer-events-auto flex h-10 animate-rise items-center gap-1.5 rounded-full bg-surface pr-4.5 pl-3.5 ' +
              'text-sm font-semibold text-accent-ink shadow-float hover:bg-sunken'
            }
          >
            <ArrowUp size={16} aria-hidden="true" />
            {texts.logs.newReviews(waiting.length)}
          </button>
        )}
      </div>
      <p role="status" className="sr-only">
        {fresh.size > 0 && texts.logs.newReviews(fresh.size)}
      </p>
      <ul ref={list} aria-label="Reviews" className="max-w-reading">
        {shown.map((review) => (
          <Place key={review.id} id={review.id} opens={fresh.has(review.id) && !begun.has(review.id)}>
            <ReviewItem
              review={review}
              likes={likes}
              onEdit={review.user.nickname === viewer?.nickname ? onEdit : undefined}
              open={review.id === open?.id}
              onToggle={onToggle}
            />
          </Place>
        ))}
      </ul>
    </>
  )
}

function Place({ id, opens, children }: { id: number; opens: boolean; children: ReactNode }) {
  // As it was when it came: later it is one like all others.
  const [isNew] = useState(opens)
  return (
    <li
      className={classes(
        'grid',
        isNew && 'grid-rows-[1fr] starting:grid-rows-[0fr] starting:opacity-0',
        isNew && 'transition-[grid-template-rows,opacity] duration-400 ease-settle',
      )}
    >
      <div className="min-h-0 overflow-y-clip">
        <div data-review={id} tabIndex={-1} className="rounded-panel pb-7 -outline-offset-2">
          {children}
        </div>
      </div>
    </li>
  )
}
