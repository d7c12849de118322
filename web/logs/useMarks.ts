import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard, AlbumRef } from '../../shared/catalog.ts'
import type { CardState } from '../../shared/logs.ts'
import { errorText, isError, trpc } from '../lib/trpc.ts'
import { dateToDay } from '../ui/dates.ts'
import { toast } from '../ui/toast.ts'
import { useOwnLogsShown } from './liveOwnLogs.ts'
import { marksQuery, updateMarks } from './marks.ts'
import { noteListenLater, sayTakenOff } from './takenOff.ts'
import { useRefresh } from './useRefresh.ts'

/** Returns the viewer's marks of an album, and optimistic updates that are rolled back if the server refuses. */
export function useMarks({ artist, name }: AlbumCard, nickname: string) {
  const album = { artist, album: name }
  const query = useQuery(marksQuery(nickname, album))
  useOwnLogsShown()
  return {
    /** undefined until known */
    marks: query.data,
    /** refetches them after a failed fetch */
    retry: () => query.isError && !query.isFetching && void query.refetch(),
    setFavorite: useSetFavorite(nickname, album),
    setListenLater: useSetListenLater(nickname, album),
    ...useSetListened(nickname, album, query.data?.rated),
  }
}

/** Requests for an album's marks run one after the other, so that the last one wins. */
const scopeOf = (album: AlbumRef) => ({ id: `marks ${albumKey(album)}` })

function useSetFavorite(nickname: string, album: AlbumRef) {
  const { refreshHeart } = useRefresh(nickname)
  const { mutateAsync } = trpc.favorites.set.useMutation({ scope: scopeOf(album), onSettled: refreshHeart })
  return (favorite: boolean) =>
    void updateMarks(nickname, album, { favorite }, () => mutateAsync({ ...album, favorite })).catch(
      showError,
    )
}

function useSetListenLater(nickname: string, album: AlbumRef) {
  const { mutateAsync } = trpc.listenLater.set.useMutation({ scope: scopeOf(album) })
  const send = async (wanted: boolean) => {
    const { listenLater, takenOff } = await mutateAsync({ ...album, wanted, today: dateToDay(new Date()) })
    noteListenLater(nickname, album, listenLater)
    if (takenOff) sayTakenOff(nickname, album, takenOff)
    return { listenLater }
  }
  return (wanted: boolean) =>
    void updateMarks(nickname, album, { listenLater: wanted }, () => send(wanted)).catch(showError)
}

const showError = (error: unknown) => toast.error(errorText(error))

function useSetListened(nickname: string, album: AlbumRef, isRated: boolean | undefined) {
  const { refreshLog } = useRefresh(nickname)
  const [asking, setAsking] = useState(false)
  const { mutateAsync } = trpc.logs.setListened.useMutation({ scope: scopeOf(album), onSettled: refreshLog })

  const write = async (wanted: boolean, evenIfRated: boolean) => {
    const shown: Partial<CardState> = wanted ? { listened: true } : { listened: false, rated: false }
    const sent = { ...album, listened: wanted, evenIfRated, ...(wanted && { date: dateToDay(new Date()) }) }
    try {
      await updateMarks(nickname, album, shown, async () => {
        const { takenOff, ...state } = await mutateAsync(sent)
        if (!takenOff) return state
        sayTakenOff(nickname, album, takenOff)
        return { ...state, listenLater: false }
      })
    } catch (error) {
      // Rated in another tab since this one fetched the marks.
      if (isError(error, 'logs.rated')) setAsking(true)
      else showError(error)
    }
  }
  return {
    setListened: (wanted: boolean) => {
      if (!wanted && isRated) setAsking(true)
      else void write(wanted, false)
    },
    /** true if the user must confirm, because more than the mark would be deleted */
    asking,
    stopAsking: () => setAsking(false),
    removeAnyway: () => {
      setAsking(false)
      void write(false, true)
    },
  }
}
