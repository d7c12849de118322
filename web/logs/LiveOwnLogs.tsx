import type { OwnLogsEvent } from '../../shared/events.ts'
import { positionOfDocument } from '../lib/firstData.ts'
import { useLiveChanges } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'
import { refreshMark, refreshMarks } from './marks.ts'
import { useRefresh } from './useRefresh.ts'

/** Renders nothing: syncs the viewer's listenings with their other tabs. */
export default function LiveOwnLogs({ nickname }: { nickname: string }) {
  const { refreshLog } = useRefresh(nickname)
  const refetch = async () => {
    refreshLog()
    await refreshMarks(nickname)
  }
  const onEvent = (event: OwnLogsEvent) => {
    if (event.type !== 'ownLogs.changed') return
    const { album } = event
    if (!album) return void refetch()
    refreshLog()
    void refreshMark(nickname, { artist: album.artist, album: album.name })
  }
  useLiveChanges(trpc.logs.live, { from: positionOfDocument(), onEvent, refetch })
  return null
}
