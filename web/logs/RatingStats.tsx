import type { AlbumRef } from '../../shared/catalog.ts'
import type { RatingStats as Stats } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import { Section } from '../layout/Page.tsx'
import { errorText, fiveMinutes, trpc } from '../trpc.ts'
import { classes } from '../ui/classes.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { StarRow, starsText } from '../ui/Stars.tsx'

/** How everybody rated an album: the average, and how many gave half a star, one, … five. Always of one height. */
export function RatingStats({ album }: { album: AlbumRef }) {
  const stats = trpc.logs.stats.useQuery(album, { staleTime: fiveMinutes })
  return (
    <Section title={texts.logs.ratings}>
      <div className="flex h-24 max-w-reading items-stretch gap-6">
        {stats.data ? (
          <>
            <Histogram stats={stats.data} />
            <Average stats={stats.data} />
          </>
        ) : stats.isError ? (
          <p role="alert" className="self-center text-muted">
            {errorText(stats.error)}{' '}
            <button
              type="button"
              onClick={() => void stats.refetch()}
              className="tap rounded-sleeve font-semibold text-accent-ink underline-offset-4 hover:underline"
            >
              {texts.tryAgain}
            </button>
          </p>
        ) : (
          <>
            <Loading />
            <Skeleton className="mb-7 h-1/2 flex-1 self-end" />
            <Skeleton className="h-9 w-20 self-center" />
          </>
        )}
      </div>
    </Section>
  )
}

function Histogram({ stats: { histogram } }: { stats: Stats }) {
  const most = Math.max(...histogram, 1)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <ol aria-label={texts.logs.ratingsByStars} className="flex min-h-0 flex-1 items-stretch gap-0.5">
        {histogram.map((ratings, index) => {
          const text = `${starsText(index + 1)}: ${texts.logs.ratingCount(ratings)}`
          return (
            // The whole column is the place to point at, however low its bar is.
            <li key={index} title={text} className="group/bar flex flex-1 items-end">
              <span className="sr-only">{text}</span>
              <span
                aria-hidden="true"
                className={classes(
                  'block w-full origin-bottom rounded-t-[2px] transition-[height] duration-500 ease-settle',
                  ratings === 0 ? 'bg-lifted' : 'bg-edge/60 group-hover/bar:bg-edge',
                )}
                style={{ height: ratings === 0 ? 2 : `max(4px, ${(ratings / most) * 100}%)` }}
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

function Average({ stats: { count, average } }: { stats: Stats }) {
  return (
    <div className="flex w-24 shrink-0 flex-col justify-center">
      {average === null ? (
        <p className="text-sm text-muted">{texts.logs.noRatings}</p>
      ) : (
        <>
          <p className="display text-3xl">
            <span className="sr-only">{texts.logs.average} </span>
            {average.toLocaleString(texts.numbers, { minimumFractionDigits: 1 })}
            <span className="sr-only"> {texts.logs.ofFiveStars}</span>
          </p>
          <p className="mt-1 text-sm text-muted">{texts.logs.ratingCount(count)}</p>
        </>
      )}
    </div>
  )
}
