import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard, AlbumRef } from '../../shared/catalog.ts'
import type { ListenLaterEvent } from '../../shared/events.ts'
import { useKeptLive, useLivePlace } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'
import { refreshMarks } from '../logs/marks.ts'
import { noteListenLater } from '../logs/takenOff.ts'

/** Renders nothing. Keeps the Listen later state on an album's page in sync with the viewer's other tabs. */
export function LiveListenLater({ nickname, album }: { nickname: string; album: AlbumRef }) {
  const utils = trpc.useUtils()
  const refetch = async () => {
    await Promise.all([utils.logs.mine.invalidate(), refreshMarks(nickname)])
  }
  const note = ({ artist, name }: AlbumCard, listenLater: boolean) => {
    const told = { artist, album: name }
    // The page's spelling of the names can differ from the event's.
    noteListenLater(nickname, albumKey(told) === albumKey(album) ? album : told, listenLater)
  }
  const applyEvent = (event: ListenLaterEvent) => {
    switch (event.type) {
      case 'listenLater.placed':
        return note(event.item.album, true)
      case 'listenLater.removed':
        return note(event.album, false)
      case 'reset':
        return void refetch()
      case 'listenLater.renumbered':
      case 'live':
    }
  }

  const place = useLivePlace('')
  const subscription = trpc.listenLater.live.useSubscription(
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
