import type { AlbumRef } from '../../shared/catalog.ts'
import type { AlbumState, OwnLog } from '../../shared/logs.ts'
import { dateToDay } from '../ui/dates.ts'
import { adoptDraft, draftPlace, valuesOf, type Asked } from './form/draft.ts'
import type { Saved } from './form/useDraftForm.ts'

/** Returns the form data of a saved listening. */
export const savedIn = (log: OwnLog): Saved => ({
  target: { id: log.id, version: log.version },
  values: valuesOf(log),
})

/** Returns the storage key of a dialog's draft, and the initial data without a draft. */
export function beginForm(
  nickname: string,
  album: AlbumRef,
  asked: Asked,
  { log, favorite, listens, defaultVisibility }: AlbumState,
): { place: string; saved: Saved } {
  if (asked !== 'again' && log) {
    if (asked === 'newest') adoptDraft(nickname, album, log.id)
    return { place: draftPlace(nickname, album, log.id), saved: savedIn(log) }
  }
  const isFirst = listens === 0
  return {
    place: draftPlace(nickname, album, asked === 'newest' ? null : 'again'),
    saved: {
      target: null,
      values: {
        rating: 0,
        review: '',
        date: dateToDay(new Date()),
        favorite,
        relisten: !isFirst,
        visibility: defaultVisibility,
        tags: [],
      },
    },
  }
}
