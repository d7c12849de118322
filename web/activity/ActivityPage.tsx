import { Suspense } from 'react'
import { texts } from '../../shared/texts.ts'
import { PersonalPage, RowsPlaceholder } from '../auth/PersonalPage.tsx'
import { InBrowser } from '../lib/facts.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { EntrySkeleton } from './Entry.tsx'
import { LiveFeed } from './LiveFeed.tsx'
import { useFeedPages } from './useFeed.ts'

const FeedTop = lazyPage(() => import('../plays/FeedTop.tsx'), 'listening')

export default function ActivityPage() {
  return <PersonalPage title={texts.activity.title} Content={Feed} />
}

function Feed({ nickname }: { nickname: string }) {
  const feed = useFeedPages()
  if (feed.data)
    return (
      <>
        <InBrowser>
          <Suspense>
            <FeedTop nickname={nickname} />
          </Suspense>
        </InBrowser>
        <LiveFeed feed={feed} pages={feed.data.pages} />
      </>
    )
  return <RowsPlaceholder query={feed} Row={EntrySkeleton} count={4} className="mt-4 sm:mt-6 lg:-mt-6" />
}
