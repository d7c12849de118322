import { texts } from '../../shared/texts.ts'
import { AlbumGrid, AlbumTile } from '../ui/AlbumGrid.tsx'
import { useWaiting } from './waitingList.ts'
import { WaitingNote } from './WaitingNote.tsx'

/** Albums that were added to a list without a connection. */
export function WaitingAlbums({ list }: { list: number }) {
  const albums = useWaiting().flatMap(({ procedure, input, state }) =>
    procedure === 'lists.setAlbum' && state === 'waiting' && input.id === list && input.contained
      ? { artist: input.artist, name: input.album, image: null, year: null }
      : [],
  )
  if (albums.length === 0) return null
  return (
    <section aria-label={texts.away.waiting} className="mt-9">
      <AlbumGrid
        albums={albums}
        label={texts.away.waiting}
        tile={(album) => <AlbumTile album={album} note={<WaitingNote />} />}
      />
    </section>
  )
}
