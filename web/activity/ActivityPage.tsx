import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { SignInToView } from '../auth/SignInToView.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { errorText } from '../lib/trpc.ts'
import { PageError } from '../ui/EmptyState.tsx'
import { ReadingPage, usePageTitle } from '../ui/Page.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { EntrySkeleton } from './Entry.tsx'
import { LiveFeed } from './LiveFeed.tsx'
import { useFeedPages } from './useFeed.ts'

/** Live feed of the people the viewer follows. */
export default function ActivityPage() {
  usePageTitle(texts.activity.title)
  const { viewer } = useViewer()
  return (
    <ReadingPage heading={texts.activity.title}>
      {/* Feeds of different viewers share no state. */}
      {viewer ? <Feed key={viewer.nickname} /> : <SignInToView />}
    </ReadingPage>
  )
}

const FIRST_SCREEN = 4

function Feed() {
  const feed = useFeedPages()
  if (feed.data) return <LiveFeed feed={feed} pages={feed.data.pages} />
  if (feed.isError) {
    const text = errorText(feed.error, texts.error)
    const way = { text: texts.exploreAlbums, href: paths.albums() }
    return <PageError text={text} onRetry={() => void feed.refetch()} busy={feed.isFetching} way={way} />
  }
  return (
    <div className="mt-4 sm:mt-6 lg:-mt-6">
      <Loading />
      {Array.from({ length: FIRST_SCREEN }, (_, index) => (
        <EntrySkeleton key={index} />
      ))}
    </div>
  )
}
