import { useMutation } from '@tanstack/react-query'
import type { AlbumRef } from '../../shared/catalog.ts'
import type { AddLogInput, AlbumState, SavedLog, SaveLogInput } from '../../shared/logs.ts'
import { isNewerListening } from '../../shared/newerListening.ts'
import { trpc } from '../lib/trpc.ts'
import { submit } from '../offline/submit.ts'
import { refreshMark, setMarks } from './marks.ts'
import { sayTakenOff } from './takenOff.ts'
import { useRefresh } from './useRefresh.ts'

export function useLogChanges(album: AlbumRef, nickname: string) {
  const utils = trpc.useUtils()
  const { refreshHeart, refreshLog } = useRefresh(nickname)

  /** Stores the current state of the album. `isSure` is false if only the server knows which listening is the newest. */
  const nowIs = async (state: AlbumState, isSure: boolean) => {
    utils.logs.mine.setData(album, state)
    if (!isSure) await Promise.all([utils.logs.mine.invalidate(album), refreshMark(nickname, album)])
    const { log, favorite, listenLater, listens } = state
    const isRated =
      log !== null && (listens > 1 || log.rating > 0 || log.review !== '' || log.tags.length > 0)
    if (isSure) setMarks(nickname, album, { favorite, listenLater, listened: listens > 0, rated: isRated })
    refreshHeart()
    refreshLog()
  }
  const read = async () => {
    // Cancel a pending fetch: its response may be older than this change.
    await utils.logs.mine.cancel(album)
    return utils.logs.mine.getData(album)
  }
  const onSaved = async ({ takenOff, ...log }: SavedLog, addedCount: number) => {
    const cached = await read()
    utils.logs.mine.setData({ ...album, id: log.id }, (state) => state && { ...state, log })
    if (takenOff) sayTakenOff(nickname, album, takenOff)
    const previousLog = cached?.log ?? null
    const isOlderNow = previousLog !== null && isNewerListening(previousLog, log)
    const listens = Math.max((cached?.listens ?? 0) + addedCount, 1)
    await nowIs(
      {
        log: isOlderNow && previousLog.id !== log.id ? { ...previousLog, favorite: log.favorite } : log,
        favorite: log.favorite,
        listenLater: !takenOff && (cached?.listenLater ?? false),
        listens,
        defaultVisibility: cached?.defaultVisibility ?? log.visibility,
      },
      cached !== undefined && !(isOlderNow && previousLog.id === log.id && listens > 1),
    )
  }
  const onRemoved = async (id: number) => {
    const cached = await read()
    if (!cached) {
      void refreshMark(nickname, album)
      return refreshLog()
    }
    const listens = Math.max(cached.listens - 1, 0)
    const isNewest = cached.log?.id === id
    await nowIs({ ...cached, log: isNewest ? null : cached.log, listens }, listens === 0 || !isNewest)
  }
  // An aborted call may have reached the server anyway.
  const onError = () => void utils.logs.mine.invalidate(album)

  const { save, add } = useSaving(album, { onSaved, onError })
  const remove = trpc.logs.remove.useMutation({ onSuccess: ({ id }) => onRemoved(id), onError })
  return { save, add, remove }
}

type SavingHandlers = { onSaved: (log: SavedLog, addedCount: number) => Promise<void>; onError: () => void }

/** The result of a saving that waits on the device is null. */
function useSaving(album: AlbumRef, { onSaved, onError }: SavingHandlers) {
  const utils = trpc.useUtils()
  /** Returns `updatedAt` of the edited version: the heart changes the version, but not this. */
  const baseOf = ({ id, version }: SaveLogInput): string | undefined =>
    [utils.logs.mine.getData({ ...album, id }), utils.logs.mine.getData(album)].find(
      (state) => state?.log?.id === id && state?.log?.version === version,
    )?.log?.updatedAt
  const save = useMutation({
    mutationFn: (input: SaveLogInput) => submit('logs.save', input, { updatedAt: baseOf(input) }),
    onSuccess: (log) => log && onSaved(log, 0),
    onError,
  })
  const add = useMutation({
    mutationFn: ({ submission, ...input }: AddLogInput) => submit('logs.add', input, { submission }),
    onSuccess: (log) => log && onSaved(log, 1),
    onError,
  })
  return { save, add }
}
