import type { AlbumCard } from '../../shared/catalog.ts'
import { shownYear } from '../../shared/shownYear.ts'
import { classes } from './classes.ts'

/** Artist and year of an album in one line; a long artist is cut, the year is not. */
export function Byline({ album, className }: { album: AlbumCard; className?: string }) {
  return (
    <span className={classes('flex min-w-0 text-muted', className)}>
      <span className="truncate">{album.artist}</span>
      <Year album={album} />
    </span>
  )
}

export function Year({ album }: { album: AlbumCard }) {
  const year = shownYear(album)
  return year && <span className="shrink-0 before:mx-1.5 before:content-['·']">{year}</span>
}
