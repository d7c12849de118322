import type { AlbumRef } from '../../shared/catalog.ts'
import type { TakenOff } from '../../shared/listenLater.ts'
import type { OwnLog } from '../../shared/logs.ts'
import { trpc } from '../lib/trpc.ts'
import { setMarks } from './marks.ts'
import { sayTakenOff } from './takenOff.ts'
import { useRefresh } from './useRefresh.ts'

/** Saving and removing the person's own log of an album; what is on screen of it is kept true. */
export function useLogChanges(album: AlbumRef, nickname: string) {
  const utils = trpc.useUtils()
  const { refreshHeart, refreshLog } = useRefresh(nickname)

  const nowIs = async (
    log: OwnLog | null,
    { favorite, takenOff }: { favorite?: boolean; takenOff?: TakenOff | undefined } = {},
  ) => {
    // An answer that is still on its way may be older than this.
    await utils.logs.mine.cancel(album)
    const before = utils.logs.mine.getData(album)
    const heart = favorite ?? before?.favorite ?? false
    const listenLater = !takenOff && (before?.listenLater ?? false)
    if (takenOff) sayTakenOff(nickname, album, takenOff)
    utils.logs.mine.setData(album, {
      log,
      favorite: heart,
      listenLater,
      listens: log ? Math.max(1, before?.listens ?? 0) : 0,
    })
    const rated = log !== null && (log.rating > 0 || log.review !== '')
    setMarks(nickname, album, { favorite: heart, listenLater, listened: log !== null, rated })
    refreshHeart()
    refreshLog()
  }
  // A call that was cut off may have arrived all the same.
  const onError = () => void utils.logs.mine.invalidate(album)

  const save = trpc.logs.save.useMutation({
    onSuccess: ({ takenOff, ...log }) => nowIs(log, { ...log, takenOff }),
    onError,
  })
  const remove = trpc.logs.remove.useMutation({ onSuccess: () => nowIs(null), onError })
  return { save, remove }
}
