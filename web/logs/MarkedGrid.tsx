import type { AlbumCard } from '../../shared/catalog.ts'
import { AlbumGrid } from '../ui/AlbumGrid.tsx'
import { MarkedTile } from './MarkedTile.tsx'

type MarkedGridProps = {
  albums: AlbumCard[]
  /** the name of the list for screen readers */
  label: string
  /** so many covers load at once; the grid of a page begins in its first screen */
  eager?: number
}

/** A grid of albums that a signed-in person can mark as favorites and as listened. */
export function MarkedGrid({ albums, label, eager = 6 }: MarkedGridProps) {
  return (
    <AlbumGrid
      albums={albums}
      label={label}
      tile={(album, index) => <MarkedTile album={album} eager={index < eager} />}
    />
  )
}
