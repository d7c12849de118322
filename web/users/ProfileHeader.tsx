import { Fragment, lazy, Suspense, useState } from 'react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import type { Profile } from '../../shared/users.ts'
import { FollowButton } from '../follows/FollowButton.tsx'
import type { FollowKind } from '../follows/FollowDialog.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { ExpandableText } from '../ui/ExpandableText.tsx'
import { ShareButton } from '../ui/ShareButton.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { isClosed } from './isClosed.ts'
import { ProfileLinks } from './ProfileLinks.tsx'

const ProfileMore = lazy(() => import('../people/ProfileMore.tsx'))
const FollowDialog = lazy(() => import('../follows/FollowDialog.tsx'))

const header =
  'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-5 sm:grid-cols-[auto_minmax(0,1fr)_auto] ' +
  'sm:items-start sm:gap-x-10'
const picture = 'sm:row-span-3'
/** Below the picture on a phone, otherwise below the name. */
const figures = '-mx-2 -my-2 col-span-2 flex flex-wrap gap-x-2 sm:col-start-2 sm:-mt-4'
const description = 'col-span-2 sm:col-start-2'
/** Full width on a phone, where the first of several grows; otherwise next to the name. An icon at the end touches the edge. */
const deeds =
  'col-span-2 flex items-center gap-2 max-sm:*:first:not-last:flex-1 *:last:-mr-3 sm:col-span-1 sm:col-start-3 sm:row-start-1'

type ProfileHeaderProps = {
  profile: Profile
  onReport: () => void
}

export function ProfileHeader({ profile, onReport }: ProfileHeaderProps) {
  const { nickname, avatar, bio, links, followers, following, relation, isPrivate } = profile
  const [openKind, setOpenKind] = useState<FollowKind | null>(null)
  const noBio = relation === 'self' ? texts.users.noOwnBio : texts.users.noBio
  return (
    <div className={header}>
      <Avatar nickname={nickname} src={avatar} size="lg" className={picture} />
      <h2
        className={classes(
          'display min-w-0 wrap-anywhere',
          nickname.length > 16 ? 'text-2xl sm:text-3xl' : 'text-3xl',
        )}
      >
        {nickname ? <Breakable name={nickname} /> : texts.users.noName}
      </h2>
      <p className={figures}>
        <Count count={followers} of={texts.follows.followers} onOpen={() => setOpenKind('followers')} />
        <Count count={following} of={texts.follows.following} onOpen={() => setOpenKind('following')} />
      </p>
      <div className={description}>
        {bio ? <ExpandableText text={bio} /> : <p className="max-w-reading text-muted">{noBio}</p>}
        <ProfileLinks links={links} className="mt-3 -ml-2.5" />
      </div>
      <div className={deeds}>
        {relation === 'self' && <ButtonLink href={paths.editProfile()}>{texts.editProfile}</ButtonLink>}
        {(relation === 'following' || relation === 'requested' || relation === 'none') && (
          <FollowButton {...{ nickname, relation, isPrivate }} />
        )}
        <ShareButton path={paths.profile(nickname)} title={nickname} className="first:max-sm:-ml-3" />
        {relation !== 'self' && relation !== 'visitor' && (
          <Suspense fallback={<span className="size-11" />}>
            <ProfileMore profile={profile} onReport={onReport} />
          </Suspense>
        )}
      </div>
      {openKind && (
        <Suspense>
          <FollowDialog
            nickname={nickname}
            kind={openKind}
            isOwn={relation === 'self'}
            isClosed={isClosed(profile)}
            onClose={() => setOpenKind(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Nickname that wraps after an underscore rather than within a word. */
function Breakable({ name }: { name: string }) {
  return name.split(/(?<=_)(?=[^_])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

type CountProps = { count: number; of: string; onOpen: () => void }

function Count({ count, of, onOpen }: CountProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={
        'min-h-11 rounded-control px-2 text-muted transition-colors duration-150 hover:bg-sunken hover:text-ink'
      }
    >
      <span className="font-semibold text-ink">{count.toLocaleString(texts.numbers)}</span> {of}
    </button>
  )
}

export function ProfileHeaderSkeleton() {
  return (
    <>
      <Loading />
      <div aria-hidden="true" className={header}>
        <Skeleton className={`${picture} size-20 rounded-full sm:size-32`} />
        <Skeleton className="h-9 w-56 max-w-full" />
        <div className={figures}>
          <Skeleton className="mx-2 my-3.5 h-4 w-48 max-w-full" />
        </div>
        <div className={description}>
          <Skeleton className="h-4 w-96 max-w-full" />
        </div>
      </div>
    </>
  )
}
