import type { PageParams } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { SignInToView } from '../auth/SignInToView.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { failureOf } from '../lib/failureOf.ts'
import { isNotFound, trpc } from '../lib/trpc.ts'
import { PageError } from '../ui/EmptyState.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { EditAlbum } from './added/EditAlbum.tsx'

export default function EditAlbumPage({ artist, album }: PageParams<'editAlbum'>) {
  usePageTitle(texts.albums.edit)
  const { viewer } = useViewer()
  return (
    <Page width="form">
      <PageHeading className="mb-8 text-3xl">{texts.albums.edit}</PageHeading>
      {viewer ? <Editor key={viewer.nickname} artist={artist} album={album} /> : <SignInToView />}
    </Page>
  )
}

function Editor({ artist, album }: { artist: string; album: string }) {
  // Starts with fresh data and does not refetch while the user is editing.
  const entry = trpc.albums.get.useQuery(
    { album: { artist, album } },
    { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  const way = { text: texts.catalog.albumBy(album, artist), href: paths.album({ artist, name: album }) }
  if (entry.data?.canEdit) return <EditAlbum entry={entry.data} />
  if (entry.data) return <PageError text={texts.albums.notYours} way={way} />
  if (isNotFound(entry.error)) return <PageError text={texts.catalog.albumNotFound} way={way} />
  if (entry.isError) return <PageError {...failureOf(entry)} way={way} />
  return (
    <>
      <Loading />
      <div aria-hidden="true" className="space-y-9 pt-6">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="h-32" />
      </div>
    </>
  )
}
