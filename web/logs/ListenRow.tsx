import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AlbumCard } from '../../shared/catalog.ts'
import type { Listen } from '../../shared/logs.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { MutedFold } from '../people/MutedFold.tsx'
import { formatDay } from '../ui/dates.ts'
import { ExpandableText } from '../ui/ExpandableText.tsx'
import { Stars } from '../ui/Stars.tsx'
import { ListenMarks } from './ListenMarks.tsx'
import { TagLinks } from './TagLinks.tsx'

type ListenRowProps = {
  listen: Listen
  nickname: string
  /** set if the day links to the page of the review */
  album?: AlbumCard
  withText: boolean
  /** whether the viewer has muted its author */
  muted?: boolean | undefined
  action?: ReactNode
}

export function ListenRow({ listen, nickname, album, withText, muted, action }: ListenRowProps) {
  const { id, date, rating, relisten, visibility, hidden, review, tags, mentions } = listen
  const day = date ? <time dateTime={date}>{formatDay(date)}</time> : texts.logs.noDate
  return (
    <li className="py-2">
      <div className="flex min-h-11 items-center justify-between gap-x-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          {album && review ? (
            <Link
              href={paths.review(album, id)}
              className="tap rounded-sleeve underline-offset-4 hover:underline"
            >
              {day}
            </Link>
          ) : (
            <span>{day}</span>
          )}
          <Stars rating={rating} />
          <ListenMarks {...{ relisten, visibility, hidden }} />
        </div>
        {action}
      </div>
      {(tags.length > 0 || review) && (
        <MutedFold nickname={nickname} muted={muted}>
          {/* The touch area of a tag must not overlap the line above. */}
          <TagLinks nickname={nickname} tags={tags} className="mb-2 pointer-coarse:mt-2.5" />
          {withText && review && (
            <ExpandableText text={review} mentions={mentions} lines={4} className="mb-2" />
          )}
        </MutedFold>
      )}
    </li>
  )
}
