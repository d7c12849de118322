import { getQueryKey } from '@trpc/react-query'
import type { AlbumRef } from '../../shared/catalog.ts'
import type { TakenOff } from '../../shared/listenLater.ts'
import type { AlbumState } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import { onPersonGone } from '../lib/personal.ts'
import { errorText, queryClient, trpc, trpcClient } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'
import { patchMarks } from './marks.ts'

const TOAST = 'takenOff'
// Its button would act for the next user who signs in.
onPersonGone(() => toast.dismiss(TOAST))

/** Updates whether an album is in Listen later, on its page and cards; the list itself is updated by its own events. */
export function noteListenLater(nickname: string, album: AlbumRef, listenLater: boolean) {
  patchMarks(nickname, album, { listenLater })
  const queryKey = getQueryKey(trpc.logs.mine, album, 'query')
  queryClient.setQueryData<AlbumState>(queryKey, (state) => state && { ...state, listenLater })
  // A pending response may be older than this change.
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey })
}

export function sayTakenOff(nickname: string, album: AlbumRef, { position, addedOn }: TakenOff) {
  const undo = async () => {
    try {
      await trpcClient.listenLater.set.mutate({ ...album, wanted: true, today: addedOn, position })
      noteListenLater(nickname, album, true)
      await queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.listenLater.list) })
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  toast.offer(texts.listenLater.removed, {
    id: TOAST,
    action: { text: texts.listenLater.undo, run: () => void undo() },
  })
}
