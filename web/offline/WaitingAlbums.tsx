import { albumKey } from '../../shared/albumKey.ts'
import { texts } from '../../shared/texts.ts'
import { AlbumGrid, AlbumTile } from '../ui/AlbumGrid.tsx'
import type { Waiting } from './waiting.ts'
import { useWaiting } from './waitingList.ts'
import { WaitingNote } from './WaitingNote.tsx'

type WaitingAlbumsProps = { isShown: (thing: Waiting) => boolean; className: string }

/** Albums of the changes that wait, each once: where they will stand after they were sent. */
export function WaitingAlbums({ isShown, className }: WaitingAlbumsProps) {
  const albums = new Map(
    useWaiting().flatMap((thing) => {
      if (thing.procedure === 'comments.add' || thing.state !== 'waiting' || !isShown(thing)) return []
      const { artist, album } = thing.input
      return [[albumKey(thing.input), { artist, name: album, image: null, year: null }] as const]
    }),
  )
  if (albums.size === 0) return null
  return (
    <section aria-label={texts.away.waiting} className={className}>
      <AlbumGrid
        albums={[...albums.values()]}
        label={texts.away.waiting}
        tile={(album) => <AlbumTile album={album} note={<WaitingNote />} />}
      />
    </section>
  )
}
