import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard, AlbumRef } from '../../shared/catalog.ts'
import type { ListenLaterEvent } from '../../shared/events.ts'
import { positionOfDocument } from '../lib/firstData.ts'
import { useLiveChanges } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'
import { refreshMarks } from '../logs/marks.ts'
import { noteListenLater } from '../logs/takenOff.ts'

/** Renders nothing: syncs the Listen later state with the viewer's other tabs. */
export function LiveListenLater({ nickname, album }: { nickname: string; album: AlbumRef }) {
  const utils = trpc.useUtils()
  const refetch = async () => {
    await Promise.all([utils.logs.mine.invalidate(), refreshMarks(nickname)])
  }
  const note = ({ artist, name }: AlbumCard, listenLater: boolean) => {
    const eventRef = { artist, album: name }
    // The page's spelling of the names can differ from the event's.
    noteListenLater(nickname, albumKey(eventRef) === albumKey(album) ? album : eventRef, listenLater)
  }
  const onEvent = (event: ListenLaterEvent) => {
    if (event.type === 'listenLater.placed') note(event.item.album, true)
    if (event.type === 'listenLater.removed') note(event.album, false)
  }
  useLiveChanges(trpc.listenLater.live, { from: positionOfDocument(), onEvent, refetch })
  return null
}
