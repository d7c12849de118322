import { lazy, Suspense } from 'react'
import type { AlbumRef } from '../../shared/catalog.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { failureOf } from '../lib/failureOf.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { waitingFields, waitingListens } from '../offline/overlay.ts'
import { useWaitingOf } from '../offline/waitingList.ts'
import { WaitingNote } from '../offline/WaitingNote.tsx'
import { Button } from '../ui/Button.tsx'
import { InlineError } from '../ui/EmptyState.tsx'
import { Section } from '../ui/Page.tsx'
import { passFocusOn } from '../ui/passFocusOn.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { ListenRow } from './ListenRow.tsx'

/** If its code cannot be loaded, the chart is omitted: the stars are shown next to the listenings, too. */
const RatingsOverTime = lazy(() => import('./RatingsOverTime.tsx').catch(() => ({ default: () => null })))

type YourListensProps = {
  album: AlbumRef
  count: number
  onEdit: (id: number) => void
  onAgain: () => void
}

export function YourListens({ album, count, onEdit, onAgain }: YourListensProps) {
  const { viewer } = useViewer()
  const query = trpc.logs.listens.useInfiniteQuery(album, { getNextPageParam: ({ next }) => next })
  const stored = query.data?.pages.flatMap(({ items }) => items)
  const waiting = useWaitingOf(album)
  const created = waitingListens(waiting, count).toReversed()
  // Without a connection nothing else can be shown, if nothing else was.
  const listens = stored ?? (created.length > 0 ? [] : undefined)
  return (
    <Section
      title={texts.logs.yourListens}
      aside={
        <Button size="sm" onClick={onAgain}>
          {texts.logs.logAgain}
        </Button>
      }
    >
      {count > 1 && (
        <Suspense>
          <RatingsOverTime album={album} />
        </Suspense>
      )}
      {listens ? (
        <ul aria-label={texts.logs.yourListens} className="max-w-reading divide-y divide-line">
          {created.map((listen) => (
            <ListenRow
              key={listen.id}
              listen={listen}
              nickname={viewer?.nickname ?? ''}
              withText
              action={<WaitingNote />}
            />
          ))}
          {listens.map((listen) => {
            const edit = waitingFields(waiting, listen.id)
            return (
              <ListenRow
                key={listen.id}
                listen={{ ...listen, ...edit }}
                nickname={viewer?.nickname ?? ''}
                // The text of a single listening is in the review below, except a first one that waits.
                withText={count > 1 || (edit.review !== undefined && !listen.review)}
                action={
                  <span ref={passFocusOn} className="flex items-center gap-3">
                    {Object.keys(edit).length > 0 && <WaitingNote />}
                    <Button variant="plain" size="sm" className="-mr-3.5" onClick={() => onEdit(listen.id)}>
                      {texts.logs.editLog}
                    </Button>
                  </span>
                }
              />
            )
          })}
        </ul>
      ) : query.isError ? (
        <InlineError {...failureOf(query)} />
      ) : (
        <>
          <Loading />
          <Skeleton className="h-11 max-w-reading" />
        </>
      )}
      {query.hasNextPage && (
        <Button
          size="sm"
          onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
          busy={query.isFetchingNextPage}
          className="mt-3"
        >
          {texts.logs.moreListens}
        </Button>
      )}
      {query.isFetchNextPageError && (
        <p role="alert" className="mt-3 text-danger">
          {errorText(query.error)}
        </p>
      )}
    </Section>
  )
}
