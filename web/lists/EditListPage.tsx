import { rowIdIn } from '../../shared/address.ts'
import type { PageParams } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { fromHere } from '../auth/from.ts'
import { useViewer } from '../auth/viewer.tsx'
import { failureOf } from '../lib/failureOf.ts'
import { isNotFound, trpc } from '../lib/trpc.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { PageError } from '../ui/EmptyState.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { ListEditor } from './ListEditor.tsx'
import { NoList } from './NoList.tsx'

/** For users other than the owner, the list does not exist. */
export default function EditListPage(params: PageParams<'editList'>) {
  const { viewer } = useViewer()
  const id = rowIdIn(params.id)
  if (id === null || !viewer) return <NotYours canLogIn={!viewer} />
  return <OwnList key={`${viewer.nickname} ${id}`} id={id} nickname={viewer.nickname} />
}

function NotYours({ canLogIn = false }: { canLogIn?: boolean }) {
  usePageTitle(texts.lists.notFound)
  return (
    <Page>
      <NoList title={texts.lists.notFound} wayText={texts.lists.backToLists}>
        {canLogIn && (
          <ButtonLink href={paths.login()} state={fromHere()}>
            {texts.login}
          </ButtonLink>
        )}
      </NoList>
    </Page>
  )
}

function OwnList({ id, nickname }: { id: number; nickname: string }) {
  // Starts with the current data, and never changes it while the user edits.
  const draft = trpc.lists.draft.useQuery(
    { id },
    { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  usePageTitle(texts.lists.edit)
  if (isNotFound(draft.error)) return <NotYours />
  return (
    <Page className="pb-0 sm:pb-0">
      <PageHeading className="mb-8 text-3xl">{texts.lists.edit}</PageHeading>
      {draft.data ? (
        <ListEditor nickname={nickname} draft={draft.data} />
      ) : draft.isError ? (
        <PageError {...failureOf(draft)} way={{ text: texts.lists.goToLists, href: paths.lists() }} />
      ) : (
        <EditorSkeleton />
      )}
    </Page>
  )
}

const ROWS = 5

function EditorSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <Loading />
      <div aria-hidden="true" className="space-y-8 pt-6">
        <Skeleton className="h-11" />
        <Skeleton className="h-28" />
        <Skeleton className="h-12" />
      </div>
      <div aria-hidden="true">
        {Array.from({ length: ROWS }, (_, index) => (
          <div key={index} className="flex h-18 items-center gap-4">
            <Skeleton className="size-14 rounded-sleeve" />
            <Skeleton className="h-3.5 w-48 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
