import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'

/** Fetches again whatever may show somebody whom the viewer has blocked or muted, or no longer has. */
export function useRefreshPeople(): () => Promise<void> {
  const utils = trpc.useUtils()
  return () => utils.invalidate()
}

/**
 * Fetches again what stands on the profile of somebody to whom the viewer is something else now, by what that person did: let them
 * follow, or blocked them.
 */
export function useRefreshProfiles(): () => void {
  const utils = trpc.useUtils()
  return () => {
    // While a follow is under way, this would take back what it shows; it fetches the profile by itself (useFollow).
    if (utils.follows.set.isMutating() === 0) void utils.users.profile.invalidate()
    void utils.favorites.of.invalidate()
    void utils.logs.listened.invalidate()
    void utils.logs.diary.invalidate()
    void utils.logs.reviewsBy.invalidate()
    void utils.lists.of.invalidate()
  }
}

/** Unmutes a person for the viewer. */
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

/** Lets the viewer and a person see each other again. */
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
