import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import type { ReturnedAlbum, Stats } from '../../shared/stats.ts'
import { texts } from '../texts/stats.ts'
import { AlbumGrid, AlbumTile } from '../ui/AlbumGrid.tsx'
import { Section } from '../ui/Page.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'

// Parts of the statistics that are no charts.

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-6 gap-y-6 sm:grid-cols-3 lg:grid-cols-4">{children}</dl>
}

/** A number is large; what is longer is read like a text. */
export function Fact({ name, value, children }: { name: string; value?: string; children?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={value === undefined ? 'mt-1 wrap-anywhere' : 'display mt-0.5 text-2xl'}>
        {value ?? children}
      </dd>
    </div>
  )
}

type Totals = Pick<Stats, 'listens' | 'albums' | 'artists' | 'average'>

export function TotalFacts({ listens, albums, artists, average }: Totals) {
  const grouped = (count: number) => count.toLocaleString(texts.numbers)
  return (
    <>
      <Fact name={texts.stats.listens} value={grouped(listens)} />
      <Fact name={texts.stats.albums} value={grouped(albums)} />
      <Fact name={texts.stats.artists} value={grouped(artists)} />
      {average !== null && (
        <Fact
          name={texts.stats.averageRating}
          value={average.toLocaleString(texts.numbers, { minimumFractionDigits: 1 })}
        />
      )}
    </>
  )
}

export function Returned({ albums }: { albums: readonly ReturnedAlbum[] }) {
  if (albums.length === 0) return null
  return (
    <Section title={texts.stats.mostReturnedTo}>
      <AlbumGrid
        albums={albums.map(({ album }) => album)}
        label={texts.stats.mostReturnedTo}
        eager={0}
        tile={(album, index) => (
          <AlbumTile album={album} note={<Note>{texts.stats.listenCount(albums[index]!.listens)}</Note>} />
        )}
      />
    </Section>
  )
}

export function Note({ children }: { children: ReactNode }) {
  return <span className="mt-1 block text-muted">{children}</span>
}

type Artist = { artist: string; listens: number; albums?: number }

export function Artists({ title, artists }: { title: string; artists: readonly Artist[] }) {
  if (artists.length === 0) return null
  return (
    <Section title={title}>
      <ol aria-label={title} className="divide-y divide-line">
        {artists.map(({ artist, listens, albums }, index) => (
          <li key={artist} className="flex min-h-12 items-center gap-4">
            <span aria-hidden="true" className="display w-6 shrink-0 text-muted">
              {index + 1}
            </span>
            <Link
              href={paths.artist(artist)}
              className={
                'flex min-h-12 min-w-0 flex-1 items-center rounded-sleeve py-2 font-semibold wrap-anywhere ' +
                'decoration-1 underline-offset-2 hover:underline'
              }
            >
              {artist}
            </Link>
            <span className="shrink-0 text-right text-sm text-muted">
              {albums === undefined
                ? texts.stats.listenCount(listens)
                : texts.stats.listensOfAlbums(listens, albums)}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

export function StatisticsSkeleton() {
  return (
    <>
      <Loading />
      <div aria-hidden="true" className="grid grid-cols-1 gap-10">
        <div className="grid grid-cols-2 gap-6 sm:grid-cols-4">
          {[0, 1, 2, 3].map((key) => (
            <Skeleton key={key} className="h-12" />
          ))}
        </div>
        <Skeleton className="h-48 w-full" />
        <Skeleton className="h-48 w-full" />
      </div>
    </>
  )
}
