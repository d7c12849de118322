import { trpc } from '../lib/trpc.ts'
import { texts } from '../texts/plays.ts'
import { toast } from '../ui/toast.ts'

/** Saves settings of scrobbling, one change after the other, and says so. */
export function useSetScrobbling(onError: (error: unknown) => void = () => {}) {
  const utils = trpc.useUtils()
  return trpc.scrobbling.set.useMutation({
    scope: { id: 'scrobbling settings' },
    onSuccess(saved) {
      utils.scrobbling.mine.setData(undefined, saved)
      // A response that is under way may be older.
      void utils.scrobbling.mine.invalidate()
      toast.success(texts.plays.saved, { id: 'scrobbling saved' })
    },
    onError,
  })
}
