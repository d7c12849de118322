import { useEffect, useState } from 'react'
import type { AlbumRef } from '../../../shared/catalog.ts'
import { texts } from '../../../shared/texts.ts'
import { useViewer } from '../../auth/viewer.tsx'
import { useOpenThread } from '../../comments/useOpenThread.ts'
import { failureOf } from '../../lib/failureOf.ts'
import { errorText } from '../../lib/trpc.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx'
import { Section } from '../../ui/Page.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Loading, Skeleton, TextSkeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { ReviewList } from './ReviewList.tsx'
import { sortOf, type NumberedPage, type ReviewSort } from './reviewState.ts'
import { useRequestedReview, useBroughtForward } from './useBroughtForward.ts'
import { useLiveReviews, useReviewPages } from './useReviews.ts'

const sorts = [
  { value: 'newest', label: texts.logs.newest },
  { value: 'liked', label: texts.logs.mostLiked },
] as const

type ReviewsProps = {
  album: AlbumRef
  /** opens the log dialog of the listening with this id (the viewer's own review), or of the newest one */
  onEdit: (id?: number) => void
}

export function Reviews({ album, onEdit }: ReviewsProps) {
  const [sort, setSort] = useState<ReviewSort>('newest')
  const first = useRequestedReview()
  const query = useReviewPages(album, sort, first)
  if (query.data) {
    return (
      <LiveReviews
        album={album}
        onEdit={onEdit}
        query={query}
        pages={query.data.pages}
        first={first}
        sort={sort}
        onSort={setSort}
      />
    )
  }
  if (query.isError) {
    return (
      <Section title={texts.logs.reviews}>
        <ErrorState {...failureOf(query)} />
      </Section>
    )
  }
  return <ReviewsSkeleton />
}

type LiveReviewsProps = ReviewsProps & {
  query: ReturnType<typeof useReviewPages>
  pages: NumberedPage[]
  first: number | null
  sort: ReviewSort
  onSort: (sort: ReviewSort) => void
}

function LiveReviews({ album, onEdit, query, pages, first, sort, onSort }: LiveReviewsProps) {
  const { reviews, fresh, likes, isGone } = useLiveReviews({ album, pages, first, refetch: query.refetch })
  const highlightedId = useBroughtForward(
    first,
    query.isPlaceholderData ? null : reviews.some(({ id }) => id === first),
  )
  const { open, toggle, close } = useOpenThread()
  const { viewer } = useViewer()

  const removedReview = open && isGone(open.id) ? open : null
  useEffect(() => {
    if (!removedReview) return
    close()
    // Users who removed their own review need no message.
    if (removedReview.user.nickname !== viewer?.nickname) toast(texts.logs.reviewNotFound)
  }, [removedReview, close, viewer])

  const canSort = reviews.length > 1 || sort !== 'newest'
  return (
    <Section
      title={texts.logs.reviews}
      aside={
        canSort && <Segmented label={texts.logs.sortReviews} options={sorts} value={sort} onChange={onSort} />
      }
    >
      {reviews.length === 0 && !query.hasNextPage ? (
        <EmptyState
          text={texts.logs.noReviews}
          action={viewer && <Button onClick={() => onEdit()}>{texts.logs.writeFirst}</Button>}
        />
      ) : (
        <div
          className={classes(
            'transition-opacity duration-150',
            query.isPlaceholderData && !query.isError && 'opacity-40 delay-150',
          )}
        >
          {/* The key remounts the list when the order changes, so that its reviews are not announced as new. */}
          <ReviewList
            key={sortOf(pages)}
            reviews={reviews}
            fresh={fresh}
            likes={likes}
            tinted={highlightedId}
            open={open}
            onToggle={toggle}
            onEdit={onEdit}
          />
        </div>
      )}
      {query.hasNextPage && (
        <Button
          onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          busy={query.isFetching}
          className="mt-1"
        >
          {texts.logs.moreReviews}
        </Button>
      )}
      {query.isError && (
        <p role="alert" className="mt-3 text-danger">
          {errorText(query.error)}
        </p>
      )}
    </Section>
  )
}

function ReviewsSkeleton() {
  return (
    <Section title={texts.logs.reviews}>
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
