import type { Profile } from '../../shared/users.ts'
import { FollowButton } from '../follows/FollowButton.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { classes } from '../ui/classes.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

const header = 'flex flex-col gap-6 sm:flex-row sm:items-start sm:gap-10'
/** On a wide page under the name, not under the picture. */
const figures = 'mt-12 grid grid-cols-2 gap-x-6 gap-y-8 sm:ml-42 sm:max-w-lg sm:grid-cols-4'

/** Who a person is, and how much he has heard. */
export function ProfileHeader({ profile }: { profile: Profile }) {
  const { nickname, avatar, bio, followers, following, counts, relation } = profile
  const noBio = relation === 'self' ? 'No information yet' : 'User has no information yet'
  return (
    <>
      <div className={header}>
        <Avatar nickname={nickname} src={avatar} size="lg" />
        <div className="min-w-0 flex-1">
          <h2 className="display text-3xl wrap-anywhere">{nickname}</h2>
          <p className="mt-3 flex gap-6">
            <Count count={followers} of="Followers" />
            <Count count={following} of="Following" />
          </p>
          <p className={classes('mt-5 max-w-reading wrap-anywhere whitespace-pre-line', !bio && 'text-muted')}>
            {bio || noBio}
          </p>
        </div>
        {(relation === 'following' || relation === 'none') && (
          <FollowButton nickname={nickname} isFollowed={relation === 'following'} />
        )}
      </div>
      <dl className={figures}>
        <Figure count={counts.favorites} of="Favorites" />
        <Figure count={counts.listened} of="Listened" />
        <Figure count={counts.reviews} of="Reviews" />
        <Figure count={counts.diary} of="Diary" />
      </dl>
    </>
  )
}

type CountProps = { count: number; of: string }

function Count({ count, of }: CountProps) {
  return (
    <span className="text-muted">
      <span className="font-semibold text-ink">{count.toLocaleString('en')}</span> {of}
    </span>
  )
}

function Figure({ count, of }: CountProps) {
  return (
    // The name is read first and stands below.
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted">{of}</dt>
      <dd className="heading text-2xl">{count.toLocaleString('en')}</dd>
    </div>
  )
}

/** A ProfileHeader that is loading. */
export function ProfileHeaderSkeleton() {
  return (
    <>
      <Loading />
      <div aria-hidden="true" className={header}>
        <Skeleton className="size-28 shrink-0 rounded-full sm:size-32" />
        <div className="min-w-0 flex-1">
          <Skeleton className="h-9 w-56 max-w-full" />
          <Skeleton className="mt-5 h-4 w-48" />
          <Skeleton className="mt-7 h-4 w-96 max-w-full" />
        </div>
      </div>
      <div aria-hidden="true" className={figures}>
        {[0, 1, 2, 3].map((index) => (
          <div key={index}>
            <Skeleton className="h-7 w-12" />
            <Skeleton className="mt-2.5 h-3.5 w-20" />
          </div>
        ))}
      </div>
    </>
  )
}
