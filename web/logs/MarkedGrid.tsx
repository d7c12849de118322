import type { AlbumCard } from '../../shared/catalog.ts'
import { AlbumGrid } from '../ui/AlbumGrid.tsx'
import { MarkedTile } from './MarkedTile.tsx'

type MarkedGridProps = {
  albums: AlbumCard[]
  /** accessible name of the list */
  label: string
  /** number of covers to load immediately; by default the first row of a wide page, which begins in the first screen */
  eager?: number
}

/** Grid of albums that a signed-in user can mark as favorites and as listened. */
export function MarkedGrid({ albums, label, eager = 6 }: MarkedGridProps) {
  return (
    <AlbumGrid
      albums={albums}
      label={label}
      tile={(album, index) => <MarkedTile album={album} eager={index < eager} />}
    />
  )
}
