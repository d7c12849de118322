import { ArrowUp } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { SeenReview } from '../../../shared/logs.ts'
import { texts } from '../../../shared/texts.ts'
import { useViewer } from '../../auth/viewer.tsx'
import type { LikeActions } from '../../likes/likeActions.ts'
import { classes } from '../../ui/classes.ts'
import { passFocusOn } from '../../ui/passFocusOn.ts'
import { useHeldBack } from '../../ui/useHeldBack.ts'
import { ReviewItem } from './ReviewItem.tsx'
import { part } from './reviewState.ts'

/** Height of the top bar plus a tolerance for a trembling finger, in pixels. */
const TOP = 68

/** Slightly longer than the expand animation of a new review, in milliseconds. */
const OPENING = 600

type ReviewListProps = {
  reviews: SeenReview[]
  /** ids of the reviews that arrived while the page was open */
  fresh: ReadonlySet<number>
  likes: LikeActions
  tinted: number | null
  open: SeenReview | null
  onToggle: (review: SeenReview, button: HTMLElement) => void
  onEdit: (id: number) => void
}

/** A new review expands smoothly, or waits behind a button while the user reads further down. */
export function ReviewList({ reviews, fresh, likes, tinted, open, onToggle, onEdit }: ReviewListProps) {
  const { viewer } = useViewer()
  const ownNickname = viewer?.nickname
  const top = useRef<HTMLDivElement>(null)
  // Reading starts when the user has scrolled into the list.
  const {
    shown: shownReviews,
    waiting: waitingReviews,
    release,
  } = useHeldBack(reviews, {
    isReading: () => (top.current?.getBoundingClientRect().top ?? TOP) < TOP,
    hold: (rows) => new Set(rows.map(({ id }) => id)),
    part: (all, shownIds) => part(all, shownIds, ownNickname),
  })
  const [initialIds] = useState(fresh)
  const list = useRef<HTMLUListElement>(null)

  const showNew = () => {
    // Scroll anchoring would hold the content below the button, and so push the expanding reviews out of sight.
    list.current!.dataset.unanchored = ''
    setTimeout(() => delete list.current?.dataset.unanchored, OPENING)
    const first = waitingReviews[0]?.id
    release()
    top.current?.scrollIntoView({ block: 'start' })
    // The button was removed: focus the first new review.
    list.current?.querySelector<HTMLElement>(`[data-review="${first}"]`)?.focus({ preventScroll: true })
  }
  return (
    <>
      <div ref={top} />
      <div className="pointer-events-none sticky top-19 z-20 flex h-0 max-w-reading items-start justify-center">
        {waitingReviews.length > 0 && (
          <button
            type="button"
            onClick={showNew}
            className={
              'pointer-events-auto flex h-10 animate-rise items-center gap-1.5 rounded-full bg-surface pr-4.5 ' +
              'pl-3.5 text-sm font-semibold text-accent-ink shadow-float [--rise-from:-8px] hover:bg-sunken ' +
              'pointer-coarse:h-11'
            }
          >
            <ArrowUp size={16} aria-hidden="true" />
            {texts.logs.newReviews(waitingReviews.length)}
          </button>
        )}
      </div>
      <p role="status" className="sr-only">
        {fresh.size > 0 && texts.logs.newReviews(fresh.size)}
      </p>
      <ul ref={list} aria-label={texts.logs.reviews} className="max-w-reading">
        {shownReviews.map((review) => (
          <Place
            key={review.id}
            id={review.id}
            opens={fresh.has(review.id) && !initialIds.has(review.id)}
            isTinted={review.id === tinted}
          >
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

type PlaceProps = { id: number; opens: boolean; isTinted: boolean; children: ReactNode }

function Place({ id, opens, isTinted, children }: PlaceProps) {
  // Only the initial value counts: later the review is like all others.
  const [isNew] = useState(opens)
  return (
    <li
      ref={passFocusOn}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)]',
        isNew && 'grid-rows-[1fr] starting:grid-rows-[0fr] starting:opacity-0',
        isNew && 'transition-[grid-template-rows,opacity] duration-400 ease-settle',
      )}
    >
      <div className={classes('min-h-0', isNew && 'overflow-y-clip')}>
        <div
          data-review={id}
          tabIndex={-1}
          className={classes(
            'relative isolate scroll-mt-20 rounded-panel pb-7 -outline-offset-2',
            'before:absolute before:-inset-x-3 before:-top-2.5 before:bottom-4 before:-z-1 before:rounded-panel',
            'before:transition-colors before:duration-1500',
            isTinted ? 'outline-none before:bg-accent/12' : 'before:bg-transparent',
          )}
        >
          {children}
        </div>
      </div>
    </li>
  )
}
