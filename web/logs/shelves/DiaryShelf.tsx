import type { DiaryEntry } from '../../../shared/logs.ts'
import { texts } from '../../../shared/texts.ts'
import { trpc } from '../../lib/trpc.ts'
import { formatDay, formatMonth } from '../../ui/dates.ts'
import { HeartMark } from '../../ui/HeartToggle.tsx'
import { Shelf } from '../../ui/Shelf.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { ListenMarks } from '../ListenMarks.tsx'
import { ListeningRow, ListeningRowsSkeleton } from './ListeningRow.tsx'

type Month = { month: string; entries: DiaryEntry[] }

/** The entries are in order, so a month is a run of them. */
function byMonth(entries: DiaryEntry[]): Month[] {
  const months: Month[] = []
  for (const entry of entries) {
    const month = entry.date.slice(0, 7)
    if (months.at(-1)?.month !== month) months.push({ month, entries: [] })
    months.at(-1)!.entries.push(entry)
  }
  return months
}

export function DiaryShelf({ nickname, isOwner }: { nickname: string; isOwner: boolean }) {
  const query = trpc.logs.diary.useInfiniteQuery({ nickname }, { getNextPageParam: ({ next }) => next })
  return (
    <Shelf query={query} emptyText={texts.logs.noDiary} skeleton={<DiarySkeleton />}>
      {(all) =>
        byMonth(all).map(({ month, entries }) => (
          <section
            key={month}
            className="mb-10 gap-x-10 last:mb-0 lg:grid lg:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <h3 className="heading mb-2 text-lg lg:sticky lg:top-20 lg:mb-0 lg:self-start lg:pt-4">
              {formatMonth(month)}
            </h3>
            <ul aria-label={formatMonth(month)} className="divide-y divide-line">
              {entries.map((entry, index) => (
                <DiaryRow
                  key={entry.id}
                  entry={entry}
                  // Show each day once, even if it has several albums.
                  isNewDay={entries[index - 1]?.date !== entry.date}
                  nickname={nickname}
                  isOwner={isOwner}
                />
              ))}
            </ul>
          </section>
        ))
      }
    </Shelf>
  )
}

type DiaryRowProps = { entry: DiaryEntry; isNewDay: boolean; nickname: string; isOwner: boolean }

function DiaryRow({ entry, isNewDay, nickname, isOwner }: DiaryRowProps) {
  const { rating, favorite, date, relisten, visibility, hidden } = entry
  return (
    <ListeningRow
      entry={entry}
      nickname={nickname}
      isOwn={isOwner}
      lead={
        <time
          dateTime={date}
          title={formatDay(date)}
          className={`w-8 shrink-0 text-right text-xl font-semibold ${isNewDay ? '' : 'text-muted opacity-60'}`}
        >
          {Number(date.slice(8))}
        </time>
      }
      aside={
        // Two columns, aligned across the rows; on a phone the stars are above the other icons.
        <span className="flex shrink-0 flex-col items-end gap-1.5 sm:w-40 sm:flex-row sm:items-center sm:justify-between">
          <Stars rating={rating} className="h-3.5 sm:h-4" />
          <span className="flex items-center gap-2 sm:ml-auto">
            <ListenMarks {...{ relisten, visibility, hidden }} />
            {favorite && <HeartMark />}
          </span>
        </span>
      }
    />
  )
}

function DiarySkeleton() {
  return (
    <div aria-hidden="true" className="gap-x-10 lg:grid lg:grid-cols-[10rem_minmax(0,1fr)]">
      <Skeleton className="mb-4 h-5 w-28 lg:mt-5" />
      <ListeningRowsSkeleton lead={<Skeleton className="ml-3 h-5 w-5" />} />
    </div>
  )
}
