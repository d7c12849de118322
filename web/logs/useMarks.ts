import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
import type { CardState } from '../../shared/logs.ts'
import { errorText, isError, trpc } from '../lib/trpc.ts'
import { dateToDay } from '../ui/dates.ts'
import { toast } from '../ui/toast.ts'
import { useOwnLogsShown } from './liveOwnLogs.ts'
import { marksQuery, wishMarks } from './marks.ts'
import { noteListenLater, sayTakenOff } from './takenOff.ts'
import { useRefresh } from './useRefresh.ts'

/** The viewer's marks of an album, and how to change them: shown at once, rolled back when the server refuses. */
export function useMarks({ artist, name }: AlbumCard, nickname: string) {
  const album = { artist, album: name }
  const query = useQuery(marksQuery(nickname, album))
  useOwnLogsShown()
  const { refreshHeart, refreshLog } = useRefresh(nickname)
  const [asking, setAsking] = useState(false)
  // One after the other: the last request is the one that stays.
  const scope = { id: `marks ${albumKey(album)}` }
  const favorite = trpc.favorites.set.useMutation({ scope, onSettled: refreshHeart })
  const listened = trpc.logs.setListened.useMutation({ scope, onSettled: refreshLog })

  const later = trpc.listenLater.set.useMutation({ scope })

  const setListenLater = async (wish: boolean) => {
    try {
      await wishMarks(nickname, album, { listenLater: wish }, async () => {
        const { listenLater, takenOff } = await later.mutateAsync({
          ...album,
          wanted: wish,
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

  const setFavorite = async (wish: boolean) => {
    try {
      await wishMarks(nickname, album, { favorite: wish }, () =>
        favorite.mutateAsync({ ...album, favorite: wish }),
      )
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  const writeListened = async (wish: boolean, evenIfRated: boolean) => {
    const shown: Partial<CardState> = wish ? { listened: true } : { listened: false, rated: false }
    const sent = { ...album, listened: wish, evenIfRated, ...(wish && { date: dateToDay(new Date()) }) }
    try {
      await wishMarks(nickname, album, shown, async () => {
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
  const setListened = (wish: boolean) => {
    if (!wish && query.data?.rated) setAsking(true)
    else void writeListened(wish, false)
  }

  return {
    /** undefined until they are known */
    marks: query.data,
    /** asks once more where they could not be read */
    retry: () => query.isError && !query.isFetching && void query.refetch(),
    setFavorite: (wish: boolean) => void setFavorite(wish),
    setListened,
    setListenLater: (wish: boolean) => void setListenLater(wish),
    /** whether the person is to be asked before more goes than the mark */
    asking,
    stopAsking: () => setAsking(false),
    removeAnyway: () => {
      setAsking(false)
      void writeListened(false, true)
    },
  }
}
