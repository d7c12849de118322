import { memo, useState } from 'react'
import { Link } from 'wouter'
import type { ActivityEntry } from '../../shared/activity.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { ListenMarks } from '../logs/ListenMarks.tsx'
import { TagLinks } from '../logs/TagLinks.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Byline } from '../ui/Byline.tsx'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { ExpandableText } from '../ui/ExpandableText.tsx'
import { HeartMark } from '../ui/HeartToggle.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Skeleton, TextSkeleton } from '../ui/Skeleton.tsx'
import { Stars } from '../ui/Stars.tsx'

const grid =
  'grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 ' +
  'sm:grid-cols-[10rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr] sm:gap-x-6'
const sleevePlace = 'sm:row-span-2'
const reviewPlace = 'col-span-2 mt-4 sm:col-span-1 sm:col-start-2 sm:mt-3'
const byline = 'mb-3.5 flex items-center gap-3'

type EntryProps = { entry: ActivityEntry; isNew: boolean; eager: boolean }

export const Entry = memo(function Entry({ entry, isNew, eager }: EntryProps) {
  const [opens] = useState(isNew)
  return (
    <li
      className={classes(
        // A long name or word must not widen the page.
        'grid grid-cols-[minmax(0,1fr)]',
        opens && 'grid-rows-[1fr] starting:grid-rows-[0fr] starting:opacity-0',
        opens && 'transition-[grid-template-rows,opacity] duration-400 ease-settle',
      )}
    >
      {/* Clipped vertically only: the record sticks out of its sleeve sideways. */}
      <div className="min-h-0 overflow-y-clip">
        <EntryContent entry={entry} eager={eager} />
      </div>
    </li>
  )
})

function EntryContent({ entry, eager }: Omit<EntryProps, 'isNew'>) {
  const { id, user, album, rating, favorite, review, relisten, tags, createdAt } = entry
  return (
    <article
      data-entry={id}
      tabIndex={-1}
      aria-label={texts.activity.logged(user.nickname, album.name)}
      className="rounded-panel py-5 -outline-offset-2 sm:py-6"
    >
      <div className={byline}>
        <Link
          href={paths.profile(user.nickname)}
          className="tap group flex min-w-0 items-center gap-3 rounded-full underline-offset-4"
        >
          <Avatar nickname={user.nickname} src={user.avatar} size="sm" />
          <span className="truncate font-semibold group-hover:underline">{user.nickname}</span>
        </Link>
        <RelativeTime iso={createdAt} className="shrink-0 text-sm text-muted" />
      </div>
      <div className={grid}>
        {/* Hidden from screen readers: the title next to it is the same link. */}
        <Link
          href={paths.album(album)}
          tabIndex={-1}
          aria-hidden="true"
          className={classes('block self-start', sleevePlace)}
        >
          <span className="sleeve block">
            <Cover album={album} eager={eager} />
          </span>
        </Link>
        <div className="min-w-0 self-center sm:self-start">
          <h2 className="heading text-lg leading-6 sm:text-xl">
            <Link
              href={paths.album(album)}
              className="rounded-sleeve decoration-1 underline-offset-4 hover:underline"
            >
              {album.name}
            </Link>
          </h2>
          <Byline album={album} className="mt-0.5" />
          {(rating > 0 || favorite || relisten) && (
            <p className="mt-2.5 flex items-center gap-3">
              <Stars rating={rating} className="h-4.5" />
              {favorite && <HeartMark className="size-4.5" />}
              <ListenMarks relisten={relisten} className="size-4.5" />
            </p>
          )}
          <TagLinks nickname={user.nickname} tags={tags} className="mt-2.5" />
        </div>
        {review && (
          <ExpandableText text={review} mentions={entry.mentions} lines={4} className={reviewPlace} />
        )}
      </div>
    </article>
  )
}

export function EntrySkeleton() {
  return (
    <div aria-hidden="true" className="py-5 sm:py-6">
      <div className={byline}>
        <Skeleton className="size-8 shrink-0 rounded-full" />
        <Skeleton className="h-3.5 w-40" />
      </div>
      <div className={grid}>
        <Skeleton className={classes('aspect-square rounded-sleeve', sleevePlace)} />
        <div className="self-center sm:mt-1 sm:self-start">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="mt-3 h-3.5 w-2/5" />
          <Skeleton className="mt-3.5 h-4 w-22" />
        </div>
        <div className={reviewPlace}>
          <TextSkeleton lines={2} />
        </div>
      </div>
    </div>
  )
}
