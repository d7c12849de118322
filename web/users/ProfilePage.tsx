import { messages } from '../../shared/messages.ts'
import { paths } from '../../shared/paths.ts'
import { useViewer } from '../auth/viewer.tsx'
import { usePathSegments } from '../layout/navigation.ts'
import { Page, PageHeading, usePageTitle } from '../layout/Page.tsx'
import { isNotFound, trpc } from '../trpc.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { ErrorBanner } from '../ui/EmptyState.tsx'
import { ProfileHeader, ProfileHeaderSkeleton } from './ProfileHeader.tsx'

/** A person's page. */
export default function ProfilePage() {
  const [, segment = ''] = usePathSegments()
  const nickname = segment.trim().toLowerCase()
  const { viewer } = useViewer()
  const isOwn = viewer?.nickname === nickname
  usePageTitle(segment)
  return (
    <Page>
      {/* The nickname under it is what the eye reads first. */}
      <PageHeading className="mb-6 text-base tracking-normal text-muted sm:mb-8">
        {isOwn ? 'My Profile' : 'User Profile'}
      </PageHeading>
      <Person nickname={nickname} />
    </Page>
  )
}

function Person({ nickname }: { nickname: string }) {
  const profile = trpc.users.profile.useQuery({ nickname })
  if (profile.data) return <ProfileHeader profile={profile.data} />
  if (profile.isPending) return <ProfileHeaderSkeleton />
  const isUnknown = isNotFound(profile.error)
  return (
    <div className="space-y-5">
      <ErrorBanner text={isUnknown ? messages.users.notFound : messages.users.fetchFailed} />
      {isUnknown ? (
        <ButtonLink href={paths.home()}>Home</ButtonLink>
      ) : (
        <Button onClick={() => void profile.refetch()} busy={profile.isFetching}>
          {messages.tryAgain}
        </Button>
      )}
    </div>
  )
}
