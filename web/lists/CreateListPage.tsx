import { texts } from '../../shared/texts.ts'
import { SignInToView } from '../auth/SignInToView.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { ListEditor } from './ListEditor.tsx'

/** A new list. */
export default function CreateListPage() {
  usePageTitle(texts.lists.create)
  const { viewer } = useViewer()
  return (
    <Page className="pb-0 sm:pb-0">
      <PageHeading className="mb-8 text-3xl">{texts.lists.create}</PageHeading>
      {/* Somebody else at the same browser begins with a list of their own. */}
      {viewer ? (
        <ListEditor key={viewer.nickname} nickname={viewer.nickname} draft={null} />
      ) : (
        <SignInToView />
      )}
    </Page>
  )
}
