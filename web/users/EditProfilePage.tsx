import { Redirect } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { AccountSettings } from '../account/AccountSettings.tsx'
import { googleText } from '../auth/GoogleButton.tsx'
import { useViewer } from '../auth/viewer.tsx'
import { failureOf } from '../lib/failureOf.ts'
import { useQuery } from '../lib/navigation.ts'
import { trpc } from '../lib/trpc.ts'
import { ErrorBanner, PageError } from '../ui/EmptyState.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { ProfileForm } from './ProfileForm.tsx'

export default function EditProfilePage() {
  usePageTitle(texts.editProfile)
  const { viewer } = useViewer()
  const problem = googleText(useQuery().get('error'))
  if (!viewer) return <Redirect to={paths.login()} state={{ from: paths.editProfile() }} replace />
  const { nickname } = viewer
  return (
    <Page>
      <PageHeading>{texts.editProfile}</PageHeading>
      {problem && (
        <div className="mt-8">
          <ErrorBanner text={problem} />
        </div>
      )}
      <div className="mt-8 sm:mt-10">
        {/* The keys reset the forms when another user signs in. */}
        <Editor key={nickname} nickname={nickname} />
        <AccountSettings key={`account ${nickname}`} />
      </div>
    </Page>
  )
}

function Editor({ nickname }: { nickname: string }) {
  // Starts with fresh data and does not refetch while the user is editing.
  const profile = trpc.users.profile.useQuery({ nickname }, { staleTime: 0, refetchOnWindowFocus: false })
  if (profile.data && (profile.isFetchedAfterMount || profile.isError))
    return <ProfileForm profile={profile.data} />
  if (profile.isError) {
    const way = { text: texts.backToProfile, href: paths.profile(nickname) }
    return <PageError {...failureOf(profile, texts.users.fetchFailed)} way={way} />
  }
  return (
    <>
      <Loading />
      <div aria-hidden="true" className="space-y-10 border-t border-line pt-10 pb-40 lg:pl-88">
        <Skeleton className="h-11" />
        <Skeleton className="h-20" />
        <Skeleton className="h-28" />
        <Skeleton className="h-11" />
      </div>
    </>
  )
}
