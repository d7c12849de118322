import { useState } from 'react'
import type { SeenReview } from '../../../shared/logs.ts'
import { texts } from '../../../shared/texts.ts'
import { failureOf } from '../../lib/failureOf.ts'
import { trpc } from '../../lib/trpc.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineError } from '../../ui/EmptyState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ListenRow } from '../ListenRow.tsx'

export function useOtherListens() {
  const [open, setOpen] = useState(false)
  return { open, toggle: () => setOpen(!open) }
}

type ToggleProps = { review: SeenReview; open: boolean; onToggle: () => void }

export function OtherListensToggle({ review: { listens }, open, onToggle }: ToggleProps) {
  if (listens < 2) return null
  return (
    <Button variant="plain" size="sm" className="px-2" aria-expanded={open} onClick={onToggle}>
      {texts.logs.listens(listens)}
    </Button>
  )
}

export function OtherListens({ review: { id, user, album, muted } }: { review: SeenReview }) {
  const query = trpc.logs.listens.useInfiniteQuery(
    { artist: album.artist, album: album.name, nickname: user.nickname },
    { getNextPageParam: ({ next }) => next },
  )
  const others = query.data?.pages.flatMap(({ items }) => items).filter((listen) => listen.id !== id)
  if (!others) {
    return query.isError ? (
      <InlineError {...failureOf(query)} />
    ) : (
      <>
        <Loading />
        <Skeleton className="h-11" />
      </>
    )
  }
  return (
    <>
      <ul
        aria-label={texts.logs.otherListens(user.nickname)}
        className="mt-2 divide-y divide-line border-l-2 border-line pl-4"
      >
        {others.map((listen) => (
          <ListenRow
            key={listen.id}
            listen={listen}
            nickname={user.nickname}
            album={album}
            muted={muted}
            withText
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          size="sm"
          onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          busy={query.isFetchingNextPage}
          className="mt-2"
        >
          {texts.logs.moreListens}
        </Button>
      )}
    </>
  )
}
