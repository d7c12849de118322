import { useIsMutating } from '@tanstack/react-query'
import { getMutationKey } from '@trpc/react-query'
import { type ReactNode } from 'react'
import { Link } from 'wouter'
import type { FollowCard } from '../../shared/follows.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { classes } from '../ui/classes.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { EndlessEnd } from '../ui/EndlessEnd.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { FollowButton } from './FollowButton.tsx'
import { RemoveFollower } from './RemoveFollower.tsx'

export type FollowKind = 'followers' | 'following'

type FollowDialogProps = {
  nickname: string
  kind: FollowKind
  isOwn: boolean
  /** true if the account is private and the viewer is not a follower: the lists are not shown */
  isClosed: boolean
  onClose: () => void
}

export default function FollowDialog({ nickname, kind, isOwn, isClosed, onClose }: FollowDialogProps) {
  const title = texts.follows.dialogs[kind]
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} width="narrow">
      {isClosed ? (
        <EmptyState text={texts.visibility.isPrivate} detail={texts.visibility.isPrivateFollowsHint} />
      ) : (
        <People {...{ nickname, kind, isOwn }} label={title} none={<Nobody kind={kind} isOwn={isOwn} />} />
      )}
    </Dialog>
  )
}

function Nobody({ kind, isOwn }: Pick<FollowDialogProps, 'kind' | 'isOwn'>) {
  const { noFollowers, noOwnFollowers, noFollowing, noOwnFollowing } = texts.follows
  if (kind === 'following') return <EmptyState text={isOwn ? noOwnFollowing : noFollowing} />
  return <EmptyState text={noFollowers} {...(isOwn && { detail: noOwnFollowers })} />
}

type PeopleProps = Pick<FollowDialogProps, 'nickname' | 'kind' | 'isOwn'> & { label: string; none: ReactNode }

function People({ nickname, kind, isOwn, label, none: emptyState }: PeopleProps) {
  // Waits for a running follow mutation: the list is not refetched while open, so it would stay outdated.
  const isFollowing = useIsMutating({ mutationKey: getMutationKey(trpc.follows.set) }) > 0
  const list = trpc.follows[kind].useInfiniteQuery(
    { nickname },
    // Fetched each time the dialog opens; while it is open, unfollowed users stay in the list.
    { getNextPageParam: ({ next }) => next, gcTime: 0, staleTime: Infinity, enabled: !isFollowing },
  )
  const { data, error, isFetching, hasNextPage, refetch } = list
  const text = errorText(error, texts.follows.listFailed)
  if (!data) {
    if (!error) return <PeopleSkeleton />
    return <ErrorState text={text} onRetry={() => void refetch()} busy={isFetching} />
  }
  const people = data.pages.flatMap(({ items }) => items)
  if (people.length === 0) return emptyState
  return (
    <>
      <ul aria-label={label} className="-mx-2">
        {people.map((card) => (
          <Person key={card.nickname} card={card} isRemovable={isOwn && kind === 'followers'} />
        ))}
      </ul>
      {hasNextPage && <EndlessEnd query={list} text={text} />}
    </>
  )
}

type PersonProps = { card: FollowCard; isRemovable: boolean }

function Person({ card: { nickname, avatar, relation, isPrivate }, isRemovable }: PersonProps) {
  return (
    <li className={classes('flex min-h-16 items-center gap-x-3 px-2', isRemovable && 'flex-wrap py-1')}>
      <Link
        href={paths.profile(nickname)}
        className={classes(
          'group flex min-w-0 flex-1 items-center gap-3 rounded-full py-2 underline-offset-4',
          isRemovable && 'basis-full',
        )}
      >
        <Avatar nickname={nickname} src={avatar} />
        <span className="truncate font-semibold group-hover:underline">{nickname}</span>
      </Link>
      {relation === 'self' && <span className="text-sm text-muted">{texts.follows.you}</span>}
      {/* Two buttons leave no room for the name next to them. */}
      <span className={isRemovable ? 'flex flex-wrap gap-2 pb-1 pl-13' : 'contents'}>
        {(relation === 'following' || relation === 'requested' || relation === 'none') && (
          <FollowButton {...{ nickname, relation, isPrivate }} size="sm" named />
        )}
        {isRemovable && <RemoveFollower nickname={nickname} />}
      </span>
    </li>
  )
}

function PeopleSkeleton() {
  return (
    <>
      <Loading />
      {[0, 1, 2, 3].map((index) => (
        <div key={index} aria-hidden="true" className="flex min-h-16 items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <Skeleton className="h-3.5 w-32" />
        </div>
      ))}
    </>
  )
}
