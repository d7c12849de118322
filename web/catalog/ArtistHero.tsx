import type { ArtistDetails, PictureCredit } from '../../shared/catalog.ts'
import { texts } from '../../shared/texts.ts'
import { PageHeading } from '../ui/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ServiceLink, Tags } from './About.tsx'
import { ArtistPortrait } from './ArtistPortrait.tsx'
import { nameSize } from './figures.ts'
import { HeroFigures, HeroFiguresSkeleton } from './HeroFigures.tsx'

export function ArtistHero({ name, artist }: { name: string; artist: ArtistDetails | null }) {
  return (
    <div className="flex flex-col gap-x-16 gap-y-8 md:flex-row md:items-center lg:gap-x-24">
      <div className="w-full max-w-md shrink-0 md:w-72 md:max-w-none lg:w-80">
        {artist ? (
          <>
            <ArtistPortrait
              name={name}
              image={artist.image}
              // The credit is of this picture.
              asks={!artist.imageCredit}
              eager="first"
              className="shadow-sleeve"
            />
            {artist.imageCredit && <Credit credit={artist.imageCredit} />}
          </>
        ) : (
          <Skeleton className="aspect-square rounded-full" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        {artist?.onTour && (
          <p className="mb-4 flex items-center gap-2.5 font-semibold text-accent-ink">
            <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
            {texts.catalog.onTour}
          </p>
        )}
        <PageHeading className={nameSize(name)}>{name}</PageHeading>
        {artist ? (
          <>
            {artist.withoutCatalogue ? (
              <p className="mt-6 max-w-reading text-muted">{texts.catalog.notSetUp}</p>
            ) : (
              <HeroFigures
                figures={[
                  { name: texts.catalog.listeners, value: artist.listeners },
                  { name: texts.catalog.plays, value: artist.playcount },
                ]}
              />
            )}
            {artist.isLookedUp && <p className="mt-6 text-muted">{texts.catalog.lookingForArtist}</p>}
            <Tags tags={artist.tags} className="mt-7 max-w-lg" />
            {/* With a biography, the link is below that instead. */}
            {!artist.bio && <ServiceLink url={artist.url} className="mt-6" />}
            {artist.musicbrainzUrl !== undefined && (
              <p className="mt-4 text-sm text-muted">
                {texts.catalog.dataFrom}{' '}
                <a
                  href={artist.musicbrainzUrl}
                  target="_blank"
                  rel="noopener noreferrer"
                  className={creditLink}
                >
                  {texts.catalog.musicbrainz}
                </a>
              </p>
            )}
          </>
        ) : (
          <>
            <HeroFiguresSkeleton count={2} />
            <div aria-hidden="true" className="mt-7 flex gap-2">
              <Skeleton className="h-7 w-20 rounded-full" />
              <Skeleton className="h-7 w-16 rounded-full" />
              <Skeleton className="h-7 w-24 rounded-full" />
            </div>
          </>
        )}
      </div>
    </div>
  )
}

const creditLink = 'rounded-sleeve underline underline-offset-2 hover:text-ink'

/** The author of the picture with a link to its page, and the license. */
function Credit({ credit: { author, license, page } }: { credit: PictureCredit }) {
  return (
    <p className="mt-4 text-center text-sm text-muted wrap-anywhere">
      <a href={page} target="_blank" rel="noopener noreferrer" className={creditLink}>
        {author ?? texts.catalog.pictureSource}
      </a>
      {', '}
      {license.url === null ? (
        license.name
      ) : (
        <a href={license.url} target="_blank" rel="noopener noreferrer" className={creditLink}>
          {license.name}
        </a>
      )}
    </p>
  )
}
