import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AlbumCard } from '../../shared/catalog.ts'
import { paths } from '../../shared/paths.ts'
import { Byline } from './Byline.tsx'
import { classes } from './classes.ts'
import { Cover } from './Cover.tsx'

export const albumGrid =
  'grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-3 md:grid-cols-4 md:gap-x-6 md:gap-y-9 lg:grid-cols-6'

type AlbumGridProps = {
  albums: AlbumCard[]
  label: string
  /** replaces the plain tile, for tiles with buttons */
  tile?: (album: AlbumCard, index: number) => ReactNode
  /** number of covers to load immediately; by default the first row of a wide page, which begins in the first screen */
  eager?: number
}

export function AlbumGrid({ albums, label, tile, eager = 6 }: AlbumGridProps) {
  return (
    <ul aria-label={label} className={albumGrid}>
      {albums.map((album, index) => (
        <li key={`${album.artist}/${album.name}`} className="min-w-0">
          {tile ? tile(album, index) : <AlbumTile album={album} eager={index < eager} />}
        </li>
      ))}
    </ul>
  )
}

/** `large` is for a tile of double width; `sizes` is for a width that differs from that in an AlbumGrid. */
export type AlbumTileProps = {
  album: AlbumCard
  eager?: boolean
  large?: boolean
  sizes?: string
  aside?: ReactNode
  note?: ReactNode
  className?: string
}

export function AlbumTile({ album, eager, large, sizes, aside, note, className }: AlbumTileProps) {
  return (
    <Link href={paths.album(album)} className={classes('group block rounded-sleeve', className)}>
      <span className="sleeve block">
        <Cover album={album} eager={eager} sizes={sizes} />
      </span>
      <span className={classes('mt-2.5 block', large ? 'text-lg leading-6' : 'text-sm')}>
        <span className="line-clamp-2 font-semibold decoration-1 underline-offset-2 group-hover:underline">
          {album.name}
        </span>
        <span className="mt-0.5 flex items-center gap-2">
          <Byline album={album} className="flex-1" />
          {aside}
        </span>
        {note}
      </span>
    </Link>
  )
}
