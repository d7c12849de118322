import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'

/** Invalidates every query: any of them can be affected by a block or mute. */
export function useRefreshPeople(): () => Promise<void> {
  const utils = trpc.useUtils()
  return () => utils.invalidate()
}

/** Invalidates all profiles after somebody accepted a follow request or blocked the viewer. */
export function useRefreshProfiles(): () => void {
  const utils = trpc.useUtils()
  return () => {
    // During a follow mutation, a refetch would undo the optimistic update; useFollow refetches the profile itself.
    if (utils.follows.set.isMutating() === 0) void utils.users.profile.invalidate()
    void utils.users.taste.invalidate()
    void utils.favorites.of.invalidate()
    void utils.logs.listened.invalidate()
    void utils.logs.diary.invalidate()
    void utils.logs.reviewsBy.invalidate()
    void utils.lists.of.invalidate()
  }
}

export function useUnmute(): (nickname: string) => void {
  const refresh = useRefreshPeople()
  const { mutate } = trpc.people.unmute.useMutation({
    onSuccess: (_, { nickname }) => {
      toast.success(texts.people.unmuted(nickname))
      void refresh()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (nickname) => mutate({ nickname })
}

export function useUnblock(): (nickname: string) => void {
  const refresh = useRefreshPeople()
  const { mutate } = trpc.people.unblock.useMutation({
    onSuccess: (_, { nickname }) => {
      toast.success(texts.people.unblocked(nickname))
      void refresh()
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (nickname) => mutate({ nickname })
}
