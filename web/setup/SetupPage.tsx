import { Suspense, type ReactNode } from 'react'
import { useViewer } from '../auth/viewer.tsx'
import { failureOf } from '../lib/failureOf.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { useFragment } from '../lib/navigation.ts'
import { isNotFound, trpc } from '../lib/trpc.ts'
import { RowsSkeleton } from '../moderation/RowsSkeleton.tsx'
import { texts } from '../texts/admin.ts'
import { ErrorState } from '../ui/EmptyState.tsx'
import NotFoundPage from '../ui/NotFoundPage.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { AccountStep } from './AccountStep.tsx'

const SettingsSteps = lazyPage(() => import('./SettingsSteps.tsx'))

/** Asked at each visit: a setup that is finished no longer exists. */
const always = { staleTime: 0, gcTime: 0 } as const

/** The first run, opened with a setup link, and then by the administrator whom it made until they finish it. */
export default function SetupPage() {
  const token = useFragment()
  const { viewer } = useViewer()
  const state = trpc.setup.state.useQuery(token === '' ? {} : { token }, always)
  const isAbsent = state.isError && isNotFound(state.error)
  if (isAbsent && token === '') return <NotFoundPage />
  const isOver = isAbsent || state.data?.next === 'link'
  return (
    <SetupFrame>
      {isOver ? (
        <LinkIsOver />
      ) : state.isError && !state.data ? (
        <ErrorState {...failureOf(state)} />
      ) : state.data?.next === 'account' ? (
        // Opening another link in the same tab only changes the fragment: the key resets the form.
        <AccountStep key={token} token={token} />
      ) : state.data && viewer?.isAdmin ? (
        <Suspense fallback={<RowsSkeleton />}>
          <SettingsSteps />
        </Suspense>
      ) : (
        <RowsSkeleton />
      )}
    </SetupFrame>
  )
}

function SetupFrame({ children }: { children: ReactNode }) {
  usePageTitle(texts.admin.setup.title)
  return (
    <Page width="form" className="sm:py-20">
      <PageHeading className="mb-8 text-3xl">{texts.admin.setup.title}</PageHeading>
      {children}
    </Page>
  )
}

const LinkIsOver = () => (
  <div className="space-y-3">
    <p className="text-lg">{texts.admin.setup.over}</p>
    <p className="text-muted">{texts.admin.setup.another}</p>
    <p>
      <code className="rounded-sleeve bg-sunken px-2 py-1 text-sm">{texts.admin.setup.command}</code>
    </p>
  </div>
)
