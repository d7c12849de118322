import { texts } from '../../shared/texts.ts'
import { PersonalPage, RowsPlaceholder } from '../auth/PersonalPage.tsx'
import { EntrySkeleton } from './Entry.tsx'
import { LiveFeed } from './LiveFeed.tsx'
import { useFeedPages } from './useFeed.ts'

export default function ActivityPage() {
  return <PersonalPage title={texts.activity.title} Content={Feed} />
}

function Feed() {
  const feed = useFeedPages()
  if (feed.data) return <LiveFeed feed={feed} pages={feed.data.pages} />
  return <RowsPlaceholder query={feed} Row={EntrySkeleton} count={4} className="mt-4 sm:mt-6 lg:-mt-6" />
}
