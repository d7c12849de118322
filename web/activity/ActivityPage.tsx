import { texts } from '../../shared/texts.ts'
import { SignInToView } from '../auth/SignInToView.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { Page, PageHeading, usePageTitle } from '../layout/Page.tsx'
import { errorText } from '../trpc.ts'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { EntrySkeleton } from './Entry.tsx'
import { LiveFeed } from './LiveFeed.tsx'
import { useFeedPages } from './useFeed.ts'

/** What the people one follows listen to, as it happens. */
export default function ActivityPage() {
  usePageTitle(texts.activity.title)
  const { viewer } = useViewer()
  return (
    <Page width="reading">
      <PageHeading>{texts.activity.title}</PageHeading>
      {/* Another person's feed shares nothing with this one. */}
      {viewer ? <Feed key={viewer.nickname} /> : <SignInToView />}
    </Page>
  )
}

const FIRST_SCREEN = 4

function Feed() {
  const feed = useFeedPages()
  if (feed.data) return <LiveFeed feed={feed} pages={feed.data.pages} />
  if (feed.isError) {
    const text = errorText(feed.error, texts.error)
    return <ErrorState text={text} onRetry={() => void feed.refetch()} busy={feed.isFetching} />
  }
  return (
    <div className="mt-4 sm:mt-6">
      <Loading />
      {Array.from({ length: FIRST_SCREEN }, (_, index) => (
        <EntrySkeleton key={index} />
      ))}
    </div>
  )
}
