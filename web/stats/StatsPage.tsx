import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'wouter'
import { utcDay } from '../../shared/days.ts'
import type { PageParams } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import type { DatedAlbum, Stats } from '../../shared/stats.ts'
import { failureOf } from '../lib/failureOf.ts'
import { trpc } from '../lib/trpc.ts'
import { useOwnLogsShown } from '../logs/liveOwnLogs.ts'
import { texts } from '../texts/stats.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { formatDay } from '../ui/dates.ts'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { textLink, usePageTitle } from '../ui/Page.tsx'
import { ProfileFrame } from '../users/ProfileFrame.tsx'
import { ProfileTabRow } from '../users/ProfileTabRow.tsx'
import { CalendarChart } from './CalendarChart.tsx'
import { DecadesChart, GenresChart, MonthsChart, RatingsChart } from './charts.tsx'
import { Artists, Fact, Facts, Returned, StatisticsSkeleton, TotalFacts } from './parts.tsx'
import { useToday } from './useToday.ts'

export default function StatsPage({ nickname: segment }: PageParams<'stats'>) {
  const nickname = segment.trim().toLowerCase()
  const today = useToday()
  useOwnLogsShown()
  usePageTitle(texts.stats.titleOf(nickname))
  const query = trpc.stats.of.useQuery({ nickname, ...today }, { placeholderData: keepPreviousData })
  return (
    <ProfileFrame nickname={nickname} heading={texts.users.statistics}>
      {({ counts }) => (
        <div className="mt-12 sm:mt-16">
          <ProfileTabRow nickname={nickname} counts={counts} tab="statistics">
            {query.data ? (
              <Statistics nickname={nickname} stats={query.data} today={today.today ?? utcDay(new Date())} />
            ) : query.isPending ? (
              <StatisticsSkeleton />
            ) : (
              <ErrorState {...failureOf(query)} text={texts.stats.failed} />
            )}
          </ProfileTabRow>
        </div>
      )}
    </ProfileFrame>
  )
}

type StatisticsProps = { nickname: string; stats: Stats; today: string }

function Statistics({ nickname, stats, today }: StatisticsProps) {
  const { months, calendar, ratings, rated, genres, decades, years } = stats
  if (stats.listens === 0)
    return (
      <EmptyState
        text={texts.stats.none}
        action={<ButtonLink href={paths.albums()}>{texts.exploreAlbums}</ButtonLink>}
      />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-14 pt-2">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <AllFacts stats={stats} />
        <Years nickname={nickname} years={years} />
      </div>
      {years.length > 0 && (
        <>
          <MonthsChart months={months} />
          <CalendarChart calendar={calendar} today={today} />
        </>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-14 lg:grid-cols-2 lg:gap-x-16">
        {rated > 0 && <RatingsChart ratings={ratings} rated={rated} />}
        <Artists title={texts.stats.topArtists} artists={stats.topArtists} />
        {genres.length > 0 && <GenresChart genres={genres} />}
        {decades.length > 0 && <DecadesChart decades={decades} />}
      </div>
      <Returned albums={stats.returned} />
    </div>
  )
}

function AllFacts({ stats }: { stats: Stats }) {
  const { streak, first, latest } = stats
  return (
    <Facts>
      <TotalFacts {...stats} />
      {streak && (
        <Fact name={texts.stats.longestStreak}>
          <span className="display block text-2xl">{texts.stats.days(streak.days)}</span>
          <span className="text-sm text-muted">
            {streak.days === 1 ? formatDay(streak.to) : `${formatDay(streak.from)} – ${formatDay(streak.to)}`}
          </span>
        </Fact>
      )}
      {first && <DatedFact name={texts.stats.firstListen} listen={first} />}
      {latest && <DatedFact name={texts.stats.latestListen} listen={latest} />}
    </Facts>
  )
}

function DatedFact({ name, listen: { album, date } }: { name: string; listen: DatedAlbum }) {
  return (
    <Fact name={name}>
      <Link
        href={paths.album(album)}
        className="font-semibold decoration-1 underline-offset-2 hover:underline"
      >
        {album.name}
      </Link>
      <span className="block text-sm text-muted">{album.artist}</span>
      <time dateTime={date} className="block text-sm text-muted">
        {formatDay(date)}
      </time>
    </Fact>
  )
}

function Years({ nickname, years }: { nickname: string; years: Stats['years'] }) {
  if (years.length === 0) return null
  return (
    <nav aria-label={texts.stats.years}>
      <ul className="-mx-2 flex flex-wrap">
        {years.map(({ year }) => (
          <li key={year}>
            <Link href={paths.year(nickname, year)} className={`${textLink} flex min-h-11 items-center px-2`}>
              {year}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
