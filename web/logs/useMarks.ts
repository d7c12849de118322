import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard, AlbumRef } from '../../shared/catalog.ts'
import type { SetFavoriteInput } from '../../shared/favorites.ts'
import type { CardState, SetListenedInput } from '../../shared/logs.ts'
import { errorText, isError, trpc } from '../lib/trpc.ts'
import { withoutTakenBack, withWaitingMarks } from '../offline/overlay.ts'
import { submit } from '../offline/submit.ts'
import { useWaitingOf } from '../offline/waitingList.ts'
import { dateToDay } from '../ui/dates.ts'
import { toast } from '../ui/toast.ts'
import { useOwnLogsShown } from './liveOwnLogs.ts'
import { marksQuery, updateMarks } from './marks.ts'
import { noteListenLater, sayTakenOff } from './takenOff.ts'
import { useRefresh } from './useRefresh.ts'

export function useMarks({ artist, name }: AlbumCard, nickname: string) {
  const album = { artist, album: name }
  const query = useQuery(marksQuery(nickname, album))
  useOwnLogsShown()
  const [isAsking, setAsking] = useState(false)
  const { favorites, listens, queue } = useMarkMutations(album, nickname)

  const update = (change: Partial<CardState>, send: () => Promise<Partial<CardState>>) =>
    void updateMarks(nickname, album, change, send).catch((error: unknown) => {
      // Rated in another tab since this one fetched the marks.
      if (isError(error, 'logs.rated')) setAsking(true)
      else toast.error(errorText(error))
    })
  const today = () => dateToDay(new Date())
  const write = (listened: boolean, evenIfRated: boolean) =>
    update(listened ? { listened } : { listened, rated: false }, async () => {
      const input = { ...album, listened, evenIfRated, ...(listened && { date: today() }) }
      const { takenOff, ...state } = (await listens.mutateAsync(input)) ?? {}
      if (!takenOff) return state
      sayTakenOff(nickname, album, takenOff)
      return { ...state, listenLater: false }
    })

  const waiting = useWaitingOf(album)
  const marks = query.data && withWaitingMarks(query.data, waiting)
  return {
    marks,
    isWaiting: withoutTakenBack(waiting).length > 0,
    retry: () => query.isError && !query.isFetching && void query.refetch(),
    setFavorite: (favorite: boolean) =>
      update({ favorite }, async () => (await favorites.mutateAsync({ ...album, favorite })) ?? {}),
    setListenLater: (isWanted: boolean) =>
      update({ listenLater: isWanted }, async () => {
        const { listenLater, takenOff } = await queue.mutateAsync({
          ...album,
          wanted: isWanted,
          today: today(),
        })
        noteListenLater(nickname, album, listenLater)
        if (takenOff) sayTakenOff(nickname, album, takenOff)
        return { listenLater }
      }),
    setListened: (isListened: boolean) =>
      isListened || !marks?.rated ? write(isListened, false) : setAsking(true),
    /** true if the user must confirm, because more than the mark would be deleted */
    isAsking,
    stopAsking: () => setAsking(false),
    removeAnyway: () => {
      setAsking(false)
      write(false, true)
    },
  }
}

function useMarkMutations(album: AlbumRef, nickname: string) {
  const { refreshHeart, refreshLog } = useRefresh(nickname)
  // Requests run one after the other, so that the last one wins.
  const scope = { id: `marks ${albumKey(album)}` }
  // Null is the result of a change that waits on the device: the pages show it from there.
  const favorites = useMutation({
    mutationFn: (input: SetFavoriteInput) => submit('favorites.set', input),
    scope,
    onSettled: (answer) => answer !== null && refreshHeart(),
  })
  const listens = useMutation({
    mutationFn: (input: SetListenedInput) => submit('logs.setListened', input),
    scope,
    onSettled: (answer) => answer !== null && refreshLog(),
  })
  const queue = trpc.listenLater.set.useMutation({ scope })
  return { favorites, listens, queue }
}
