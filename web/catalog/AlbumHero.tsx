import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AlbumDetails } from '../../shared/catalog.ts'
import { paths } from '../../shared/paths.ts'
import { PageHeading } from '../layout/Page.tsx'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { Record } from '../ui/Record.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { compactCount, fullCount, totalLength } from './figures.ts'

type AlbumHeroProps = {
  artist: string
  name: string
  /** null while it is loading */
  album: AlbumDetails | null
  /** the record looks out of the sleeve of an album that the person has listened to */
  listened: boolean
  /** what a signed-in person can do with the album */
  actions: ReactNode
}

/** A name of some words stands larger than one of two lines. */
const SHORT_NAME = 24

// Clipped to the circle: the corners of a square that turns would widen the page.
const slide = 'transition-transform duration-700 ease-settle'
const record = `absolute inset-[3%] -z-10 overflow-hidden rounded-full ${slide}`
const shortName = 'lg:text-[3.75rem] lg:leading-none'

/** The head of an album's page: the sleeve, the names, the figures. */
export function AlbumHero({ artist, name, album, listened, actions }: AlbumHeroProps) {
  return (
    <div className="flex flex-col gap-x-16 gap-y-8 md:flex-row md:items-end lg:gap-x-24">
      <div className="relative isolate w-4/5 max-w-88 shrink-0 md:w-72 md:max-w-none lg:w-88">
        {album ? (
          <>
            <span className={classes(record, listened && 'translate-x-1/5')}>
              <Record className={classes('size-full', slide, listened && 'rotate-60')} />
            </span>
            <Cover album={album} eager alt={`Cover of ${album.name}`} />
          </>
        ) : (
          <Skeleton className="aspect-square rounded-sleeve" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <PageHeading className={classes('text-3xl', name.length <= SHORT_NAME && shortName)}>
          {name}
        </PageHeading>
        <p className="mt-3 text-xl">
          <Link
            href={paths.artist(artist)}
            className="rounded-sleeve text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            {artist}
          </Link>
        </p>
        {album ? <Figures album={album} /> : <FiguresSkeleton />}
        {actions && <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">{actions}</div>}
      </div>
    </div>
  )
}

function Figures({ album }: { album: AlbumDetails }) {
  const { listeners, playcount, tracks } = album
  return (
    <dl className="mt-7 flex flex-wrap gap-x-9 gap-y-4">
      {listeners !== null && <Count name="Listeners" of={listeners} />}
      {playcount !== null && <Count name="Plays" of={playcount} />}
      {tracks.length > 0 && <Count name={tracks.length === 1 ? 'Track' : 'Tracks'} of={tracks.length} />}
      {tracks.length > 0 && <Figure name="Length" value={totalLength(tracks)} />}
    </dl>
  )
}

function Count({ name, of }: { name: string; of: number }) {
  return <Figure name={name} value={compactCount(of)} title={fullCount(of)} />
}

function Figure({ name, value, title }: { name: string; value: string; title?: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted">{name}</dt>
      <dd title={title} className="heading text-xl">
        {value}
      </dd>
    </div>
  )
}

function FiguresSkeleton() {
  return (
    <div aria-hidden="true" className="mt-7 flex gap-9">
      {[0, 1, 2, 3].map((key) => (
        <div key={key} className="flex h-12 flex-col justify-between py-1">
          <Skeleton className="h-5 w-14" />
          <Skeleton className="h-3 w-12" />
        </div>
      ))}
    </div>
  )
}
