import { texts } from '../../shared/texts.ts'
import { PersonalPage, RowsPlaceholder } from '../auth/PersonalPage.tsx'
import { trpc } from '../lib/trpc.ts'
import { OwnNotifications } from './OwnNotifications.tsx'
import { RowSkeleton } from './Row.tsx'

export default function NotificationsPage() {
  return <PersonalPage title={texts.notifications.title} Content={Notifications} />
}

function Notifications() {
  const query = trpc.notifications.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ next }) => next, staleTime: 0, refetchOnWindowFocus: false },
  )
  // Data cached by an earlier visit does not show which rows were unread when this visit began.
  if (query.data && query.isFetchedAfterMount)
    return <OwnNotifications query={query} pages={query.data.pages} />
  return <RowsPlaceholder query={query} Row={RowSkeleton} count={8} className="mt-4 sm:mt-6 lg:mt-0" />
}
