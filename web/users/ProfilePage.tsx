import { Lock } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { PageParams } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { TopAlbums } from '../favorites/TopAlbums.tsx'
import { InBrowser } from '../lib/facts.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { isNotFound, trpc } from '../lib/trpc.ts'
import { Streaming, useStreaming } from '../spotify/Streaming.tsx'
import { Taste, useTaste } from '../suggestions/Taste.tsx'
import { EmptyState, PageError } from '../ui/EmptyState.tsx'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { isClosed } from './isClosed.ts'
import { OwnProfile } from './OwnProfile.tsx'
import { ProfileHeader, ProfileHeaderSkeleton } from './ProfileHeader.tsx'
import { ProfileTabs } from './ProfileTabs.tsx'

const DangerZone = lazyPage(() => import('../account/DangerZone.tsx'), 'accountSettings')
const Listening = lazyPage(() => import('../plays/Listening.tsx'), 'listening')
const ReportDialog = lazyPage(() => import('../moderation/ReportDialog.tsx'), 'moderation')

export default function ProfilePage({ nickname: segment }: PageParams<'profile'>) {
  const nickname = segment.trim().toLowerCase()
  const { viewer } = useViewer()
  const isOwn = viewer?.nickname === nickname
  const [reportedNickname, setReportedNickname] = useState<string | null>(null)
  usePageTitle(segment)
  if (nickname === '') return <OwnProfile />
  return (
    <Page>
      {/* Small: the nickname below is the visual heading. */}
      <PageHeading className="mb-6 text-base tracking-normal text-muted sm:mb-8">
        {isOwn ? texts.users.mine : texts.users.someones}
      </PageHeading>
      <Person nickname={nickname} isOwn={isOwn} onReport={() => setReportedNickname(nickname)} />
      {/* Outside the profile: a block unmounts the profile before the report is written. */}
      {reportedNickname === nickname && (
        <Suspense>
          <ReportDialog
            thing={{ account: nickname }}
            nickname={nickname}
            open
            onOpenChange={() => setReportedNickname(null)}
          />
        </Suspense>
      )}
    </Page>
  )
}

type PersonProps = { nickname: string; isOwn: boolean; onReport: () => void }

function Person({ nickname, isOwn, onReport }: PersonProps) {
  const profile = trpc.users.profile.useQuery({ nickname })
  const taste = useTaste(nickname, !isOwn)
  const streaming = useStreaming(nickname, isOwn)
  const isUnknown = isNotFound(profile.error)
  // Cached data can be outdated: the user may have blocked the viewer since, or no longer exist.
  if (profile.data && !isUnknown) {
    const { favoriteAlbums, counts } = profile.data
    if (isClosed(profile.data))
      return (
        <>
          <ProfileHeader profile={profile.data} onReport={onReport} />
          <EmptyState
            icon={<Lock size={32} aria-hidden="true" />}
            text={texts.visibility.isPrivate}
            detail={texts.visibility.isPrivateHint}
          />
        </>
      )
    return (
      <>
        <ProfileHeader profile={profile.data} onReport={onReport} />
        <InBrowser>
          <Suspense>
            <Listening nickname={nickname} />
          </Suspense>
        </InBrowser>
        <TopAlbums nickname={nickname} albums={favoriteAlbums} isOwner={isOwn} />
        <Taste taste={taste.data} />
        <Streaming nickname={nickname} isOwner={isOwn} streaming={streaming} />
        <div className="mt-12 sm:mt-16">
          <ProfileTabs nickname={nickname} counts={counts} isOwner={isOwn} />
        </div>
        {isOwn && (
          <Suspense>
            <DangerZone />
          </Suspense>
        )}
      </>
    )
  }
  if (profile.isPending) return <ProfileHeaderSkeleton />
  return (
    <PageError
      text={isUnknown ? texts.users.notFound : texts.users.fetchFailed}
      {...(!isUnknown && { onRetry: () => void profile.refetch() })}
      busy={profile.isFetching}
      way={{ text: texts.toHome, href: paths.home() }}
    />
  )
}
