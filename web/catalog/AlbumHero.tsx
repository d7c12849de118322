import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AlbumDetails } from '../../shared/catalog.ts'
import { paths } from '../../shared/paths.ts'
import { sleeveSizes } from '../../shared/pictures.ts'
import { texts } from '../../shared/texts.ts'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { PageHeading, quietLink, textLink } from '../ui/Page.tsx'
import { Record } from '../ui/Record.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { nameSize, totalLength } from './figures.ts'
import { HeroFigures, HeroFiguresSkeleton, type Figure } from './HeroFigures.tsx'
import { formatReleaseDate } from './releaseDate.ts'

type AlbumHeroProps = {
  artist: string
  name: string
  album: AlbumDetails | null
  listened: boolean
  actions: ReactNode
}

const figuresOf = ({ listeners, playcount, tracks }: AlbumDetails): Figure[] => [
  { name: texts.catalog.listeners, value: listeners },
  { name: texts.catalog.plays, value: playcount },
  { name: texts.catalog.tracksOf(tracks.length), value: tracks.length || null },
  { name: texts.catalog.length, value: tracks.length > 0 ? totalLength(tracks) : null },
]

// Clipped to the circle: the corners of a rotated square would widen the page.
const withoutCatalogue = {
  notFound: texts.catalog.notInCatalogue,
  unavailable: texts.catalog.unavailable,
  notSetUp: texts.catalog.notSetUp,
  looking: texts.catalog.looking,
}

const slide = 'transition-transform duration-700 ease-settle'
const record = `absolute inset-[3%] -z-10 overflow-hidden rounded-full ${slide}`

export function AlbumHero({ artist, name, album, listened, actions }: AlbumHeroProps) {
  return (
    <div className="flex flex-col gap-x-16 gap-y-8 md:flex-row md:items-center lg:items-end lg:gap-x-24">
      <div className="w-full max-w-md shrink-0 md:w-72 md:max-w-none lg:w-88">
        {album ? (
          <>
            <div className="relative isolate">
              {/* On a phone the sleeve is as wide as the page, so the record sticks out at the top. */}
              <span className={classes(record, listened && 'max-md:-translate-y-1/9 md:translate-x-1/5')}>
                <Record className={classes('size-full', slide, listened && 'rotate-60')} />
              </span>
              <Cover
                album={album}
                eager="first"
                sizes={sleeveSizes.hero}
                alt={texts.catalog.coverOf(album.name)}
              />
            </div>
            {album.coverSource !== undefined && (
              <p className="mt-3 text-sm text-muted">
                <a
                  href={album.coverSource}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="tap rounded-sleeve underline-offset-2 hover:text-ink hover:underline"
                >
                  {texts.catalog.coverArtArchive}
                </a>
              </p>
            )}
          </>
        ) : (
          <Skeleton className="aspect-square rounded-sleeve" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <PageHeading className={nameSize(name)}>{name}</PageHeading>
        <p className="mt-3 text-xl">
          <Link href={paths.artist(artist)} className={`${quietLink} text-muted`}>
            {artist}
          </Link>
        </p>
        {album && <Release album={album} />}
        {album?.withoutCatalogue ? (
          <p className="mt-6 max-w-reading text-muted">{withoutCatalogue[album.withoutCatalogue]}</p>
        ) : album ? (
          <HeroFigures figures={figuresOf(album)} />
        ) : (
          <HeroFiguresSkeleton count={4} />
        )}
        {album?.addedBy && (
          <p className="mt-4 text-sm text-muted">
            {texts.albums.addedBy}{' '}
            <Link href={paths.profile(album.addedBy)} className={textLink}>
              {album.addedBy}
            </Link>
          </p>
        )}
        <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3 max-sm:gap-x-2.5">{actions}</div>
      </div>
    </div>
  )
}

/** 'EP · 22 September 1997' */
function Release({ album: { type, releaseDate } }: { album: AlbumDetails }) {
  if (type === null && releaseDate === null) return null
  return (
    <p className="mt-2 text-muted">
      {type && <span>{texts.catalog.types[type]}</span>}
      {type && releaseDate && <span className="mx-1.5">·</span>}
      {releaseDate && <time dateTime={releaseDate}>{formatReleaseDate(releaseDate)}</time>}
    </p>
  )
}
