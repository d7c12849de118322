import { Lock } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import type { Profile } from '../../shared/users.ts'
import { lazyPage } from '../lib/lazyPage.ts'
import { isNotFound, trpc } from '../lib/trpc.ts'
import { EmptyState, PageError } from '../ui/EmptyState.tsx'
import { Page, PageHeading } from '../ui/Page.tsx'
import { isClosed } from './isClosed.ts'
import { ProfileHeader, ProfileHeaderSkeleton } from './ProfileHeader.tsx'

const ReportDialog = lazyPage(() => import('../moderation/ReportDialog.tsx'), 'moderation')

type ProfileFrameProps = { nickname: string; heading: string; children: (profile: Profile) => ReactNode }

/** Page of a profile: its header, and what it shows to those who can see the user's things. */
export function ProfileFrame({ nickname, heading, children }: ProfileFrameProps) {
  const [reportedNickname, setReportedNickname] = useState<string | null>(null)
  return (
    <Page>
      {/* Small: the nickname below is the visual heading. */}
      <PageHeading className="mb-6 text-base tracking-normal text-muted sm:mb-8">{heading}</PageHeading>
      <Person nickname={nickname} onReport={() => setReportedNickname(nickname)}>
        {children}
      </Person>
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

type PersonProps = Omit<ProfileFrameProps, 'heading'> & { onReport: () => void }

function Person({ nickname, onReport, children }: PersonProps) {
  const profile = trpc.users.profile.useQuery({ nickname })
  const isUnknown = isNotFound(profile.error)
  // Cached data can be outdated: the user may have blocked the viewer since, or no longer exist.
  if (profile.data && !isUnknown)
    return (
      <>
        <ProfileHeader profile={profile.data} onReport={onReport} />
        {isClosed(profile.data) ? (
          <EmptyState
            icon={<Lock size={32} aria-hidden="true" />}
            text={texts.visibility.isPrivate}
            detail={texts.visibility.isPrivateHint}
          />
        ) : (
          children(profile.data)
        )}
      </>
    )
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
