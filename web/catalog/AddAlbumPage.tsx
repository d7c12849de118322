import { texts } from '../../shared/texts.ts'
import { SignInToView } from '../auth/SignInToView.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { useQuery } from '../lib/navigation.ts'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { AddAlbum, readOrigin } from './added/AddAlbum.tsx'

export default function AddAlbumPage() {
  usePageTitle(texts.albums.add)
  const { viewer } = useViewer()
  const query = useQuery()
  return (
    <Page width="form">
      <PageHeading>{texts.albums.add}</PageHeading>
      <p className="mt-3 mb-8 text-muted">{texts.albums.addHint}</p>
      {viewer ? (
        <AddAlbum key={viewer.nickname} nickname={viewer.nickname} origin={readOrigin(query)} />
      ) : (
        <SignInToView />
      )}
    </Page>
  )
}
