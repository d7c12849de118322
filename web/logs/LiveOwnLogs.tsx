import type { AlbumCard } from '../../shared/catalog.ts'
import type { OwnLogsEvent } from '../../shared/events.ts'
import { useKeptLive, useLivePlace } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'
import { refreshMark, refreshMarks } from './marks.ts'
import { useRefresh } from './useRefresh.ts'

/** Renders nothing: keeps the viewer's listenings in this tab in sync with their other tabs. */
export default function LiveOwnLogs({ nickname }: { nickname: string }) {
  const { refreshLog } = useRefresh(nickname)
  const refetch = async () => {
    refreshLog()
    await refreshMarks(nickname)
  }
  const refetchOf = (album: AlbumCard | null) => {
    if (!album) return void refetch()
    refreshLog()
    void refreshMark(nickname, { artist: album.artist, album: album.name })
  }
  const applyEvent = (event: OwnLogsEvent) => {
    switch (event.type) {
      case 'ownLogs.changed':
        return refetchOf(event.album)
      case 'reset':
        return void refetch()
      case 'live':
    }
  }

  const place = useLivePlace('')
  const subscription = trpc.logs.live.useSubscription(
    { lastEventId: place.from || null },
    {
      onData({ id, data }) {
        place.reached(id)
        applyEvent(data)
      },
    },
  )
  useKeptLive(place, subscription, { refetch })
  return null
}
