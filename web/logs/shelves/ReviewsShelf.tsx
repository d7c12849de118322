import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import type { SeenReview } from '../../../shared/logs.ts'
import type { Page } from '../../../shared/page.ts'
import { paths } from '../../../shared/paths.ts'
import { shownYear } from '../../../shared/shownYear.ts'
import { texts } from '../../../shared/texts.ts'
import { useViewer } from '../../auth/viewer.tsx'
import { ReviewThread } from '../../comments/ReviewThread.tsx'
import { ThreadToggle } from '../../comments/ThreadToggle.tsx'
import { useOpenThread } from '../../comments/useOpenThread.ts'
import { trpc } from '../../lib/trpc.ts'
import type { LikeActions } from '../../likes/likeActions.ts'
import { confirmLike, initialLikes, rollBackLike, requestLike, withLikes } from '../../likes/likeState.ts'
import { Cover } from '../../ui/Cover.tsx'
import { formatDay } from '../../ui/dates.ts'
import { ExpandableText } from '../../ui/ExpandableText.tsx'
import { HeartMark } from '../../ui/HeartToggle.tsx'
import { Shelf } from '../../ui/Shelf.tsx'
import { Skeleton, TextSkeleton } from '../../ui/Skeleton.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { ListenMarks } from '../ListenMarks.tsx'
import { LikeButton } from '../review/LikeButton.tsx'
import { ShareReview } from '../review/ShareReview.tsx'

export default function ReviewsShelf({ nickname }: { nickname: string }) {
  const query = trpc.logs.reviewsBy.useInfiniteQuery({ nickname }, { getNextPageParam: ({ next }) => next })
  const change = useShelfChange(nickname)
  const { withOwnLikes, actions } = useShelfLikes(nickname, change)
  const { open, toggle } = useOpenThread()
  return (
    <Shelf query={query} emptyText={texts.logs.noReviews} skeleton={<ReviewSkeleton />}>
      {(reviews) => (
        <ul aria-label={texts.logs.reviews} className="max-w-3xl divide-y divide-line">
          {reviews.map((review) => (
            <li key={review.id}>
              <ShelfReview
                review={withOwnLikes(review)}
                likes={actions}
                open={review.id === open?.id}
                onToggle={toggle}
                onChange={change}
              />
            </li>
          ))}
        </ul>
      )}
    </Shelf>
  )
}

type Change = (id: number, said: Partial<SeenReview>) => void

function useShelfChange(nickname: string): Change {
  const queryClient = useQueryClient()
  return useCallback(
    (id, patch) => {
      const queryKey = getQueryKey(trpc.logs.reviewsBy, { nickname }, 'infinite')
      const change = (review: SeenReview) => (review.id === id ? { ...review, ...patch } : review)
      void queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<InfiniteData<Page<SeenReview>>>(
        queryKey,
        (data) =>
          data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
      )
    },
    [queryClient, nickname],
  )
}

/** Likes on a page without events: a request is shown immediately, a confirmed one is written into the cached pages. */
function useShelfLikes(nickname: string, change: Change) {
  const utils = trpc.useUtils()
  const [likes, setLikes] = useState({ now: initialLikes, number: 0 })
  const [actions] = useState((): LikeActions => {
    let number = 0
    return {
      request(review, liked) {
        const at = ++number
        setLikes(({ now }) => ({ now: requestLike(now, at, review, liked), number: at }))
        return at
      },
      confirm(id, request, status) {
        change(id, status)
        const at = ++number
        setLikes(({ now }) => ({ now: confirmLike(now, at, id, request, status), number: at }))
      },
      rollBack: (id, request) => {
        setLikes((previous) => ({ ...previous, now: rollBackLike(previous.now, id, request) }))
        void utils.logs.reviewsBy.invalidate({ nickname })
      },
    }
  })
  return {
    // Confirmed likes are in the cached pages; pending requests override them.
    withOwnLikes: (review: SeenReview) => withLikes(likes.now, review, review, likes.number),
    actions,
  }
}

type ShelfReviewProps = {
  review: SeenReview
  likes: LikeActions
  open: boolean
  onToggle: (review: SeenReview, button: HTMLElement) => void
  onChange: Change
}

function ShelfReview({ review: item, likes, open, onToggle, onChange }: ShelfReviewProps) {
  const { id, user, album, rating, favorite, review, date, relisten, visibility, hidden } = item
  const { viewer } = useViewer()
  const followCount = useCallback((commentCount: number) => onChange(id, { commentCount }), [id, onChange])
  return (
    <article className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 py-6 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-x-6">
      {/* Hidden from screen readers: the title next to it is the same link. */}
      <Link href={paths.album(album)} tabIndex={-1} aria-hidden="true" className="block self-start">
        <span className="sleeve block">
          <Cover album={album} sizes="128px" />
        </span>
      </Link>
      <div className="min-w-0">
        <h3 className="heading text-lg leading-6">
          <Link
            href={paths.album(album)}
            className={
              'tap tap-above inline-block max-w-full rounded-sleeve decoration-1 underline-offset-4 hover:underline'
            }
          >
            {album.name}
          </Link>
        </h3>
        <p className="mt-0.5">
          <Link
            href={paths.artist(album.artist)}
            className={
              // Above the stars, which are not clickable.
              'tap tap-below z-1 inline-block max-w-full rounded-sleeve text-muted underline-offset-4 hover:text-ink ' +
              'hover:underline'
            }
          >
            {album.artist}
          </Link>
          <span className="text-muted">{shownYear(album) && ` · ${shownYear(album)}`}</span>
        </p>
        <p className="mt-2 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1">
          <Stars rating={rating} />
          {favorite && <HeartMark />}
          <ListenMarks {...{ relisten, visibility, hidden }} />
          {date && (
            <time dateTime={date} className="text-sm text-muted">
              {formatDay(date)}
            </time>
          )}
        </p>
        <ExpandableText text={review} mentions={item.mentions} className="mt-2.5" />
        <div className="mt-1 -ml-2 flex flex-wrap items-center gap-x-1">
          <LikeButton review={item} actions={likes} />
          <ThreadToggle count={item.commentCount} open={open} onToggle={(button) => onToggle(item, button)} />
          <ShareReview review={item} />
        </div>
      </div>
      {open && (
        <div className="mt-4 pb-2 max-sm:col-span-2 sm:col-start-2">
          <ReviewThread
            review={id}
            name={album.name}
            moderates={user.nickname === viewer?.nickname}
            onCount={followCount}
          />
        </div>
      )}
    </article>
  )
}

function ReviewSkeleton() {
  return (
    <div aria-hidden="true" className="flex gap-4 py-6">
      <Skeleton className="size-10 shrink-0 rounded-full" />
      <div className="min-w-0 flex-1">
        <Skeleton className="mt-1 mb-4 h-3.5 w-48" />
        <div className="flex gap-4">
          <Skeleton className="size-24 shrink-0 rounded-sleeve" />
          <div className="flex-1">
            <TextSkeleton />
          </div>
        </div>
      </div>
    </div>
  )
}
