import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
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
  const { refreshHeart, refreshLog } = useRefresh(nickname)
  const [asking, setAsking] = useState(false)
  // Requests run one after the other, so that the last one wins.
  const scope = { id: `marks ${albumKey(album)}` }
  const favorite = trpc.favorites.set.useMutation({ scope, onSettled: refreshHeart })
  const listened = trpc.logs.setListened.useMutation({ scope, onSettled: refreshLog })

  const later = trpc.listenLater.set.useMutation({ scope })

  const setListenLater = async (wanted: boolean) => {
    try {
      await updateMarks(nickname, album, { listenLater: wanted }, async () => {
        const { listenLater, takenOff } = await later.mutateAsync({
          ...album,
          wanted,
          today: dateToDay(new Date()),
        })
        noteListenLater(nickname, album, listenLater)
        if (takenOff) sayTakenOff(nickname, album, takenOff)
        return { listenLater }
      })
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  const setFavorite = async (wanted: boolean) => {
    try {
      await updateMarks(nickname, album, { favorite: wanted }, () =>
        favorite.mutateAsync({ ...album, favorite: wanted }),
      )
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  const writeListened = async (wanted: boolean, evenIfRated: boolean) => {
    const shown: Partial<CardState> = wanted ? { listened: true } : { listened: false, rated: false }
    const sent = { ...album, listened: wanted, evenIfRated, ...(wanted && { date: dateToDay(new Date()) }) }
    try {
      await updateMarks(nickname, album, shown, async () => {
        const { takenOff, ...state } = await listened.mutateAsync(sent)
        if (!takenOff) return state
        sayTakenOff(nickname, album, takenOff)
        return { ...state, listenLater: false }
      })
    } catch (error) {
      // Rated in another tab since this one fetched the marks.
      if (isError(error, 'logs.rated')) setAsking(true)
      else toast.error(errorText(error))
    }
  }
  const setListened = (wanted: boolean) => {
    if (!wanted && query.data?.rated) setAsking(true)
    else void writeListened(wanted, false)
  }

  return {
    /** undefined until known */
    marks: query.data,
    /** refetches them after a failed fetch */
    retry: () => query.isError && !query.isFetching && void query.refetch(),
    setFavorite: (wanted: boolean) => void setFavorite(wanted),
    setListened,
    setListenLater: (wanted: boolean) => void setListenLater(wanted),
    /** true if the user must confirm, because more than the mark would be deleted */
    asking,
    stopAsking: () => setAsking(false),
    removeAnyway: () => {
      setAsking(false)
      void writeListened(false, true)
    },
  }
}
