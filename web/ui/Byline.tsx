import type { AlbumCard } from '../../shared/catalog.ts'
import { shownYear } from '../../shared/shownYear.ts'

/** Artist and year of an album in one line; a long artist is cut, the year is not. */
export function Byline({ album, className = '' }: { album: AlbumCard; className?: string }) {
  const year = shownYear(album)
  return (
    <span className={`flex min-w-0 text-muted ${className}`}>
      <span className="truncate">{album.artist}</span>
      {year && <span className="whitespace-pre">{` · ${year}`}</span>}
    </span>
  )
}
