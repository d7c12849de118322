import type { ListEntry } from '../../shared/lists.ts'
import { texts } from '../../shared/texts.ts'
import { MarkedTile } from '../logs/MarkedTile.tsx'
import { ExpandableText } from '../ui/ExpandableText.tsx'
import { Rank } from './Rank.tsx'

export function NotedAlbums({ albums, ranked }: { albums: ListEntry[]; ranked: boolean }) {
  return (
    <ul aria-label={texts.catalog.albums} className="grid grid-cols-1 gap-x-12 gap-y-9 lg:grid-cols-2">
      {albums.map((album, index) => (
        <li
          key={`${album.artist}/${album.name}`}
          className="grid min-w-0 grid-cols-[7.5rem_minmax(0,1fr)] items-start gap-x-5 sm:grid-cols-[10rem_minmax(0,1fr)]"
        >
          <div className="min-w-0">
            {ranked && <Rank place={album.place} />}
            <MarkedTile album={album} eager={index < 4} sizes="160px" />
          </div>
          {album.note !== '' && (
            <ExpandableText text={album.note} className={ranked ? 'mt-6.5' : undefined} />
          )}
        </li>
      ))}
    </ul>
  )
}
