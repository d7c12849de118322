import { texts } from '../../shared/texts.ts'
import { SignInToView } from '../auth/SignInToView.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { ListEditor } from './ListEditor.tsx'

export default function CreateListPage() {
  usePageTitle(texts.lists.create)
  const { viewer } = useViewer()
  return (
    <Page className="pb-0 sm:pb-0">
      <PageHeading className="mb-8 text-3xl">{texts.lists.create}</PageHeading>
      {/* Another user of the same browser starts with their own draft. */}
      {viewer ? (
        <ListEditor key={viewer.nickname} nickname={viewer.nickname} draft={null} />
      ) : (
        <SignInToView />
      )}
    </Page>
  )
}
