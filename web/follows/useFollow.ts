import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useRef } from 'react'
import type { FollowCard } from '../../shared/follows.ts'
import type { Page } from '../../shared/page.ts'
import { texts } from '../../shared/texts.ts'
import type { Profile, Relation } from '../../shared/users.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'

const relationOf = (following: boolean): Relation => (following ? 'following' : 'none')

const asFollowed = (profile: Profile, following: boolean): Profile => ({
  ...profile,
  relation: relationOf(following),
  followers: profile.followers + (following ? 1 : -1),
})

type Lists = InfiniteData<Page<FollowCard>>

const asFollowedIn = ({ pages, ...rest }: Lists, nickname: string, relation: Relation): Lists => ({
  ...rest,
  pages: pages.map(({ items, next }) => ({
    items: items.map((card) => (card.nickname === nickname ? { ...card, relation } : card)),
    next,
  })),
})

/** Follows or unfollows a person: shown at once wherever they are shown, rolled back when the server refuses. */
export function useFollow(nickname: string): (following: boolean) => void {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  const wish = useRef<boolean | null>(null)

  const show = (following: boolean) => {
    const relation = relationOf(following)
    utils.users.profile.setData({ nickname }, (profile) =>
      profile && profile.relation !== relation ? asFollowed(profile, following) : profile,
    )
    queryClient.setQueriesData<Lists>(
      { queryKey: getQueryKey(trpc.follows) },
      (lists) => lists && asFollowedIn(lists, nickname, relation),
    )
  }

  const { mutate } = trpc.follows.set.useMutation({
    // One after the other: the last request is the one that stays.
    scope: { id: `follow ${nickname}` },
    onSuccess: (_, { following }) => {
      toast.success(following ? texts.follows.followed : texts.follows.unfollowed)
      // The feed of another visit must not flash what has changed.
      queryClient.removeQueries({ queryKey: getQueryKey(trpc.activity.feed), type: 'inactive' })
    },
    onError: (error, { following }) => {
      // Unless the viewer has changed their mind meanwhile.
      if (wish.current === following) show(!following)
      toast.error(errorText(error))
    },
    // The exact counts of both people. While a further request is under way, this would take back what it shows.
    onSettled: () => {
      if (utils.follows.set.isMutating() === 1) void utils.users.profile.invalidate()
    },
  })

  return (following) => {
    wish.current = following
    void utils.users.profile.cancel({ nickname })
    show(following)
    mutate({ nickname, following })
  }
}
