import { Link } from 'wouter'
import type { Review } from '../../shared/logs.ts'
import { paths } from '../../shared/paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { formatDay } from '../ui/dates.ts'
import { ExpandableText } from '../ui/ExpandableText.tsx'
import { HeartMark } from '../ui/HeartToggle.tsx'
import { Stars } from '../ui/Stars.tsx'

/** One review on an album's page. */
export function ReviewItem({ review: { user, rating, favorite, review, date } }: { review: Review }) {
  const profile = paths.profile(user.nickname)
  return (
    <article className="flex gap-4">
      <Link href={profile} aria-hidden="true" tabIndex={-1} className="h-fit rounded-full">
        <Avatar nickname={user.nickname} src={user.avatar} />
      </Link>
      <div className="min-w-0 flex-1">
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
          <Link href={profile} className="rounded-sleeve font-semibold underline-offset-4 hover:underline">
            {user.nickname}
          </Link>
          <Stars rating={rating} />
          {favorite && <HeartMark />}
          <time dateTime={date} className="text-sm text-muted">
            {formatDay(date)}
          </time>
        </div>
        <ExpandableText text={review} className="mt-1" />
      </div>
    </article>
  )
}
