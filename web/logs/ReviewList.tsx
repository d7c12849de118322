import { ArrowUp } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { SeenReview } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import type { LikeActions } from '../likes/likeActions.ts'
import { classes } from '../ui/classes.ts'
import { passFocusOn } from '../ui/passFocusOn.ts'
import { useHeldBack } from '../ui/useHeldBack.ts'
import { ReviewItem } from './ReviewItem.tsx'
import { part } from './reviewState.ts'

/** The height of the top bar and a finger's tremble. */
const TOP = 68

/** A little longer than a new review takes to open. */
const OPENING = 600

type ReviewListProps = {
  reviews: SeenReview[]
  /** the ids of those that came while the page was open */
  fresh: ReadonlySet<number>
  likes: LikeActions
  /** which one is to be seen at once */
  tinted: number | null
  /** whose thread is open */
  open: SeenReview | null
  onToggle: (review: SeenReview, button: HTMLElement) => void
  /** opens the log dialog of one of the viewer's own */
  onEdit: (id: number) => void
}

/** Reviews in their order; a new one makes its place, or waits behind a button while one reads further down. */
export function ReviewList({ reviews, fresh, likes, tinted, open, onToggle, onEdit }: ReviewListProps) {
  const { viewer } = useViewer()
  const own = viewer?.nickname
  const top = useRef<HTMLDivElement>(null)
  // They are read once one has scrolled into them.
  const { shown, waiting, release } = useHeldBack(reviews, {
    isReading: () => (top.current?.getBoundingClientRect().top ?? TOP) < TOP,
    hold: (held) => new Set(held.map(({ id }) => id)),
    part: (all, held) => part(all, held, own),
  })
  const [begun] = useState(fresh)
  const list = useRef<HTMLUListElement>(null)

  const showNew = () => {
    // What opens below the button would push itself out of sight: the browser would hold on to what stands under it.
    list.current!.dataset.unanchored = ''
    setTimeout(() => delete list.current?.dataset.unanchored, OPENING)
    const first = waiting[0]?.id
    release()
    top.current?.scrollIntoView({ block: 'start' })
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
              'pointer-events-auto flex h-10 animate-rise items-center gap-1.5 rounded-full bg-surface pr-4.5 ' +
              'pl-3.5 text-sm font-semibold text-accent-ink shadow-float [--rise-from:-8px] hover:bg-sunken ' +
              'pointer-coarse:h-11'
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
      <ul ref={list} aria-label={texts.logs.reviews} className="max-w-reading">
        {shown.map((review) => (
          <Place
            key={review.id}
            id={review.id}
            opens={fresh.has(review.id) && !begun.has(review.id)}
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
  // As it was when it came: later it is one like all others.
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
