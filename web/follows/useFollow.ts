import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useRef } from 'react'
import type { FollowCard, FollowState } from '../../shared/follows.ts'
import type { Page } from '../../shared/page.ts'
import { texts } from '../../shared/texts.ts'
import type { Profile, Relation } from '../../shared/users.ts'
import { changeCached, errorText, trpc } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'

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

/** `relation` is set once the viewer has followed the suggested person. */
export type Suggested = { relation?: Followed }
type Suggestions = { people: readonly (Suggested & { nickname: string })[] }

// Follow requests are also pages of users, but show no relation.
const userLists = [trpc.follows.followers, trpc.follows.following]
const suggestionLists = [trpc.suggestions.people, trpc.suggestions.arriving]

const asFollowedAmong = ({ people }: Suggestions, nickname: string, relation: Followed): Suggestions => ({
  people: people.map((person) => (person.nickname === nickname ? { ...person, relation } : person)),
})

const messages = {
  following: texts.follows.followed,
  requested: texts.follows.requested,
  none: texts.follows.unfollowed,
}

/** Optimistic in every place that shows the relation, rolled back on error. */
export function useFollow(nickname: string, { isPrivate }: { isPrivate: boolean }) {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  const requested = useRef<boolean | null>(null)

  const show = (relation: Followed) => {
    utils.users.profile.setData({ nickname }, (profile) =>
      profile && profile.relation !== relation ? asFollowed(profile, relation) : profile,
    )
    for (const list of userLists)
      changeCached<Lists>(queryClient, getQueryKey(list), (lists) => asFollowedIn(lists, nickname, relation))
    for (const list of suggestionLists)
      queryClient.setQueriesData<Suggestions>(
        { queryKey: getQueryKey(list) },
        (suggestions) => suggestions && asFollowedAmong(suggestions, nickname, relation),
      )
  }

  const { mutate } = trpc.follows.set.useMutation({
    // Serialized, so that the last request is the final state.
    scope: { id: `follow ${nickname}` },
    onSuccess(state, { following }) {
      const relation = followedBy(state)
      if (requested.current === following) show(relation)
      toast.success(isPrivate && !following ? texts.follows.ended : messages[relation])
      // A cached feed would briefly show outdated entries on the next visit.
      queryClient.removeQueries({ queryKey: getQueryKey(trpc.activity.feed), type: 'inactive' })
      // A response that is under way may be older than this follow.
      for (const list of [...suggestionLists, ...userLists])
        void queryClient.invalidateQueries({ queryKey: getQueryKey(list), fetchStatus: 'fetching' })
    },
    onError: (error, { following }) => {
      // Roll back, unless the viewer has changed their mind since.
      if (requested.current === following) void utils.users.profile.invalidate({ nickname })
      if (requested.current === following) show(following ? 'none' : 'following')
      toast.error(errorText(error))
    },
    // Fetches the exact counts of both users. With another mutation under way, that would undo its optimistic update.
    onSettled: () => {
      if (utils.follows.set.isMutating() !== 1) return
      void utils.users.profile.invalidate()
      // Followers can see more listenings.
      void utils.users.taste.invalidate()
    },
  })

  return (following: boolean) => {
    requested.current = following
    void utils.users.profile.cancel({ nickname })
    show(following ? (isPrivate ? 'requested' : 'following') : 'none')
    mutate({ nickname, following })
  }
}
