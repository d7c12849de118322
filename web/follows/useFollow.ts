import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useRef } from 'react'
import type { FollowCard, FollowState } from '../../shared/follows.ts'
import type { Page } from '../../shared/page.ts'
import { texts } from '../../shared/texts.ts'
import type { Profile, Relation } from '../../shared/users.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'

/** What the viewer can be to a person whom they may follow. */
export type Followed = Extract<Relation, 'following' | 'requested' | 'none'>

const followedBy = ({ following, requested }: FollowState): Followed =>
  following ? 'following' : requested ? 'requested' : 'none'

const countOf = (relation: Relation) => (relation === 'following' ? 1 : 0)

const asFollowed = (profile: Profile, relation: Followed): Profile => ({
  ...profile,
  relation,
  followers: profile.followers + countOf(relation) - countOf(profile.relation),
})

type Lists = InfiniteData<Page<FollowCard>>

const asFollowedIn = ({ pages, ...rest }: Lists, nickname: string, relation: Followed): Lists => ({
  ...rest,
  pages: pages.map(({ items, next }) => ({
    items: items.map((card) => (card.nickname === nickname ? { ...card, relation } : card)),
    next,
  })),
})

const said = {
  following: texts.follows.followed,
  requested: texts.follows.requested,
  none: texts.follows.unfollowed,
}

/**
 * Follows or unfollows a person, or asks a private one: shown at once wherever they are shown, rolled back when the server
 * refuses.
 */
export function useFollow(nickname: string, { isPrivate }: { isPrivate: boolean }) {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  const requested = useRef<boolean | null>(null)

  const show = (relation: Followed) => {
    utils.users.profile.setData({ nickname }, (profile) =>
      profile && profile.relation !== relation ? asFollowed(profile, relation) : profile,
    )
    // The requests to the viewer are pages of people as well, and show no relation.
    for (const list of [trpc.follows.followers, trpc.follows.following])
      queryClient.setQueriesData<Lists>(
        { queryKey: getQueryKey(list) },
        (lists) => lists && asFollowedIn(lists, nickname, relation),
      )
  }

  const { mutate } = trpc.follows.set.useMutation({
    // One after the other: the last request is the one that stays.
    scope: { id: `follow ${nickname}` },
    onSuccess(state, { following }) {
      const relation = followedBy(state)
      if (requested.current === following) show(relation)
      toast.success(isPrivate && !following ? texts.follows.ended : said[relation])
      // The feed of another visit must not flash what has changed.
      queryClient.removeQueries({ queryKey: getQueryKey(trpc.activity.feed), type: 'inactive' })
    },
    onError: (error, { following }) => {
      // Unless the viewer has changed their mind since.
      if (requested.current === following) void utils.users.profile.invalidate({ nickname })
      if (requested.current === following) show(following ? 'none' : 'following')
      toast.error(errorText(error))
    },
    // The exact counts of both people. While a further request is under way, this would take back what it shows.
    onSettled: () => {
      if (utils.follows.set.isMutating() === 1) void utils.users.profile.invalidate()
    },
  })

  return (following: boolean) => {
    requested.current = following
    void utils.users.profile.cancel({ nickname })
    show(following ? (isPrivate ? 'requested' : 'following') : 'none')
    mutate({ nickname, following })
  }
}
