import { memo, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { SeenComment } from '../../shared/comments.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import type { UserCard } from '../../shared/users.ts'
import { fromHere } from '../auth/from.ts'
import { useViewer } from '../auth/viewer.tsx'
import { trpc } from '../lib/trpc.ts'
import { sendLike, type LikeActions } from '../likes/likeActions.ts'
import { LikeToggle } from '../likes/LikeToggle.tsx'
import { ReportButton } from '../moderation/ReportButton.tsx'
import { MutedFold } from '../people/MutedFold.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { classes } from '../ui/classes.ts'
import { ExpandableText } from '../ui/ExpandableText.tsx'
import { HiddenMark } from '../ui/HiddenMark.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'

type CommentItemProps = {
  comment: SeenComment
  likes: LikeActions
  /** set if the viewer can delete it */
  onDelete: ((comment: SeenComment) => void) | undefined
}

export const CommentItem = memo(function CommentItem({ comment, likes, onDelete }: CommentItemProps) {
  const like = useLikeComment(comment, likes)
  return (
    <Place
      user={comment.user}
      aside={<RelativeTime iso={comment.createdAt} className="text-sm text-muted" />}
      text={comment.text}
      mentions={comment.mentions}
      muted={comment.muted}
    >
      {comment.hidden && <HiddenMark />}
      <div className="-ml-2 flex items-center gap-1">
        <LikeToggle label={texts.comments.like} thing={comment} onLike={like} />
        <ReportButton thing={{ comment: comment.id }} nickname={comment.user.nickname} />
        {onDelete && (
          <button
            type="button"
            aria-label={texts.comments.delete}
            onClick={() => onDelete(comment)}
            className={
              'h-9 rounded-control px-2 text-sm text-muted transition-colors duration-150 ' +
              'hover:text-ink pointer-coarse:h-11'
            }
          >
            {texts.delete}
          </button>
        )}
      </div>
    </Place>
  )
})

export function PendingComment({ user, text, state }: { user: UserCard; text: string; state: string }) {
  return (
    <Place user={user} aside={<span className="text-sm text-muted">{state}</span>} text={text} isPending />
  )
}

type PlaceProps = {
  user: UserCard
  aside: ReactNode
  text: string
  mentions?: SeenComment['mentions']
  muted?: SeenComment['muted']
  /** Its element is about to be replaced: inert content cannot hold the focus and lose it. */
  isPending?: boolean
  children?: ReactNode
}

function Place({ user, aside, text, mentions, muted, isPending = false, children }: PlaceProps) {
  const profile = paths.profile(user.nickname)
  return (
    <li
      tabIndex={-1}
      className={classes('flex gap-3 rounded-control outline-offset-4', isPending && 'opacity-60')}
    >
      {/* Hidden from screen readers: the name next to it is the same link. */}
      <Link href={profile} aria-hidden="true" tabIndex={-1} className="h-fit rounded-full">
        <Avatar nickname={user.nickname} src={user.avatar} size="sm" />
      </Link>
      <div className="min-w-0 flex-1">
        <p className="flex min-h-8 flex-wrap items-center gap-x-2.5">
          <Link
            href={profile}
            inert={isPending}
            className="tap min-w-0 rounded-sleeve font-semibold underline-offset-4 hover:underline"
          >
            <span className="block truncate">{user.nickname}</span>
          </Link>
          {aside}
        </p>
        <MutedFold nickname={user.nickname} muted={muted}>
          <div inert={isPending}>
            <ExpandableText text={text} mentions={mentions} />
          </div>
          {children}
        </MutedFold>
      </div>
    </li>
  )
}

function useLikeComment(comment: SeenComment, actions: LikeActions): (liked: boolean) => void {
  const { viewer } = useViewer()
  const [, navigate] = useLocation()
  // Requests run one after the other, so that the last one wins.
  const { mutateAsync } = trpc.comments.like.useMutation({ scope: { id: `like comment ${comment.id}` } })
  return (liked) => {
    if (viewer) void sendLike(comment, liked, actions, mutateAsync)
    else navigate(paths.login(), { state: fromHere() })
  }
}
