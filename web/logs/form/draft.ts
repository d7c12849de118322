import { albumKey } from '../../../shared/albumKey.ts'
import type { AlbumRef } from '../../../shared/catalog.ts'
import type { AlbumState, CardState, OwnLog, SaveLogInput } from '../../../shared/logs.ts'
import type { Visibility } from '../../../shared/visibility.ts'
import { draftKinds, forgetOnDevice, keepDraft, partsOf, readOnDevice } from '../../lib/onDevice.ts'
import { isSubmission } from '../../lib/submission.ts'
import { isSameAlbum, waitingFields, withWaitingMarks } from '../../offline/overlay.ts'
import { waitingThings } from '../../offline/waitingList.ts'
import { dateToDay } from '../../ui/dates.ts'
import { areSameTags } from './tagTyping.ts'

/** An empty date means no date. */
export type LogValues = {
  rating: number
  review: string
  date: string
  favorite: boolean
  relisten: boolean
  visibility: Visibility
  tags: string[]
}

/**
 * Only changed values: another tab can save the others. `version` is that of an edited listening, `submission` of a new one;
 * `decides` is the submission of the waiting saving that the draft was made from.
 */
export type Draft = Partial<LogValues> & { version?: number; submission?: string; decides?: string }

/** Listening that a dialog is about: the newest one (or the first, if there is none), one more, or the one with this id. */
export type LogChoice = 'newest' | 'again' | number

/** The key for the first listening of an album contains no id. */
export function draftPlace(nickname: string, album: AlbumRef, choice: number | 'again' | null): string {
  const place = `${draftKinds.log}:${nickname}:${albumKey(album)}`
  return choice === null ? place : `${place}:${choice}`
}

/** Turns a draft of the first listening of an album into a draft of the listening that exists now. */
function adoptDraft(nickname: string, album: AlbumRef, id: number): void {
  const [from, to] = [draftPlace(nickname, album, null), draftPlace(nickname, album, id)]
  const draft = readDraft(from)
  if (draft && !readDraft(to) && keepDraft(to, draft)) forgetOnDevice(from)
}

export const changes = (values: LogValues, base: LogValues): Partial<LogValues> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) =>
      name === 'tags' ? !areSameTags(values.tags, base.tags) : value !== base[name as keyof LogValues],
    ),
  )

export const sameValues = (a: LogValues, b: LogValues): boolean => Object.keys(changes(a, b)).length === 0

export const valuesOf = ({
  rating,
  review,
  date,
  favorite,
  relisten,
  visibility,
  tags,
}: OwnLog): LogValues => ({
  rating,
  review,
  date: date ?? '',
  favorite,
  relisten,
  visibility,
  tags,
})

export const inputOf = ({ date, ...rest }: Partial<LogValues>): Partial<SaveLogInput> => ({
  ...rest,
  ...(date !== undefined && { date: date || null }),
})

const isOf: { [Name in keyof LogValues]: (found: unknown) => boolean } = {
  rating: (value) => typeof value === 'number',
  review: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string',
  favorite: (value) => typeof value === 'boolean',
  relisten: (value) => typeof value === 'boolean',
  tags: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  visibility: (value) => value === 'everyone' || value === 'followers' || value === 'me',
}

export function readDraft(place: string): Draft | null {
  const storedValue = readOnDevice(place)
  const { version, submission, decides, ...values } = partsOf<Draft>(storedValue)
  const isDraft =
    storedValue !== null &&
    Object.entries(values).every(([name, value]) => isOf[name as keyof LogValues]?.(value) ?? false)
  if (!isDraft) return null
  return {
    ...values,
    ...(typeof version === 'number' && { version }),
    ...(isSubmission(submission) && { submission }),
    ...(isSubmission(decides) && { decides }),
  } as Draft
}

/** Null for a listening that is not created yet. */
export type Target = { id: number; version: number } | null
export type Saved = { target: Target; values: LogValues }

export const savedIn = (log: OwnLog): Saved => ({
  target: { id: log.id, version: log.version },
  values: valuesOf(log),
})

/** Returns the values of an earlier saving that waits: it is sent before this one. */
function waitingValues(album: AlbumRef, id: number | undefined): Partial<LogValues> {
  const things = waitingThings().filter((thing) => isSameAlbum(thing, album))
  const { date, ...fields } = waitingFields(things, id)
  const { favorite } = withWaitingMarks({} as CardState, things)
  return {
    ...fields,
    ...(date !== undefined && { date: date ?? '' }),
    ...(favorite !== undefined && { favorite }),
  }
}

export function initialForm(
  {
    nickname,
    album,
    choice,
    day,
  }: { nickname: string; album: AlbumRef; choice: LogChoice; day?: string | undefined },
  { log, favorite, listens, defaultVisibility }: AlbumState,
): { place: string; saved: Saved } {
  if (choice !== 'again' && log) {
    if (choice === 'newest') adoptDraft(nickname, album, log.id)
    const { target, values } = savedIn(log)
    const saved = { target, values: { ...values, ...waitingValues(album, log.id) } }
    return { place: draftPlace(nickname, album, log.id), saved }
  }
  const isFirst = listens === 0
  const waiting = choice === 'again' ? {} : waitingValues(album, undefined)
  return {
    place: draftPlace(nickname, album, choice === 'newest' ? null : 'again'),
    saved: {
      target: null,
      values: {
        rating: 0,
        review: '',
        date: day ?? dateToDay(new Date()),
        favorite,
        relisten: !isFirst,
        visibility: defaultVisibility,
        tags: [],
        ...waiting,
      },
    },
  }
}
