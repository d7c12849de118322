import type { Thread } from '../../shared/comments.ts'
import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { quietLink } from '../ui/Page.tsx'
import { toast } from '../ui/toast.ts'

export function MuteThread({ thread, className }: { thread: Thread; className?: string }) {
  const utils = trpc.useUtils()
  const { data } = trpc.notifications.muted.useQuery({ thread }, { staleTime: 60_000 })
  const mute = trpc.notifications.muteThread.useMutation({
    onSuccess({ muted }) {
      void utils.notifications.muted.cancel({ thread })
      utils.notifications.muted.setData({ thread }, { muted })
      toast.success(muted ? texts.notifications.muted : texts.notifications.unmuted)
    },
    onError: (error) => toast.error(errorText(error)),
  })
  const muted = data?.muted ?? false
  return (
    <button
      type="button"
      disabled={mute.isPending}
      onClick={() => mute.mutate({ thread, muted: !muted })}
      className={`${quietLink} text-sm text-muted ${className ?? ''}`}
    >
      {muted ? texts.notifications.unmuteThread : texts.notifications.muteThread}
    </button>
  )
}
