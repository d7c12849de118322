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
  const favorites = trpc.favorites.set.useMutation({ scope, onSettled: refreshHeart })
  const listens = trpc.logs.setListened.useMutation({ scope, onSettled: refreshLog })
  const later = trpc.listenLater.set.useMutation({ scope })

  const update = (change: Partial<CardState>, send: () => Promise<Partial<CardState>>) =>
    void updateMarks(nickname, album, change, send).catch((error: unknown) => {
      // Rated in another tab since this one fetched the marks.
      if (isError(error, 'logs.rated')) setAsking(true)
      else toast.error(errorText(error))
    })
  const today = () => dateToDay(new Date())
  const write = (listened: boolean, evenIfRated: boolean) =>
    update(listened ? { listened } : { listened, rated: false }, async () => {
      const sent = { ...album, listened, evenIfRated, ...(listened && { date: today() }) }
      const { takenOff, ...state } = await listens.mutateAsync(sent)
      if (!takenOff) return state
      sayTakenOff(nickname, album, takenOff)
      return { ...state, listenLater: false }
    })

  return {
    /** undefined until known */
    marks: query.data,
    /** refetches them after a failed fetch */
    retry: () => query.isError && !query.isFetching && void query.refetch(),
    setFavorite: (favorite: boolean) =>
      update({ favorite }, () => favorites.mutateAsync({ ...album, favorite })),
    setListenLater: (wanted: boolean) =>
      update({ listenLater: wanted }, async () => {
        const { listenLater, takenOff } = await later.mutateAsync({ ...album, wanted, today: today() })
        noteListenLater(nickname, album, listenLater)
        if (takenOff) sayTakenOff(nickname, album, takenOff)
        return { listenLater }
      }),
    setListened: (wanted: boolean) => (wanted || !query.data?.rated ? write(wanted, false) : setAsking(true)),
    /** true if the user must confirm, because more than the mark would be deleted */
    asking,
    stopAsking: () => setAsking(false),
    removeAnyway: () => {
      setAsking(false)
      write(false, true)
    },
  }
}
