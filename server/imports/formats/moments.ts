import type { DateOrder } from '../../../shared/imports.ts'
import { BAD, readDay } from './values.ts'

/** The time of a play in seconds. `isWall`: it is a wall-clock time, converted as if it were UTC. */
type Moment = { at: number; isWall: boolean; hasTime: boolean }

const LONGEST = 60
/** Range of timestamps; numbers outside it have another meaning. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0) / 1_000, Date.UTC(2100, 0) / 1_000]
const NOON = 12 * 3_600

const epoch = /^\d{9,16}(?:\.\d+)?$/
const iso = /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)? ?(z|utc|gmt|[+-]\d\d:?\d\d|[+-]\d\d)?$/i
const utc = /^(?:z|utc|gmt|[+-]00:?(?:00)?)$/i
/** Last.fm's own time format, in UTC. */
const lastfm = /^\d{1,2} [a-z]{3} \d{4},? \d\d:\d\d$/i
const clock = /(?:^|[\s,T])(\d{1,2}):(\d\d)(?::\d\d)?(?: ?([ap])\.?m)?/i

/** A day without a time becomes noon. */
export function readMoment(text: string, order: DateOrder, now: Date): Moment | null {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > LONGEST) return null
  if (epoch.test(trimmed)) {
    const at = secondsOf(Number(trimmed))
    if (at >= EARLIEST && at < LATEST) return { at, isWall: false, hasTime: true }
  }
  const isoMatch = iso.exec(trimmed)
  if (isoMatch) {
    const [, day, time, zone] = isoMatch
    const at = Date.parse(`${day}T${time}Z`) / 1_000
    // An explicit offset means the local time of the user, which determines the day.
    return Number.isNaN(at) ? null : { at, isWall: !zone || !utc.test(zone), hasTime: true }
  }
  if (lastfm.test(trimmed)) {
    const at = Date.parse(`${trimmed.replace(',', '')} UTC`) / 1_000
    if (!Number.isNaN(at)) return { at, isWall: false, hasTime: true }
  }
  const day = readDay(trimmed, order, now)
  if (day === BAD || day === null) return null
  const time = timeOf(trimmed)
  return { at: Date.parse(day) / 1_000 + (time ?? NOON), isWall: true, hasTime: time !== null }
}

function secondsOf(value: number): number {
  return value < 1e11 ? value : value < 1e14 ? value / 1e3 : value / 1e6
}

/** Returns seconds since midnight. */
function timeOf(text: string): number | null {
  const match = clock.exec(text)
  if (!match) return null
  const [hours, minutes] = [Number(match[1]), Number(match[2])]
  if (hours > 23 || minutes > 59) return null
  const half = match[3]?.toLowerCase()
  const shifted = half ? (hours % 12) + (half === 'p' ? 12 : 0) : hours
  return (shifted * 60 + minutes) * 60
}
