import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { SignInToView } from '../auth/SignInToView.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { errorText } from '../lib/trpc.ts'
import { PageError } from '../ui/EmptyState.tsx'
import { ReadingPage, usePageTitle } from '../ui/Page.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { LiveRows } from './LiveRows.tsx'
import { RowSkeleton } from './Rows.tsx'
import { useListenLaterPages } from './useListenLater.ts'

/** The viewer's Listen later queue, in their own order. */
export default function ListenLaterPage() {
  usePageTitle(texts.listenLater.title)
  const { viewer } = useViewer()
  return (
    <ReadingPage heading={texts.listenLater.title}>
      {/* The key resets all state when another user signs in. */}
      {viewer ? <OwnList key={viewer.nickname} nickname={viewer.nickname} /> : <SignInToView />}
    </ReadingPage>
  )
}

const FIRST_SCREEN = 8

function OwnList({ nickname }: { nickname: string }) {
  const query = useListenLaterPages()
  if (query.data) return <LiveRows nickname={nickname} query={query} pages={query.data.pages} />
  if (query.isError) {
    const way = { text: texts.exploreAlbums, href: paths.albums() }
    return (
      <PageError
        text={errorText(query.error)}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
        way={way}
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
