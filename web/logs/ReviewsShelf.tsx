import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { SeenReview } from '../../shared/logs.ts'
import { messages } from '../../shared/messages.ts'
import type { Page } from '../../shared/page.ts'
import { paths } from '../../shared/paths.ts'
import { trpc } from '../trpc.ts'
import { Cover } from '../ui/Cover.tsx'
import { formatDay } from '../ui/dates.ts'
import { ExpandableText } from '../ui/ExpandableText.tsx'
import { HeartMark } from '../ui/HeartToggle.tsx'
import { EntrySkeleton } from '../ui/Skeleton.tsx'
import { Stars } from '../ui/Stars.tsx'
import { LikeButton } from './LikeButton.tsx'
import { grantLike, nothingOfLikes, refuseLike, wishLike, withLikes } from './likeState.ts'
import { Shelf } from './Shelf.tsx'
import type { LikeStory } from './useLike.ts'

/** The reviews that a person has written, the latest first. */
export function ReviewsShelf({ nickname }: { nickname: string }) {
  const query = trpc.logs.reviewsBy.useInfiniteQuery({ nickname }, { getNextPageParam: ({ next }) => next })
  const { seen, story } = useShelfLikes(nickname)
  return (
    <Shelf query={query} emptyText={messages.logs.noReviews} skeleton={<EntrySkeleton />}>
      {(reviews) => (
        <ul aria-label="Reviews" className="max-w-3xl divide-y divide-line">
          {reviews.map((review) => (
            <li key={review.id}>
              <ShelfReview review={seen(review)} likes={story} />
            </li>
          ))}
        </ul>
      )}
    </Shelf>
  )
}

/** Likes of a list that no events keep true: what is wished is shown at once, what is granted is written into it. */
function useShelfLikes(nickname: string) {
  const queryClient = useQueryClient()
  const [likes, setLikes] = useState({ now: nothingOfLikes, number: 0 })
  const [story] = useState((): LikeStory => {
    let number = 0
    const queryKey = getQueryKey(trpc.logs.reviewsBy, { nickname }, 'infinite')
    return {
      wish(review, liked) {
        const at = ++number
        setLikes(({ now }) => ({ now: wishLike(now, at, review, liked), number: at }))
        return at
      },
      grant(id, wish, answer) {
        const change = (one: SeenReview) => (one.id === id ? { ...one, ...answer } : one)
        void queryClient.cancelQueries({ queryKey })
        queryClient.setQueryData<InfiniteData<Page<SeenReview>>>(
          queryKey,
          (data) =>
            data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
        )
        const at = ++number
        setLikes(({ now }) => ({ now: grantLike(now, at, id, wish, answer), number: at }))
      },
      refuse: (id, wish) => {
        setLikes((before) => ({ ...before, now: refuseLike(before.now, id, wish) }))
        void queryClient.invalidateQueries({ queryKey })
      },
    }
  })
  return {
    // What was granted stands in the list itself; a wish that is under way stands above it.
    seen: (review: SeenReview) => withLikes(likes.now, review, review, likes.number),
    story,
  }
}

function ShelfReview({ review: seen, likes }: { review: SeenReview; likes: LikeStory }) {
  const { album, rating, favorite, review, date } = seen
  return (
    <article className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 py-6 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-x-6">
      {/* The title beside it is the same link. */}
      <Link href={paths.album(album)} tabIndex={-1} aria-hidden="true" className="block self-start">
        <span className="sleeve block">
          <Cover album={album} sizes="128px" />
        </span>
      </Link>
      <div className="min-w-0">
        <h3 className="heading text-lg leading-6">
          <Link
            href={paths.album(album)}
            className="rounded-sleeve decoration-1 underline-offset-4 hover:underline"
          >
            {album.name}
          </Link>
        </h3>
        <p className="mt-0.5">
          <Link
            href={paths.artist(album.artist)}
            className="rounded-sleeve text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            {album.artist}
          </Link>
        </p>
        <p className="mt-2 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1">
          <Stars rating={rating} />
          {favorite && <HeartMark />}
          <time dateTime={date} className="text-sm text-muted">
            {formatDay(date)}
          </time>
        </p>
        <ExpandableText text={review} className="mt-2.5" />
        <div className="mt-1 -ml-2">
          <LikeButton review={seen} story={likes} />
        </div>
      </div>
    </article>
  )
}
