import { Link } from 'wouter'
import type { ArtistCard } from '../../shared/catalog.ts'
import { paths } from '../../shared/paths.ts'
import { classes } from '../ui/classes.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { ArtistPortrait } from './ArtistPortrait.tsx'

const artistGrid = 'grid grid-cols-3 gap-x-4 gap-y-7 md:grid-cols-4 md:gap-x-6 md:gap-y-9 lg:grid-cols-6'

type ArtistGridProps = {
  artists: ArtistCard[]
  label: string
  columns?: string
}

export function ArtistGrid({ artists, label, columns = artistGrid }: ArtistGridProps) {
  return (
    <ul aria-label={label} className={columns}>
      {artists.map((artist) => (
        <li key={artist.name} className="min-w-0">
          <ArtistTile artist={artist} />
        </li>
      ))}
    </ul>
  )
}

function ArtistTile({ artist: { name, image } }: { artist: ArtistCard }) {
  return (
    <Link href={paths.artist(name)} className="group block rounded-panel text-center -outline-offset-2">
      <ArtistPortrait
        name={name}
        image={image}
        className="shadow-sleeve transition-transform duration-200 ease-settle group-hover:scale-103"
      />
      <span
        className={
          'mt-3 line-clamp-2 text-sm font-semibold text-balance decoration-1 underline-offset-2 group-hover:underline'
        }
      >
        {name}
      </span>
    </Link>
  )
}

export function ArtistGridSkeleton({
  count = 12,
  columns = artistGrid,
}: {
  count?: number
  columns?: string
}) {
  return (
    <div className={columns}>
      <Loading />
      {Array.from({ length: count }, (_, index) => (
        <div key={index} aria-hidden="true">
          <Skeleton className="aspect-square rounded-full" />
          <Skeleton className={classes('mx-auto mt-4 mb-1 h-3', index % 3 === 1 ? 'w-1/2' : 'w-2/3')} />
        </div>
      ))}
    </div>
  )
}
