import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ActivityEntry } from '../../shared/activity.ts'
import { isNewer } from '../../shared/cursor.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { InBrowser } from '../lib/facts.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { EndlessEnd } from '../ui/EndlessEnd.tsx'
import { Record } from '../ui/Record.tsx'
import { useAnnouncement } from '../ui/useAnnouncement.ts'
import { useHeldBack } from '../ui/useHeldBack.ts'
import { Entry, EntrySkeleton } from './Entry.tsx'
import { arrivals, hold, part, type FeedPage } from './feed.ts'
import { areFolded, foldRuns } from './fold.ts'
import { Folded } from './Folded.tsx'
import { Strip } from './Strip.tsx'
import { useLiveFeed, type useFeedPages } from './useFeed.ts'

const FirstSteps = lazyPage(() => import('../suggestions/FirstSteps.tsx'), 'arriving')

/** Tolerance in pixels: the trembling of a finger is not scrolling. */
const TOP = 4
const isReading = () => window.scrollY > TOP

type LiveFeedProps = { feed: ReturnType<typeof useFeedPages>; pages: FeedPage[] }

export function LiveFeed({ feed, pages }: LiveFeedProps) {
  const { refetch, fetchNextPage } = feed
  const entries = useLiveFeed({ pages, refetch })
  const {
    shown: shownEntries,
    waiting: waitingEntries,
    release,
  } = useHeldBack(entries, { isReading, hold, part, pages: pages.length })
  const announcement = useAnnouncement(entries, {
    arrivals,
    one: ({ user, album }) => texts.activity.logged(user.nickname, album.name),
    many: texts.activity.waiting,
  })
  // Entries newer than those at the first render are animated.
  const [newest] = useState(entries[0])
  const list = useRef<HTMLUListElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const lines = useMemo(() => foldRuns(shownEntries, opened), [shownEntries, opened])

  const showNew = () => {
    release()
    window.scrollTo(0, 0)
    // The button was removed: focus the first new entry.
    list.current?.querySelector('article')?.focus({ preventScroll: true })
  }
  // Do not cancel a running fetch: it may be the one that closes a gap. If the last page only increased the number on a fold
  // button, the next one is fetched on click only: a user may have logged thousands of albums in a row.
  const isUnseen = pages.length > 1 && areFolded(lines, pages.at(-1)!.items)
  const showOlder = useCallback(
    (isPress: boolean) => void ((isPress || !isUnseen) && fetchNextPage({ cancelRefetch: false })),
    [fetchNextPage, isUnseen],
  )
  const unfold = (folded: readonly ActivityEntry[]) => {
    // Keep all shown entries open: otherwise new entries above would push them into the folded part.
    const openEntries = [...lines.flatMap(({ entry }) => entry ?? []), ...folded]
    flushSync(() => setOpened((previous) => new Set([...previous, ...openEntries.map(({ id }) => id)])))
    // The button was removed: focus the first unfolded entry.
    list.current
      ?.querySelector<HTMLElement>(`[data-entry="${folded[0]!.id}"]`)
      ?.focus({ preventScroll: true })
  }

  const couldNotRefetch = feed.isRefetchError && !feed.isFetching
  return (
    <>
      <Strip
        waiting={waitingEntries.length}
        onShow={showNew}
        onRetry={couldNotRefetch ? () => void refetch() : null}
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {shownEntries.length > 0 && (
        <ul ref={list} aria-label={texts.activity.title} className="mt-4 sm:mt-6 lg:-mt-6">
          {lines.map(({ entry, folded }, index) =>
            folded ? (
              <Folded key={`folded ${folded[0]!.id}`} count={folded.length} onShow={() => unfold(folded)} />
            ) : (
              <Entry
                key={entry.id}
                entry={entry}
                isNew={!newest || (isNewer(entry, newest) && !opened.has(entry.id))}
                eager={index < 4}
              />
            ),
          )}
        </ul>
      )}
      {shownEntries.length === 0 && !feed.hasNextPage && <NoActivity />}
      {feed.hasNextPage && (
        <EndlessEnd query={feed} skeleton={<EntrySkeleton />} more={texts.activity.more} onMore={showOlder} />
      )}
    </>
  )
}

function NoActivity() {
  return (
    <>
      <EmptyState
        icon={<Record className="size-24" />}
        text={texts.activity.empty}
        action={<ButtonLink href={paths.albums()}>{texts.exploreAlbums}</ButtonLink>}
      />
      <InBrowser>
        <Suspense>
          <FirstSteps />
        </Suspense>
      </InBrowser>
    </>
  )
}
