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
// Its button would act for the next person who signs in.
onPersonGone(() => toast.dismiss(TOAST))

/** Shows on an album's page and cards whether it is in Listen later; the list itself is updated by its own events. */
export function noteListenLater(nickname: string, album: AlbumRef, listenLater: boolean) {
  patchMarks(nickname, album, { listenLater })
  const queryKey = getQueryKey(trpc.logs.mine, album, 'query')
  queryClient.setQueryData<AlbumState>(queryKey, (state) => state && { ...state, listenLater })
  // An answer that is still on its way may be older than this.
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey })
}

/** Says that an album was taken off Listen later, and offers to bring it back to where it stood. */
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
