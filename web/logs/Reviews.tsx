import type { AlbumRef } from '../../shared/catalog.ts'
import { messages } from '../../shared/messages.ts'
import { Section } from '../layout/Page.tsx'
import { errorText, trpc } from '../trpc.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { Loading, Skeleton, TextSkeleton } from '../ui/Skeleton.tsx'
import { ReviewItem } from './ReviewItem.tsx'

/** The reviews of an album, newest first. */
export function Reviews({ album }: { album: AlbumRef }) {
  const reviews = trpc.logs.reviews.useInfiniteQuery(album, {
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const items = reviews.data?.pages.flatMap((page) => page.items) ?? []

  if (reviews.isPending) return <ReviewsSkeleton />
  return (
    <Section title="Reviews">
      {reviews.isError && items.length === 0 ? (
        <ErrorState
          text={errorText(reviews.error)}
          onRetry={() => void reviews.refetch()}
          busy={reviews.isFetching}
        />
      ) : items.length === 0 ? (
        <EmptyState text={messages.logs.noReviews} />
      ) : (
        <ul className="max-w-reading space-y-9">
          {items.map((review) => (
            <li key={review.id}>
              <ReviewItem review={review} />
            </li>
          ))}
        </ul>
      )}
      {reviews.hasNextPage && (
        <Button
          onClick={() => void reviews.fetchNextPage()}
          busy={reviews.isFetchingNextPage}
          className="mt-10"
        >
          Show more reviews
        </Button>
      )}
      {reviews.isFetchNextPageError && (
        <p role="alert" className="mt-3 text-danger">
          {errorText(reviews.error)}
        </p>
      )}
    </Section>
  )
}

/** Reviews that are loading. */
export function ReviewsSkeleton() {
  return (
    <Section title="Reviews">
      <Loading />
      <div aria-hidden="true" className="max-w-reading space-y-9">
        {[0, 1].map((key) => (
          <div key={key} className="flex gap-4">
            <Skeleton className="size-10 shrink-0 rounded-full" />
            <div className="flex-1">
              <Skeleton className="mt-3 mb-6 h-3.5 w-48" />
              <TextSkeleton />
            </div>
          </div>
        ))}
      </div>
    </Section>
  )
}
