import type { AlbumCard } from '../../shared/catalog.ts'
import { AlbumGrid } from '../ui/AlbumGrid.tsx'
import { MarkedTile } from './MarkedTile.tsx'

type MarkedGridProps = {
  albums: AlbumCard[]
  label: string
  eager?: number
}

export function MarkedGrid({ albums, label, eager = 6 }: MarkedGridProps) {
  return (
    <AlbumGrid
      albums={albums}
      label={label}
      tile={(album, index) => <MarkedTile album={album} eager={index < eager} />}
    />
  )
}
