import { Link, Redirect } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { failureOf } from '../lib/failureOf.ts'
import { useFragment } from '../lib/navigation.ts'
import { trpc } from '../lib/trpc.ts'
import { settingsPath } from '../settings/anchors.ts'
import { PageError } from '../ui/EmptyState.tsx'
import { Page, PageHeading, textLink, usePageTitle } from '../ui/Page.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { ProfileForm } from './ProfileForm.tsx'

export default function EditProfilePage() {
  usePageTitle(texts.editProfile)
  const { viewer } = useViewer()
  // The settings were part of this page: old links name their sections.
  const moved = settingsPath(useFragment())
  if (moved !== null) return <Redirect to={moved} replace />
  if (!viewer) return <Redirect to={paths.login()} state={{ from: paths.editProfile() }} replace />
  const { nickname } = viewer
  return (
    <Page>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <PageHeading>{texts.editProfile}</PageHeading>
        <Link href={paths.accountSettings()} className={textLink}>
          {texts.settings.title}
        </Link>
      </div>
      <div className="mt-8 sm:mt-10">
        {/* The key resets the form when another user signs in. */}
        <Editor key={nickname} nickname={nickname} />
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
