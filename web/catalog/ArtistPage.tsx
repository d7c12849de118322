import { albumTypes } from '../../shared/albumTypes.ts'
import type { ArtistAlbum, ArtistDetails } from '../../shared/catalog.ts'
import type { PageParams } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { fiveMinutes, isInvalid, isNotFound, trpc } from '../lib/trpc.ts'
import { MarkedGrid } from '../logs/MarkedGrid.tsx'
import { classes } from '../ui/classes.ts'
import { Page, Section, usePageTitle } from '../ui/Page.tsx'
import { AlbumGridSkeleton, Loading, Skeleton } from '../ui/Skeleton.tsx'
import { About, AboutSkeleton } from './About.tsx'
import { ArtistGrid, ArtistGridSkeleton } from './ArtistGrid.tsx'
import { ArtistHero } from './ArtistHero.tsx'
import { LoadFailed, NotInCatalogue } from './LoadFailed.tsx'
import { useCanonicalAddress } from './useCanonicalAddress.ts'

/** Interval between two requests for an artist who is being looked up, in milliseconds. */
const LOOK = 3_000

export default function ArtistPage({ artist: name }: PageParams<'artist'>) {
  const artist = trpc.catalog.artist.useQuery(
    { artist: name },
    {
      staleTime: ({ state }) => (state.data?.isLookedUp || state.data?.withoutCatalogue ? 0 : fiveMinutes),
      refetchInterval: ({ state }) => (state.data?.isLookedUp && !state.error ? LOOK : false),
    },
  )
  const isGone = artist.data?.isLookedUp && isNotFound(artist.error)
  const details = useCanonical(name, isGone ? undefined : artist.data)
  const { artistNotFound } = texts.catalog
  const way = { text: texts.catalog.exploreArtists, href: paths.artists() }
  // An impossible name is rejected before the catalogue is queried.
  const isMissing = !details && (isNotFound(artist.error) || isInvalid(artist.error))
  usePageTitle(isMissing ? artistNotFound : name)

  return (
    <Page className="sm:py-14">
      {details ? (
        <>
          <ArtistHero name={details.name} artist={details} />
          <Body artist={details} />
        </>
      ) : isMissing ? (
        <NotInCatalogue title={artistNotFound} text={texts.catalog.unknownArtist(name)} way={way} />
      ) : artist.isError ? (
        <LoadFailed
          name={name}
          error={artist.error}
          onRetry={() => void artist.refetch()}
          busy={artist.isFetching}
          way={way}
        />
      ) : (
        <ArtistLoading name={name} />
      )}
    </Page>
  )
}

/** Returns the artist once the page's URL has the canonical name. */
function useCanonical(name: string, details: ArtistDetails | undefined) {
  const utils = trpc.useUtils()
  const isElsewhere = details !== undefined && details.name !== name
  useCanonicalAddress(isElsewhere ? paths.artist(details.name) : null, () => {
    if (details) utils.catalog.artist.setData({ artist: details.name }, details)
  })
  return isElsewhere ? undefined : details
}

const columns = 'mt-14 grid grid-cols-1 gap-x-24 gap-y-14 lg:mt-20 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]'
const albumsPlace = 'mt-14 lg:mt-20'
/** The service names five similar artists: three per row next to the text, otherwise all five in one row. */
const narrowGrid = 'grid grid-cols-3 gap-x-4 gap-y-6 sm:grid-cols-5 lg:grid-cols-3 lg:gap-x-6'
const wideGrid = 'grid grid-cols-3 gap-x-4 gap-y-6 sm:grid-cols-5 lg:gap-x-6'

function Body({ artist: { bio, url, similar, albums } }: { artist: ArtistDetails }) {
  return (
    <>
      {(bio || similar.length > 0) && (
        <div className={columns}>
          {bio && <About text={bio} url={url} />}
          {similar.length > 0 && (
            <Section title={texts.catalog.similarArtists} className={classes(!bio && 'lg:col-span-2')}>
              <ArtistGrid
                artists={similar}
                label={texts.catalog.similarArtists}
                columns={bio ? narrowGrid : wideGrid}
              />
            </Section>
          )}
        </div>
      )}
      {groupsOf(albums).map(([type, group]) => (
        <Section key={type} title={texts.catalog.albumGroups[type]} className={albumsPlace}>
          <MarkedGrid albums={group} label={texts.catalog.albumGroups[type]} eager={0} />
        </Section>
      ))}
    </>
  )
}

const groupTypes = [...albumTypes, 'other'] as const

/** Groups albums by type, in the order of the page; albums of unknown type are among the albums. */
function groupsOf(albums: readonly ArtistAlbum[]) {
  return groupTypes
    .map((type) => [type, albums.filter((album) => (album.type ?? 'album') === type)] as const)
    .filter(([, group]) => group.length > 0)
}

function ArtistLoading({ name }: { name: string }) {
  return (
    <>
      <Loading />
      <ArtistHero name={name} artist={null} />
      <div className={columns}>
        <AboutSkeleton />
        <div aria-hidden="true">
          <Skeleton className="mb-6 h-7 w-40" />
          <ArtistGridSkeleton count={5} columns={narrowGrid} />
        </div>
      </div>
      <div className={albumsPlace}>
        <Skeleton className="mb-5 h-7 w-24" />
        <AlbumGridSkeleton count={6} />
      </div>
    </>
  )
}
