import type { ImportView } from '../../shared/imports.ts'
import { paths } from '../../shared/paths.ts'
import { SignInToView } from '../auth/SignInToView.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { failureOf } from '../lib/failureOf.ts'
import { texts } from '../texts/imports.ts'
import { PageError } from '../ui/EmptyState.tsx'
import { Page, PageHeading, Section, usePageTitle } from '../ui/Page.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { ActiveImport } from './ActiveImport.tsx'
import { PastImports } from './PastImports.tsx'
import { UploadForm } from './UploadForm.tsx'
import { isActive, useImportPages, useLiveImports } from './useImports.ts'

export default function ImportPage() {
  usePageTitle(texts.layout.import)
  const { viewer } = useViewer()
  return (
    <Page>
      <PageHeading>{texts.layout.import}</PageHeading>
      <div className="mt-6 sm:mt-8">
        {/* The key resets all state when another user signs in. */}
        {viewer ? <OwnImports key={viewer.nickname} /> : <SignInToView />}
      </div>
    </Page>
  )
}

function OwnImports() {
  const query = useImportPages()
  if (query.data) return <LoadedImports query={query} />
  if (query.isError)
    return (
      <PageError
        {...failureOf(query, texts.imports.failedList)}
        way={{ text: texts.settings.title, href: paths.dataSettings() }}
      />
    )
  return (
    <>
      <Loading />
      <div aria-hidden="true" className="space-y-6">
        <Skeleton className="h-28" />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    </>
  )
}

function LoadedImports({ query }: { query: ReturnType<typeof useImportPages> }) {
  const pages = query.data!.pages
  useLiveImports(pages[0]!.live, query.refetch)
  const all = pages.flatMap(({ items }) => items)
  const active = all.find(isActive)
  return (
    <div className="space-y-12">
      {active ? <ActiveOne key={active.id} active={active} /> : <NewImport onArrived={query.refetch} />}
      <Section title={texts.imports.past}>
        <PastImports query={query} imports={all.filter((item) => !isActive(item))} />
      </Section>
    </div>
  )
}

function NewImport({ onArrived }: { onArrived: () => Promise<unknown> }) {
  return (
    <section>
      <p className="mb-6 max-w-reading text-muted">{texts.imports.hint}</p>
      <UploadForm onArrived={() => void onArrived()} />
    </section>
  )
}

const ActiveOne = ({ active }: { active: ImportView }) => (
  <section aria-label={active.fileName}>
    <ActiveImport active={active} />
  </section>
)
