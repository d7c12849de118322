import { Pencil } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { DiaryEntry } from '../../shared/logs.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { trpc } from '../lib/trpc.ts'
import { TagLinks } from '../tags/TagLinks.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Cover } from '../ui/Cover.tsx'
import { formatDay, formatMonth } from '../ui/dates.ts'
import { HeartMark } from '../ui/HeartToggle.tsx'
import { Shelf } from '../ui/Shelf.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Stars } from '../ui/Stars.tsx'
import { ListenMarks } from './ListenMarks.tsx'

type Month = { month: string; entries: DiaryEntry[] }

/** The entries by their month; they come in order, so a month is a run of them. */
function byMonth(entries: DiaryEntry[]): Month[] {
  const months: Month[] = []
  for (const entry of entries) {
    const month = entry.date.slice(0, 7)
    if (months.at(-1)?.month !== month) months.push({ month, entries: [] })
    months.at(-1)!.entries.push(entry)
  }
  return months
}

/** A person's diary: what they heard on which day, the latest first. The owner can edit the entries. */
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
                  // A day is said once, however many albums it had.
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
  const { id, album, rating, favorite, date, relisten, visibility, tags } = entry
  const [, navigate] = useLocation()
  return (
    <li className="flex items-center gap-4 py-3 sm:gap-6">
      <time
        dateTime={date}
        title={formatDay(date)}
        className={`w-8 shrink-0 text-right text-xl font-semibold ${isNewDay ? '' : 'text-muted opacity-60'}`}
      >
        {Number(date.slice(8))}
      </time>
      <div className="min-w-0 flex-1">
        <Link href={paths.album(album)} className="group flex items-center gap-4 rounded-sleeve">
          <Cover album={album} size="sm" />
          <span className="min-w-0">
            <span className="line-clamp-2 font-semibold decoration-1 underline-offset-2 group-hover:underline">
              {album.name}
            </span>
            <span className="line-clamp-1 text-sm text-muted">{album.artist}</span>
          </span>
        </Link>
        {/* Beside the sleeve, where the names begin. */}
        <TagLinks nickname={nickname} tags={tags} className="mt-1.5 pl-18" />
      </div>
      {/* Two columns that every line keeps; on a phone the stars stand over the other signs. */}
      <span className="flex shrink-0 flex-col items-end gap-1.5 sm:w-40 sm:flex-row sm:items-center sm:justify-between">
        <Stars rating={rating} className="h-3.5 sm:h-4" />
        <span className="flex items-center gap-2 sm:ml-auto">
          <ListenMarks relisten={relisten} visibility={visibility} />
          {favorite && <HeartMark />}
        </span>
      </span>
      {isOwner && (
        <IconButton
          label={texts.logs.editLog}
          onClick={() => navigate(paths.album(album), { state: { log: id } })}
          className="-mx-2"
        >
          <Pencil size={17} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

function DiarySkeleton() {
  return (
    <div aria-hidden="true" className="gap-x-10 lg:grid lg:grid-cols-[10rem_minmax(0,1fr)]">
      <Skeleton className="mb-4 h-5 w-28 lg:mt-5" />
      <div>
        {[0, 1, 2, 3].map((key) => (
          <div key={key} className="flex items-center gap-4 py-3 sm:gap-6">
            <Skeleton className="ml-3 h-5 w-5" />
            <Skeleton className="size-14 rounded-sleeve" />
            <div className="flex-1 space-y-2.5">
              <Skeleton className="h-3.5 w-2/5" />
              <Skeleton className="h-3 w-1/4" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
