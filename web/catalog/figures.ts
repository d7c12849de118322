import type { Track } from '../../shared/catalog.ts'
import { formatLength } from '../ui/numbers.ts'

/** Returns the total length of the tracks: with a '+' if some lengths are unknown, '–' if all are. */
export function totalLength(tracks: Track[]): string {
  const durations = tracks.flatMap(({ duration }) => duration ?? [])
  if (durations.length === 0) return formatLength(null)
  const total = formatLength(durations.reduce((sum, duration) => sum + duration, 0))
  return durations.length < tracks.length ? `${total}+` : total
}

/** Maximum length, in characters, of a name in the larger heading. */
const SHORT_NAME = 24

export const nameSize = (name: string): string =>
  name.length <= SHORT_NAME ? 'text-3xl lg:text-[3.75rem] lg:leading-none' : 'text-3xl'
