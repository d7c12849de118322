import type { AlbumRef } from '../../shared/catalog.ts'
import type { OwnLog } from '../../shared/logs.ts'
import { trpc } from '../trpc.ts'

/** Saving and removing the person's own log of an album; what is on screen of it is kept true. */
export function useLogChanges(album: AlbumRef, nickname: string) {
  const utils = trpc.useUtils()

  const nowIs = async (log: OwnLog | null, favorite: boolean | undefined) => {
    // An answer that is still on its way may be older than this.
    await utils.logs.mine.cancel(album)
    utils.logs.mine.setData(album, (known) => ({ log, favorite: favorite ?? known?.favorite ?? false }))
    void utils.logs.reviews.invalidate(album)
    void utils.users.profile.invalidate({ nickname })
  }
  // A call that was cut off may have arrived all the same.
  const onError = () => void utils.logs.mine.invalidate(album)

  const save = trpc.logs.save.useMutation({ onSuccess: (log) => nowIs(log, log.favorite), onError })
  const remove = trpc.logs.remove.useMutation({ onSuccess: () => nowIs(null, undefined), onError })
  return { save, remove }
}
