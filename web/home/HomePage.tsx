import { messages } from '../../shared/messages.ts'
import { paths } from '../../shared/paths.ts'
import { useViewer } from '../auth/viewer.tsx'
import { Page, PageHeading, Section, usePageTitle } from '../layout/Page.tsx'
import { fiveMinutes, errorText, trpc } from '../trpc.ts'
import { AlbumTile } from '../ui/AlbumGrid.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { Record } from '../ui/Record.tsx'
import { Loading, TileSkeleton } from '../ui/Skeleton.tsx'

const TRENDING = 7

const blurbs = [
  { title: 'Create Collection', text: 'Mark every album you have heard and keep the ones you love within reach.' },
  { title: 'Make Comments', text: 'Rate in half stars, write down what you heard, and talk about it with others.' },
  { title: 'Discover', text: 'Follow people whose ears you trust and see what they play, as they play it.' },
]

/** The landing page. */
export default function HomePage() {
  usePageTitle(undefined)
  const { viewer } = useViewer()
  return (
    <>
      <div className="overflow-hidden border-b border-line">
        <Page className="relative max-sm:pb-20 sm:py-16">
          <Record
            label="PLAK"
            className={
              'absolute -right-24 -bottom-36 size-72 rotate-12 ' +
              'sm:top-1/2 sm:-right-56 sm:bottom-auto sm:size-110 sm:-translate-y-1/2 lg:-right-16 lg:size-136'
            }
          />
          <div className="relative max-w-2xl">
            <PageHeading className="text-4xl">Record Your Musical Journey</PageHeading>
            <p className="mt-6 max-w-md text-lg text-muted">
              Log the albums you listen to, rate and review them, and see what the people you follow hear.
            </p>
            {!viewer && (
              <ButtonLink href={paths.register()} variant="primary" className="mt-8">
                Get Started
              </ButtonLink>
            )}
          </div>
        </Page>
      </div>
      <Page>
        <Section title="Trending Albums" more={{ text: 'View All', href: paths.albums() }}>
          <TrendingAlbums />
        </Section>
        <ul className="mt-16 grid gap-8 border-t border-line pt-10 sm:grid-cols-3 sm:gap-10">
          {blurbs.map(({ title, text }) => (
            <li key={title}>
              <h2 className="heading text-lg">{title}</h2>
              <p className="mt-1 max-w-sm text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </Page>
    </>
  )
}

/** The first sleeve stands twice as large as the other six: seven fill two rows on a wide page. */
const first = 'col-span-2 md:row-span-2'
const grid = 'grid grid-cols-2 gap-x-4 gap-y-7 md:grid-cols-5 md:gap-x-6 md:gap-y-8'

function TrendingAlbums() {
  const popular = trpc.catalog.popular.useQuery({ page: 1 }, { staleTime: fiveMinutes })
  if (popular.isPending) {
    return (
      <div className={grid}>
        <Loading />
        {Array.from({ length: TRENDING }, (_, index) => (
          <div key={index} className={classes(index === 0 && first)}>
            <TileSkeleton />
          </div>
        ))}
      </div>
    )
  }
  if (popular.isError) {
    return (
      <ErrorState
        text={errorText(popular.error, messages.catalog.popularAlbumsFailed)}
        onRetry={() => void popular.refetch()}
        busy={popular.isFetching}
      />
    )
  }
  const albums = popular.data.albums.slice(0, TRENDING)
  if (albums.length === 0) return <EmptyState text={messages.catalog.noAlbums} />
  return (
    <ul aria-label="Trending Albums" className={grid}>
      {albums.map((album, index) => (
        <li key={`${album.artist}/${album.name}`} className={classes('min-w-0', index === 0 && first)}>
          <AlbumTile album={album} eager large={index === 0} />
        </li>
      ))}
    </ul>
  )
}
