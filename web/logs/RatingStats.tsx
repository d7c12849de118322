import type { AlbumRef } from '../../shared/catalog.ts'
import type { RatingStats as Stats } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import { failureOf } from '../lib/failureOf.ts'
import { fiveMinutes, trpc } from '../lib/trpc.ts'
import { classes } from '../ui/classes.ts'
import { InlineError } from '../ui/EmptyState.tsx'
import { Section } from '../ui/Page.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { StarRow, starsText } from '../ui/Stars.tsx'

export function RatingStats({ album }: { album: AlbumRef }) {
  const stats = trpc.logs.stats.useQuery(album, { staleTime: fiveMinutes })
  return (
    <Section title={texts.logs.ratings}>
      <div className="relative flex h-24 items-stretch gap-6">
        {stats.data ? (
          <>
            <Histogram stats={stats.data} />
            {stats.data.average === null ? (
              <NoRatings />
            ) : (
              <Average count={stats.data.count} average={stats.data.average} />
            )}
          </>
        ) : stats.isError ? (
          <InlineError {...failureOf(stats)} className="self-center" />
        ) : (
          <>
            <Loading />
            <ChartSkeleton />
          </>
        )}
      </div>
    </Section>
  )
}

function ChartSkeleton() {
  return (
    <>
      <Skeleton className="mb-7 h-1/2 flex-1 self-end" />
      <Skeleton className="h-9 w-20 self-center" />
    </>
  )
}

export function RatingStatsSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-5 h-7 w-24" />
      <div className="flex h-24 gap-6">
        <ChartSkeleton />
      </div>
    </div>
  )
}

function Histogram({ stats: { histogram } }: { stats: Stats }) {
  const maximum = Math.max(...histogram, 1)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <ol aria-label={texts.logs.ratingsByStars} className="flex min-h-0 flex-1 items-stretch gap-0.5">
        {histogram.map((ratings, index) => {
          const text = `${starsText(index + 1)}: ${texts.logs.ratingCount(ratings)}`
          return (
            // The whole column shows the tooltip, even if its bar is low.
            <li key={index} title={text} className="group/bar flex flex-1 items-end">
              <span className="sr-only">{text}</span>
              <span
                aria-hidden="true"
                className={classes(
                  'block w-full origin-bottom rounded-t-[2px] transition-[height] duration-500 ease-settle',
                  ratings === 0 ? 'bg-lifted' : 'bg-edge/60 group-hover/bar:bg-edge',
                )}
                style={{ height: ratings === 0 ? 2 : `max(4px, ${(ratings / maximum) * 100}%)` }}
              />
            </li>
          )
        })}
      </ol>
      <div aria-hidden="true" className="flex items-center justify-between">
        <span className="flex size-3 overflow-hidden">
          <StarRow filled={2} className="h-3 shrink-0" />
        </span>
        <StarRow filled={10} className="h-3" />
      </div>
    </div>
  )
}

function Average({ count, average }: { count: number; average: number }) {
  return (
    <div className="flex w-24 shrink-0 flex-col justify-center">
      <p className="display text-3xl">
        <span className="sr-only">{texts.logs.average} </span>
        {average.toLocaleString(texts.numbers, { minimumFractionDigits: 1 })}
        <span className="sr-only"> {texts.logs.ofFiveStars}</span>
      </p>
      <p className="mt-1 text-sm text-muted">{texts.logs.ratingCount(count)}</p>
    </div>
  )
}

function NoRatings() {
  return (
    <div className="absolute inset-x-0 top-0 bottom-6 flex flex-col items-center justify-center text-center">
      <p className="font-semibold">{texts.logs.noRatings}</p>
      <p className="text-sm text-muted">{texts.logs.firstRating}</p>
    </div>
  )
}
