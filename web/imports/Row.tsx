import { Link } from 'wouter'
import type { RowState } from '../../shared/importKinds.ts'
import type { ImportRowView } from '../../shared/imports.ts'
import { isolate } from '../../shared/isolated.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../texts/imports.ts'
import { Button } from '../ui/Button.tsx'
import { Byline } from '../ui/Byline.tsx'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { formatDay } from '../ui/dates.ts'
import { Stars } from '../ui/Stars.tsx'

const choosable = new Set<RowState>(['looking', 'ready', 'decide', 'missing'])

type ImportRowProps = {
  row: ImportRowView
  className: string
  onChoose: ((row: ImportRowView) => void) | null
}

export function ImportRow({ row, className, onChoose }: ImportRowProps) {
  const { state, why: reason, kind } = row
  const labels = onChoose ? texts.imports.states : texts.imports.statesAtEnd
  return (
    <div role="row" className={classes(className, 'py-3.5')}>
      <div role="cell" className="min-w-0">
        <Match row={row} />
      </div>
      <div role="cell" className="text-sm text-muted">
        <DayOf row={row} />
      </div>
      <div role="cell" className="min-w-0 text-sm">
        <Written row={row} />
      </div>
      <div role="cell" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <span className="min-w-0">
          <span className={classes('font-semibold', state === 'ready' && 'text-accent-ink')}>
            {labels[state]}
          </span>
          {reason && <span className="block text-muted">{reason}</span>}
        </span>
        {onChoose && kind !== 'follow' && choosable.has(state) && (
          <Button size="sm" onClick={() => onChoose(row)}>
            {texts.imports.choose}
          </Button>
        )}
      </div>
    </div>
  )
}

/** 'Radiohead – Kid A', as written in the file. */
export const namesOf = ({ artist, album }: ImportRowView) =>
  [artist, album].filter(Boolean).map(isolate).join(' – ')

function Match({ row }: { row: ImportRowView }) {
  const { found: match, nickname } = row
  if (nickname !== null)
    return (
      <Link
        href={paths.profile(nickname)}
        className="inline-block min-w-11 font-semibold underline-offset-2 hover:underline pointer-coarse:py-3"
      >
        {nickname}
      </Link>
    )
  if (!match) return <p className="font-semibold break-words">{namesOf(row)}</p>
  const isOther = match.artist !== row.artist || match.name !== row.album
  return (
    <div className="flex items-start gap-3">
      <Cover album={match} size="xs" />
      <div className="min-w-0">
        <Link
          href={paths.album(match)}
          className="line-clamp-2 font-semibold underline-offset-2 hover:underline pointer-coarse:py-2.5"
        >
          {match.name}
        </Link>
        <Byline album={match} className="text-sm" />
        {isOther && <p className="text-sm break-words text-muted">{texts.imports.inFile(namesOf(row))}</p>}
      </div>
    </div>
  )
}

function DayOf({ row: { kind, date, heard: period } }: { row: ImportRowView }) {
  if (period)
    return (
      <>
        {daysOf(period)}
        <span className="block">{texts.imports.tracks(period.tracks)}</span>
      </>
    )
  if (kind !== 'listening') return null
  return date ? <time dateTime={date}>{formatDay(date)}</time> : texts.imports.noDate
}

function daysOf({ first, last }: NonNullable<ImportRowView['heard']>): string {
  if (first === null || last === null) return texts.imports.noDate
  return first === last ? formatDay(first) : texts.imports.heard(formatDay(first), formatDay(last))
}

function Written({ row }: { row: ImportRowView }) {
  const { rating, review, tags, relisten, visibility, list } = row
  const kind = kindOf(row)
  const marks = [
    kind,
    relisten ? texts.imports.roles.relisten : null,
    visibility ? texts.visibility[visibility] : null,
  ].filter((mark) => mark !== null)
  return (
    <div className="space-y-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={rating} className="h-3.5" />
        {marks.length > 0 && <span className="min-w-0 break-words text-muted">{marks.join(' · ')}</span>}
      </p>
      {(review || list?.note) && (
        <p className="line-clamp-2 max-w-reading break-words">{review || list?.note}</p>
      )}
      {tags.length > 0 && <p className="break-words text-muted">{tags.map(isolate).join(', ')}</p>}
    </div>
  )
}

function kindOf({ kind, list, nickname }: ImportRowView): string | null {
  switch (kind) {
    case 'wish':
      return texts.listenLater.title
    case 'heart':
      return texts.imports.roles.favorite
    case 'top':
      return texts.imports.topFour
    case 'listed':
      return list && texts.imports.place(list.name, list.place)
    case 'follow':
      return nickname && texts.imports.followOf(nickname)
    case 'listening':
      return null
  }
}
