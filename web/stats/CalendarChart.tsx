import type { DayCount } from '../../shared/stats.ts'
import { texts } from '../texts/stats.ts'
import { formatDay } from '../ui/dates.ts'
import { DAYS, weeksUntil, type Week } from './calendarWeeks.ts'
import { Figure } from './Figure.tsx'
import { formatShortMonth, formatWeekdayName, mostOf } from './names.ts'

/** On a phone the year is in two halves, one below the other. */
const HALF = 27

/** A dot for each day: the more listens, the larger. */
export function CalendarChart({ calendar, today }: { calendar: readonly DayCount[]; today: string }) {
  const weeks = weeksUntil(today, calendar)
  const busiest = mostOf(calendar, ({ listens }) => listens)
  const summary = busiest
    ? texts.stats.calendarSummary(calendar.length, formatDay(busiest.day))
    : texts.stats.noneInCalendar
  const maximum = busiest?.listens ?? 1
  const label = texts.stats.chart(texts.stats.calendar, summary)
  const halves = { older: weeks.slice(0, HALF), newer: weeks.slice(HALF) }
  return (
    <Figure
      title={texts.stats.calendar}
      columns={[texts.stats.weekOf, ...weeks[0]!.days.map(({ day }) => formatWeekdayName(day))]}
      rows={weeks.map(({ monday, days }) => [formatDay(monday), ...days.map(({ listens }) => listens)])}
    >
      <div className="flex flex-col gap-5 md:flex-row md:gap-0">
        <Half weeks={halves.older} maximum={maximum} label={label} />
        <Half weeks={halves.newer} maximum={maximum} />
      </div>
    </Figure>
  )
}

type HalfProps = { weeks: readonly Week[]; maximum: number; label?: string }

function Half({ weeks, maximum, label }: HalfProps) {
  const naming = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <div className="min-w-0" style={{ flex: `${weeks.length} 1 0` }}>
      <div aria-hidden="true" className="relative mb-1.5 h-4 text-xs text-muted">
        {weeks.map(({ monday }, index) =>
          isMonthShown(weeks, index) ? (
            <span
              key={monday}
              className="absolute whitespace-nowrap"
              style={{ left: `${(index / weeks.length) * 100}%` }}
            >
              {formatShortMonth(monday)}
            </span>
          ) : null,
        )}
      </div>
      <svg {...naming} viewBox={`0 0 ${weeks.length} ${DAYS}`} className="block w-full text-accent">
        <g fill="currentColor">
          {weeks.flatMap(({ days }, week) =>
            days.map(({ day, listens }, weekday) => (
              <Day key={day} {...{ day, listens, maximum }} x={week + 0.5} y={weekday + 0.5} />
            )),
          )}
        </g>
      </svg>
    </div>
  )
}

type DayProps = DayCount & { maximum: number; x: number; y: number }

function Day({ day, listens, maximum, x, y }: DayProps) {
  if (listens === 0) return <circle cx={x} cy={y} r={0.1} opacity={0.35} />
  const share = listens / maximum
  return (
    <circle cx={x} cy={y} r={0.24 + 0.22 * Math.sqrt(share)} opacity={0.55 + 0.45 * share}>
      <title>{`${formatDay(day)}: ${texts.stats.listenCount(listens)}`}</title>
    </circle>
  )
}

/** Every other month has a name: on a phone there is no room for all. */
function isMonthShown(weeks: readonly Week[], index: number): boolean {
  const month = weeks[index]!.monday.slice(5, 7)
  const isFirst = index > 0 && weeks[index - 1]!.monday.slice(5, 7) !== month
  return isFirst && Number(month) % 2 === 1 && index < weeks.length - 2
}
