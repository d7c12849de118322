import { Link, useLocation } from 'wouter'
import type { ListHead, ListView } from '../../shared/lists.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { fromHere } from '../auth/from.ts'
import { useViewer } from '../auth/viewer.tsx'
import { trpc } from '../lib/trpc.ts'
import { sendLike, type LikeActions } from '../likes/likeActions.ts'
import type { LikeStatus } from '../likes/likeState.ts'
import { LikeToggle } from '../likes/LikeToggle.tsx'
import { ReportButton } from '../moderation/ReportButton.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Day } from '../ui/Day.tsx'
import { ExpandableText } from '../ui/ExpandableText.tsx'
import { HiddenMark } from '../ui/HiddenMark.tsx'
import { PageHeading, quietLink, textLink } from '../ui/Page.tsx'
import { ShareButton } from '../ui/ShareButton.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { CloneList } from './CloneList.tsx'
import { DeleteList } from './DeleteList.tsx'
import { ListLevel } from './ListLevel.tsx'

const header = 'mb-10 flex flex-col gap-x-12 gap-y-5 lg:flex-row lg:items-start lg:justify-between'

type ListHeaderProps = {
  list: ListHead & LikeStatus
  clonedFrom: ListView['clonedFrom']
  likes: LikeActions
  isOwner: boolean
  /** called when the owner's deletion starts or fails */
  onDeleting: (isDeleting: boolean) => void
  commentCount: number | null
  onComments: () => void
}

export function ListHeader({
  list,
  clonedFrom,
  likes,
  isOwner,
  onDeleting,
  commentCount,
  onComments,
}: ListHeaderProps) {
  const { viewer } = useViewer()
  const { name, description, visibility, hidden, owner, albumCount, createdAt } = list
  return (
    <header className={header}>
      <div className="min-w-0">
        <PageHeading className="text-3xl wrap-anywhere">{name}</PageHeading>
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 text-muted pointer-coarse:gap-y-4.5">
          <Link
            href={paths.profile(owner.nickname)}
            className="tap flex min-w-0 items-center gap-2.5 rounded-full text-ink underline-offset-4 hover:underline"
          >
            <Avatar nickname={owner.nickname} src={owner.avatar} size="sm" />
            <span className="truncate font-semibold">{owner.nickname}</span>
          </Link>
          <span>{texts.catalog.albumCount(albumCount)}</span>
          <Day iso={createdAt} />
          <ListLevel visibility={visibility} />
          {hidden && <HiddenMark />}
          {commentCount !== null && (
            <button type="button" onClick={onComments} className={quietLink}>
              {texts.comments.count(commentCount)}
            </button>
          )}
        </div>
        {clonedFrom && (
          <p className="mt-3 text-sm text-muted">
            {texts.lists.clonedFrom}{' '}
            <Link href={paths.list(clonedFrom.id)} className={textLink}>
              {clonedFrom.name}
            </Link>
          </p>
        )}
        {description && <ExpandableText text={description} className="mt-5" />}
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2 max-lg:-ml-2.5">
        <LikeList list={list} actions={likes} />
        <ShareButton path={paths.list(list.id)} title={name} className="last:md:-mr-3" />
        {viewer && <CloneList id={list.id} />}
        {!isOwner && <ReportButton thing={{ list: list.id }} nickname={owner.nickname} size="md" />}
        {isOwner && (
          // Keeps the two together if the row wraps.
          <div className="flex gap-2 max-md:ml-2.5">
            <ButtonLink href={paths.editList(list.id)}>{texts.lists.edit}</ButtonLink>
            <DeleteList list={list} onDeleting={onDeleting} />
          </div>
        )}
      </div>
    </header>
  )
}

function LikeList({ list, actions }: { list: ListHead & LikeStatus; actions: LikeActions }) {
  const { viewer } = useViewer()
  const [, navigate] = useLocation()
  // Requests run one after the other, so that the last one wins.
  const { mutateAsync } = trpc.lists.like.useMutation({ scope: { id: `like list ${list.id}` } })
  return (
    <LikeToggle
      size="md"
      label={texts.lists.like}
      thing={list}
      onLike={(liked) => {
        if (viewer) void sendLike(list, liked, actions, mutateAsync)
        else navigate(paths.login(), { state: fromHere() })
      }}
    />
  )
}

export function ListHeaderSkeleton() {
  return (
    <div className={header}>
      <Loading />
      <div aria-hidden="true">
        <Skeleton className="h-11 w-96 max-w-full" />
        <div className="mt-4 flex h-8 items-center gap-2.5">
          <Skeleton className="size-8 rounded-full" />
          <Skeleton className="h-4 w-56 max-w-full" />
        </div>
        <Skeleton className="mt-6 h-4 w-120 max-w-full" />
      </div>
    </div>
  )
}
