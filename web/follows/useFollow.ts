import { useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { messages } from '../../shared/messages.ts'
import type { Profile } from '../../shared/users.ts'
import { errorText, trpc } from '../trpc.ts'
import { toast } from '../ui/toast.tsx'

const asFollowed = (profile: Profile, following: boolean): Profile => ({
  ...profile,
  relation: following ? 'following' : 'none',
  followers: profile.followers + (following ? 1 : -1),
})

/** Follows or unfollows a person: shown at once, taken back when the server refuses. */
export function useFollow(nickname: string): (following: boolean) => void {
  const utils = trpc.useUtils()
  const queryClient = useQueryClient()
  const isFollowed = () => utils.users.profile.getData({ nickname })?.relation === 'following'

  const show = (following: boolean) => {
    if (isFollowed() === following) return
    utils.users.profile.setData({ nickname }, (profile) => profile && asFollowed(profile, following))
  }

  const { mutate } = trpc.follows.set.useMutation({
    // One after the other: the last wish is the one that stays.
    scope: { id: `follow ${nickname}` },
    onSuccess: (_, { following }) => {
      toast.success(following ? messages.follows.followed : messages.follows.unfollowed)
      // The feed of another visit must not flash what has changed.
      queryClient.removeQueries({ queryKey: getQueryKey(trpc.activity.feed), type: 'inactive' })
    },
    onError: (error, { following }) => {
      // Unless the person has changed his mind meanwhile.
      if (isFollowed() === following) show(!following)
      toast.error(errorText(error))
    },
    // The exact counts, of both persons. While a further wish is under way this would take back what it shows.
    onSettled: () => {
      if (utils.follows.set.isMutating() === 1) void utils.users.profile.invalidate()
    },
  })

  return (following) => {
    void utils.users.profile.cancel({ nickname })
    show(following)
    mutate({ nickname, following })
  }
}
