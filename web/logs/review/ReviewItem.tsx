import { memo } from 'react'
import { Link } from 'wouter'
import type { SeenReview } from '../../../shared/logs.ts'
import { paths } from '../../../shared/paths.ts'
import { ReviewThread } from '../../comments/ReviewThread.tsx'
import { ThreadToggle } from '../../comments/ThreadToggle.tsx'
import type { LikeActions } from '../../likes/likeActions.ts'
import { ReportButton } from '../../moderation/ReportButton.tsx'
import { waitingFields } from '../../offline/overlay.ts'
import { useWaitingOf } from '../../offline/waitingList.ts'
import { WaitingNote } from '../../offline/WaitingNote.tsx'
import { MutedFold } from '../../people/MutedFold.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { formatDay } from '../../ui/dates.ts'
import { ExpandableText } from '../../ui/ExpandableText.tsx'
import { HeartMark } from '../../ui/HeartToggle.tsx'
import { HiddenMark } from '../../ui/HiddenMark.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { ListenMarks } from '../ListenMarks.tsx'
import { TagLinks } from '../TagLinks.tsx'
import { LikeButton } from './LikeButton.tsx'
import { OtherListens, OtherListensToggle, useOtherListens } from './OtherListens.tsx'
import { OwnReviewActions } from './OwnReviewActions.tsx'
import { ShareReview } from './ShareReview.tsx'

type ReviewItemProps = {
  review: SeenReview
  likes: LikeActions
  /** set for the viewer's own review */
  onEdit: ((id: number) => void) | undefined
  open: boolean
  onToggle: (review: SeenReview, button: HTMLElement) => void
}

/** Memoized, so that it renders only when its own data changed. */
export const ReviewItem = memo(function ReviewItem({
  review: stored,
  likes,
  onEdit,
  open,
  onToggle,
}: ReviewItemProps) {
  const { id, version, user, album, favorite, hidden } = stored
  const waiting = useWaitingOf({ artist: album.artist, album: album.name })
  const edit = onEdit ? waitingFields(waiting, id) : {}
  const item = { ...stored, ...edit }
  const { rating, review, date, relisten, visibility, tags } = item
  const others = useOtherListens()
  const profile = paths.profile(user.nickname)
  return (
    <article className="flex gap-4">
      <Link href={profile} aria-hidden="true" tabIndex={-1} className="h-fit rounded-full">
        <Avatar nickname={user.nickname} src={user.avatar} />
      </Link>
      <div className="min-w-0 flex-1">
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            href={profile}
            className={
              'tap flex items-center rounded-sleeve font-semibold underline-offset-4 hover:underline ' +
              'pointer-coarse:min-h-11'
            }
          >
            {user.nickname}
          </Link>
          <Stars rating={rating} />
          {favorite && <HeartMark />}
          <ListenMarks relisten={relisten} visibility={visibility} />
          {hidden && <HiddenMark />}
          {date && (
            <time dateTime={date} className="text-sm text-muted">
              {formatDay(date)}
            </time>
          )}
          {Object.keys(edit).length > 0 && <WaitingNote />}
        </div>
        <MutedFold nickname={user.nickname} muted={item.muted}>
          <ExpandableText text={review} mentions={item.mentions} className="mt-1" />
          <TagLinks nickname={user.nickname} tags={tags} className="my-2" />
        </MutedFold>
        <div className="mt-1 -ml-2 flex flex-wrap items-center gap-x-1">
          <LikeButton review={item} actions={likes} />
          <ThreadToggle count={item.commentCount} open={open} onToggle={(button) => onToggle(item, button)} />
          <OtherListensToggle review={item} open={others.open} onToggle={others.toggle} />
          <ShareReview review={item} />
          {!onEdit && <ReportButton thing={{ review: id }} nickname={user.nickname} />}
          {onEdit && (
            <div className="flex gap-1">
              <OwnReviewActions
                album={{ artist: album.artist, album: album.name }}
                nickname={user.nickname}
                log={{ id, version }}
                onEdit={() => onEdit(id)}
              />
            </div>
          )}
        </div>
        {others.open && <OtherListens review={item} />}
        {open && (
          <div className="mt-4 pb-6 max-sm:-ml-14">
            <ReviewThread review={id} name={album.name} moderates={onEdit !== undefined} />
          </div>
        )}
      </div>
    </article>
  )
})
