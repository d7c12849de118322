import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'

/** Fetches again whatever may show somebody whom the viewer has blocked or muted, or no longer has. */
export function useRefreshPeople(): () => Promise<void> {
  const utils = trpc.useUtils()
  return () => utils.invalidate()
}

/** Lets the viewer hear of a person again. */
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
