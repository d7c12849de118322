import { stricter, type Visibility } from '../../../shared/visibility.ts'
import { plain, type Draft, type Named } from './draft.ts'
import { BAD, readDay, readRating, withValues } from './values.ts'

type Entry = { status: string; timestamp: string; rating: string; comment: string }

export type Mark = Entry & {
  title: string
  /** possible names, the displayed one first */
  artists: string[]
  review: string
  tags: string[]
  /** earlier status changes and the current one; only filled from JSON lines */
  log: Entry[]
  /** the strictest visibility of all records of the album */
  visibility?: Visibility
}

export const emptyMark = (title: string, artists: string[]): Mark => ({
  title,
  artists,
  status: '',
  timestamp: '',
  rating: '',
  comment: '',
  review: '',
  tags: [],
  log: [],
})

const levels = ['everyone', 'followers', 'me'] as const

/** 0 is everyone, 1 is followers, 2 is the owner only. */
export const levelOf = (visibility: unknown): Visibility | undefined =>
  visibility === undefined || visibility === null || visibility === ''
    ? undefined
    : (levels[Number(visibility)] ?? 'me')

export function restrict(mark: Mark, level: Visibility | undefined): void {
  if (level) mark.visibility = mark.visibility ? stricter(mark.visibility, level) : level
}

export function namesOf({ title, artists }: Pick<Mark, 'title' | 'artists'>): {
  named: Named | null
  others: Named[]
} {
  const [named, ...others] = artists.filter(Boolean).map((artist) => ({ artist, album: title }))
  return named && title ? { named, others } : { named: null, others: [] }
}

const isFinished = (entry: Entry) => entry.status === 'complete'

/** True for a wish that was never finished: it has no listening, which would have the comment and the tags. */
const isOnlyWished = ({ status, rating, review, log }: Mark): boolean =>
  status === 'wishlist' && !rating && !review && !log.some(isFinished)

export const losesOpinions = (mark: Mark): boolean =>
  isOnlyWished(mark) && (mark.comment !== '' || mark.tags.length > 0)

export function* draftsOf(mark: Mark, now: Date): Generator<Draft> {
  const isWished = mark.status === 'wishlist'
  const dayOf = ({ timestamp }: Entry) => timestamp.slice(0, 10)
  if (isWished) yield wishOf(mark, now)
  const finishedEntries = [mark, ...mark.log].filter(isFinished)
  const newestFirst = finishedEntries.toSorted((one, other) => dayOf(other).localeCompare(dayOf(one)))
  const latest = isFinished(mark) ? mark : newestFirst[0]
  const seenDays = new Set(latest && [dayOf(latest)])
  if (!isOnlyWished(mark)) yield listeningOf(mark, { ...mark, timestamp: latest?.timestamp ?? '' }, now)
  for (const entry of newestFirst) {
    if (seenDays.has(dayOf(entry))) continue
    seenDays.add(dayOf(entry))
    yield listeningOf({ ...mark, review: '', tags: [] }, entry, now)
  }
}

function wishOf(mark: Mark, now: Date): Draft {
  const day = readDay(mark.timestamp.slice(0, 10), 'dayFirst', now)
  return plain({ kind: 'wish', ...namesOf(mark), date: day === BAD ? null : day }, rawOf(mark))
}

function listeningOf(mark: Mark, entry: Pick<Entry, 'timestamp' | 'rating' | 'comment'>, now: Date): Draft {
  const date = readDay(entry.timestamp.slice(0, 10), 'dayFirst', now)
  const rating = readRating(entry.rating, '10')
  const review = [mark.review, entry.comment].filter(Boolean).join('\n\n')
  const content = {
    ...(review && { review }),
    ...(mark.tags.length > 0 && { tags: mark.tags }),
    ...(mark.visibility && { visibility: mark.visibility }),
  }
  const base = { kind: 'listening', ...namesOf(mark), content } as const
  const raw = { ...rawOf(mark), date: entry.timestamp, rating: entry.rating }
  return plain(withValues(base, { date, rating }), raw)
}

const rawOf = ({ title, artists: [artist = ''] }: Mark) => ({ artist, album: title })
