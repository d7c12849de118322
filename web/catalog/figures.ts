import type { Track } from '../../shared/catalog.ts'
import { formatLength } from '../ui/numbers.ts'

/** The length of all tracks together; with a '+' where some lengths are unknown, '–' where all are. */
export function totalLength(tracks: Track[]): string {
  const known = tracks.flatMap(({ duration }) => duration ?? [])
  if (known.length === 0) return formatLength(null)
  const total = formatLength(known.reduce((sum, duration) => sum + duration, 0))
  return known.length < tracks.length ? `${total}+` : total
}

/** A name of some words stands larger than one of two lines. */
const SHORT_NAME = 24

/** The size of the heading that is the name of an album or an artist. */
export const nameSize = (name: string): string =>
  name.length <= SHORT_NAME ? 'text-3xl lg:text-[3.75rem] lg:leading-none' : 'text-3xl'
