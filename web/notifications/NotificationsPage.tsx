import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { SignInToView } from '../auth/SignInToView.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { errorText, trpc } from '../lib/trpc.ts'
import { PageError } from '../ui/EmptyState.tsx'
import { ReadingPage, usePageTitle } from '../ui/Page.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { OwnNotifications } from './OwnNotifications.tsx'
import { RowSkeleton } from './Row.tsx'

/** The viewer's notifications, newest first. */
export default function NotificationsPage() {
  usePageTitle(texts.notifications.title)
  const { viewer } = useViewer()
  return (
    <ReadingPage heading={texts.notifications.title}>
      {viewer ? <Loaded key={viewer.nickname} /> : <SignInToView />}
    </ReadingPage>
  )
}

const FIRST_SCREEN = 8

function Loaded() {
  const query = trpc.notifications.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next, staleTime: 0, refetchOnWindowFocus: false },
  )
  // Data cached by an earlier visit does not show which rows were unread when this visit began.
  if (query.data && query.isFetchedAfterMount)
    return <OwnNotifications query={query} pages={query.data.pages} />
  if (query.isError) {
    return (
      <PageError
        text={errorText(query.error)}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
        way={{ text: texts.exploreAlbums, href: paths.albums() }}
      />
    )
  }
  return (
    <div className="mt-4 sm:mt-6 lg:mt-0">
      <Loading />
      {Array.from({ length: FIRST_SCREEN }, (_, index) => (
        <RowSkeleton key={index} />
      ))}
    </div>
  )
}
