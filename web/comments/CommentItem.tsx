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
  /** asks whether to delete it; set where the viewer may */
  onDelete: ((comment: SeenComment) => void) | undefined
}

/** One comment of a thread. */
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

/** The viewer's own comment while it is on its way. */
export function PendingComment({ user, text }: { user: UserCard; text: string }) {
  return (
    <Place
      user={user}
      aside={<span className="text-sm text-muted">{texts.comments.sending}</span>}
      text={text}
      isPending
    />
  )
}

type PlaceProps = {
  user: UserCard
  aside: ReactNode
  text: string
  mentions?: SeenComment['mentions']
  muted?: SeenComment['muted']
  /** Another element follows in a moment: what is inert cannot take the focus with it. */
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
      {/* The name beside it is the same link. */}
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

/** Likes a comment or takes the like back; who is signed out goes to the login, and comes back. */
function useLikeComment(comment: SeenComment, actions: LikeActions): (liked: boolean) => void {
  const { viewer } = useViewer()
  const [, navigate] = useLocation()
  // One after the other: the last request is the one that stays.
  const { mutateAsync } = trpc.comments.like.useMutation({ scope: { id: `like comment ${comment.id}` } })
  return (liked) => {
    if (viewer) void sendLike(comment, liked, actions, mutateAsync)
    else navigate(paths.login(), { state: fromHere() })
  }
}
