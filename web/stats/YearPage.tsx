import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'wouter'
import { readYear } from '../../shared/days.ts'
import type { PageParams } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import type { YearStats } from '../../shared/stats.ts'
import { failureOf } from '../lib/failureOf.ts'
import { isNotFound, trpc } from '../lib/trpc.ts'
import { useOwnLogsShown } from '../logs/liveOwnLogs.ts'
import { texts } from '../texts/stats.ts'
import { AlbumGrid, AlbumTile } from '../ui/AlbumGrid.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Cover } from '../ui/Cover.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import NotFoundPage from '../ui/NotFoundPage.tsx'
import { Page, PageHeading, Section, textLink, usePageTitle } from '../ui/Page.tsx'
import { ShareButton } from '../ui/ShareButton.tsx'
import { Stars } from '../ui/Stars.tsx'
import { MonthsChart } from './charts.tsx'
import { Artists, Facts, Note, Returned, StatisticsSkeleton, TotalFacts } from './parts.tsx'
import { useToday } from './useToday.ts'

export default function YearPage(params: PageParams<'year'>) {
  const year = readYear(params.year)
  if (year === null) return <NotFoundPage />
  return <Year nickname={params.nickname.trim().toLowerCase()} year={year} />
}

function Year({ nickname, year }: { nickname: string; year: number }) {
  const today = useToday()
  useOwnLogsShown()
  const query = trpc.stats.year.useQuery({ nickname, year, ...today }, { placeholderData: keepPreviousData })
  const title = texts.stats.titleOfYear(year, nickname)
  usePageTitle(title)
  if (isNotFound(query.error)) return <NotFoundPage />
  const { data } = query
  return (
    <Page>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="mb-2 flex flex-wrap gap-x-5 gap-y-1">
            <Link href={paths.profile(nickname)} className={textLink}>
              {nickname}
            </Link>
            <Link href={paths.stats(nickname)} className={textLink}>
              {texts.users.statistics}
            </Link>
          </p>
          <PageHeading className="text-4xl text-balance">
            {texts.stats.yearInAlbums(year)}
            {data?.soFar && <span className="text-muted"> {texts.stats.soFar}</span>}
          </PageHeading>
        </div>
        <ShareButton path={paths.year(nickname, year)} title={title} className="-mr-3 shrink-0" />
      </div>
      <div className="mt-10">
        {data ? (
          <OneYear stats={data} />
        ) : query.isPending ? (
          <StatisticsSkeleton />
        ) : (
          <ErrorState {...failureOf(query)} text={texts.stats.failed} />
        )}
      </div>
      {data && <OtherYears nickname={nickname} previous={data.previous} next={data.next} />}
    </Page>
  )
}

function OneYear({ stats }: { stats: YearStats }) {
  if (stats.listens === 0)
    return (
      <EmptyState
        text={texts.stats.nothingYet(stats.year)}
        action={<ButtonLink href={paths.albums()}>{texts.exploreAlbums}</ButtonLink>}
      />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-14">
      <Facts>
        <TotalFacts {...stats} />
      </Facts>
      <Sleeves albums={stats.mosaic} />
      <MonthsChart months={stats.months} ofYear />
      <Best albums={stats.best} />
      <Returned albums={stats.returned} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-14 lg:grid-cols-2 lg:gap-x-16">
        <Artists title={texts.stats.topArtists} artists={stats.topArtists} />
        <Artists title={texts.stats.discoveries} artists={stats.discoveries} />
      </div>
    </div>
  )
}

function Best({ albums }: { albums: YearStats['best'] }) {
  if (albums.length === 0) return null
  return (
    <Section title={texts.stats.bestRated}>
      <AlbumGrid
        albums={albums.map(({ album }) => album)}
        label={texts.stats.bestRated}
        eager={0}
        tile={(album, index) => (
          <AlbumTile
            album={album}
            note={
              <Note>
                <Stars rating={albums[index]!.rating} className="h-3.5" />
              </Note>
            }
          />
        )}
      />
    </Section>
  )
}

/** A wall of covers without names: a name is shown by its cover's text. */
function Sleeves({ albums }: { albums: YearStats['mosaic'] }) {
  return (
    <Section title={texts.stats.sleeves}>
      <ul
        aria-label={texts.stats.sleeves}
        className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-1.5 sm:grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))]"
      >
        {albums.map((album, index) => {
          const name = texts.catalog.albumBy(album.name, album.artist)
          return (
            <li key={name} className="min-w-0">
              <Link href={paths.album(album)} title={name} className="group block rounded-sleeve">
                <span className="sleeve block">
                  <Cover album={album} eager={index < 12} sizes="112px" alt={name} />
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

type OtherYearsProps = { nickname: string } & Pick<YearStats, 'previous' | 'next'>

function OtherYears({ nickname, previous, next }: OtherYearsProps) {
  return (
    <nav aria-label={texts.stats.years} className="mt-14 flex justify-between gap-4">
      {previous === null ? (
        <span />
      ) : (
        <ButtonLink href={paths.year(nickname, previous)}>{texts.stats.previousYear}</ButtonLink>
      )}
      {next !== null && <ButtonLink href={paths.year(nickname, next)}>{texts.stats.nextYear}</ButtonLink>}
    </nav>
  )
}
