import { useCallback, useRef, useState } from 'react'
import { isNewer } from '../../shared/cursor.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { errorText } from '../lib/trpc.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { EndlessEnd } from '../ui/EndlessEnd.tsx'
import { Record } from '../ui/Record.tsx'
import { useAnnouncement } from '../ui/useAnnouncement.ts'
import { useHeldBack } from '../ui/useHeldBack.ts'
import { Entry, EntrySkeleton } from './Entry.tsx'
import { arrivals, hold, part, type FeedPage } from './feed.ts'
import { Strip } from './Strip.tsx'
import { useLiveFeed, type useFeedPages } from './useFeed.ts'

/** A finger's tremble is not yet scrolling. */
const TOP = 4
const isReading = () => window.scrollY > TOP

type LiveFeedProps = { feed: ReturnType<typeof useFeedPages>; pages: FeedPage[] }

/** The entries that are loaded, kept true by what happens. */
export function LiveFeed({ feed, pages }: LiveFeedProps) {
  const { refetch, fetchNextPage } = feed
  const entries = useLiveFeed({ pages, refetch })
  const { shown, waiting, release } = useHeldBack(entries, { isReading, hold, part, pages: pages.length })
  const announcement = useAnnouncement(entries, {
    arrivals,
    one: ({ user, album }) => texts.activity.logged(user.nickname, album.name),
    many: texts.activity.waiting,
  })
  // What is newer than the first sight of the page comes in with a motion.
  const [newest] = useState(entries[0])
  const list = useRef<HTMLUListElement>(null)

  const showNew = () => {
    release()
    window.scrollTo(0, 0)
    // The pill is gone; the focus goes to what it promised.
    list.current?.querySelector('article')?.focus({ preventScroll: true })
  }
  // A fetch that is under way may be the one that closes a gap: it is not to be cancelled.
  const showOlder = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])

  const couldNotRefetch = feed.isRefetchError && !feed.isFetching
  return (
    <>
      <Strip
        waiting={waiting.length}
        onShow={showNew}
        onRetry={couldNotRefetch ? () => void refetch() : null}
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {shown.length > 0 && (
        <ul ref={list} aria-label={texts.activity.title} className="mt-4 sm:mt-6 lg:-mt-6">
          {shown.map((entry, index) => (
            <Entry key={entry.id} entry={entry} isNew={!newest || isNewer(entry, newest)} eager={index < 4} />
          ))}
        </ul>
      )}
      {shown.length === 0 && !feed.hasNextPage && <NoActivity />}
      {feed.hasNextPage && (
        <EndlessEnd
          query={feed}
          text={errorText(feed.error)}
          skeleton={<EntrySkeleton />}
          more={texts.activity.more}
          onMore={showOlder}
        />
      )}
    </>
  )
}

function NoActivity() {
  return (
    <EmptyState
      icon={<Record className="size-24" />}
      text={texts.activity.empty}
      action={<ButtonLink href={paths.albums()}>{texts.exploreAlbums}</ButtonLink>}
    />
  )
}
