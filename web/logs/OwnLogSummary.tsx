import type { AlbumState } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import { formatDay } from '../ui/dates.ts'
import { HeartMark } from '../ui/HeartToggle.tsx'
import { Stars } from '../ui/Stars.tsx'

export function OwnLogSummary({ state: { log, favorite } }: { state: AlbumState }) {
  if (!log && !favorite) return null
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-3">
      {log && <Stars rating={log.rating} className="h-5" />}
      {favorite && <HeartMark className="size-5" />}
      {log && (
        <span className="text-muted">
          {texts.logs.loggedOn}{' '}
          {log.date ? <time dateTime={log.date}>{formatDay(log.date)}</time> : texts.logs.noDate}
        </span>
      )}
    </p>
  )
}
