import { texts } from '../../shared/texts.ts'
import { PersonalPage, RowsPlaceholder } from '../auth/PersonalPage.tsx'
import { LiveRows } from './LiveRows.tsx'
import { RowSkeleton } from './Rows.tsx'
import { useListenLaterPages } from './useListenLater.ts'

export default function ListenLaterPage() {
  return <PersonalPage title={texts.listenLater.title} Content={Queue} />
}

function Queue({ nickname }: { nickname: string }) {
  const query = useListenLaterPages()
  if (query.data) return <LiveRows nickname={nickname} query={query} pages={query.data.pages} />
  return <RowsPlaceholder query={query} Row={RowSkeleton} count={8} className="mt-4 sm:mt-6 lg:mt-0" />
}
