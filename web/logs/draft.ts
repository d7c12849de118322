import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import type { OwnLog, SaveLogInput } from '../../shared/logs.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { draftKinds, forgetOnDevice, keepDraft, partsOf, readOnDevice } from '../lib/onDevice.ts'
import { isSubmission } from '../lib/submission.ts'
import { areSameTags } from '../tags/typing.ts'

/** What the log dialog holds; no date is an empty one. */
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
 * A draft is what was changed, and nothing else: the rest may be saved by another tab or device at the same time. `version` is the
 * one of the listening that was changed, `submission` what a new one is called.
 */
export type Draft = Partial<LogValues> & { version?: number; submission?: string }

/** Which listening a dialog is about: the newest one or the first, one more, or the one with this id. */
export type Asked = 'newest' | 'again' | number

/** Where the draft of a person about a listening lies on this device; of the first one of an album without an id. */
export function draftPlace(nickname: string, album: AlbumRef, which: number | 'again' | null): string {
  const place = `${draftKinds.log}:${nickname}:${albumKey(album)}`
  return which === null ? place : `${place}:${which}`
}

/** Makes what was written of the first listening of an album, before there was one, a draft of the one that there is now. */
export function adoptDraft(nickname: string, album: AlbumRef, id: number): void {
  const [from, to] = [draftPlace(nickname, album, null), draftPlace(nickname, album, id)]
  const draft = readDraft(from)
  if (draft && !readDraft(to) && keepDraft(to, draft)) forgetOnDevice(from)
}

/** What is another in `values` than in `base`. */
export const changes = (values: LogValues, base: LogValues): Partial<LogValues> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) =>
      name === 'tags' ? !areSameTags(values.tags, base.tags) : value !== base[name as keyof LogValues],
    ),
  )

export const sameValues = (a: LogValues, b: LogValues): boolean => Object.keys(changes(a, b)).length === 0

/** What a listening says, as the dialog holds it. */
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

/** What was changed, as the server takes it. */
export const inputOf = ({ date, ...rest }: Partial<LogValues>): Partial<SaveLogInput> => ({
  ...rest,
  ...(date !== undefined && { date: date || null }),
})

const isOf: { [Name in keyof LogValues]: (found: unknown) => boolean } = {
  rating: (found) => typeof found === 'number',
  review: (found) => typeof found === 'string',
  date: (found) => typeof found === 'string',
  favorite: (found) => typeof found === 'boolean',
  relisten: (found) => typeof found === 'boolean',
  tags: (found) => Array.isArray(found) && found.every((name) => typeof name === 'string'),
  visibility: (found) => found === 'everyone' || found === 'followers' || found === 'me',
}

/** The draft that lies there; null when there is none. */
export function readDraft(place: string): Draft | null {
  const found = readOnDevice(place)
  const { version, submission, ...values } = partsOf<Draft>(found)
  const isDraft =
    found !== null &&
    Object.entries(values).every(([name, value]) => isOf[name as keyof LogValues]?.(value) ?? false)
  if (!isDraft) return null
  return {
    ...values,
    ...(typeof version === 'number' && { version }),
    ...(isSubmission(submission) && { submission }),
  } as Draft
}
