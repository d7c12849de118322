import type { AlbumCard, CoverAlbum } from '../../shared/catalog.ts'
import { visibilities } from '../../shared/levels.ts'
import { limits } from '../../shared/limits.ts'
import { partsOf, readOnDevice } from '../lib/onDevice.ts'
import { isSubmission } from '../lib/submission.ts'
import { keyOf, type EditedList } from './editorState.ts'

export type Draft = {
  /** version of the list when the draft was started; 0 for a new list */
  version: number
  /** identifies the creation of a new list; `sent` is true once it was sent */
  submission: string
  sent: boolean
  list: EditedList
}

/** Drafts of an earlier release contain neither notes nor the two choices. */
type KeptAlbum = CoverAlbum & Partial<AlbumCard> & { id: number | null; note?: string }
type Kept = Omit<Draft, 'list'> &
  Pick<EditedList, 'name' | 'description'> &
  Partial<Pick<EditedList, 'ranked' | 'visibility'>> & { albums: KeptAlbum[] }

export function readDraft(place: string): Draft | null {
  const value = readOnDevice(place)
  if (!isKept(value)) return null
  const {
    version,
    submission,
    sent: wasSent,
    name,
    description,
    ranked = false,
    visibility = null,
    albums,
  } = value
  const rows = albums.map(({ id, artist, name: title, image, year = null, note = '' }) => {
    const album = { artist, name: title, image, year }
    return { key: keyOf(album), album, id, note, failure: null }
  })
  return { version, submission, sent: wasSent, list: { name, description, ranked, visibility, rows } }
}

export const keptOf = ({ list: { rows, ...fields }, ...rest }: Draft): Kept => ({
  ...rest,
  ...fields,
  albums: rows.map(({ id, album: { artist, name: title, image, year }, note }) => ({
    id,
    artist,
    name: title,
    image,
    year,
    note,
  })),
})

function isKept(value: unknown): value is Kept {
  const {
    version,
    submission,
    sent: wasSent,
    name,
    description,
    ranked,
    visibility,
    albums,
  } = partsOf<Kept>(value)
  const isHead = Number.isInteger(version) && isSubmission(submission) && typeof wasSent === 'boolean'
  const isWritten = typeof name === 'string' && typeof description === 'string'
  const isRanked = ranked === undefined || typeof ranked === 'boolean'
  const hasLevel = (visibility ?? null) === null || visibilities.some((level) => level === visibility)
  return isHead && isWritten && isRanked && hasLevel && Array.isArray(albums) && albums.every(isKeptAlbum)
}

function isKeptAlbum(value: unknown): value is KeptAlbum {
  const { id, artist, name, image, year, note } = partsOf<KeptAlbum>(value)
  const isNumbered =
    id === null || (typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= limits.rowId)
  return (
    isNumbered &&
    typeof artist === 'string' &&
    typeof name === 'string' &&
    (note === undefined || typeof note === 'string') &&
    (image === null || typeof image === 'string') &&
    typeof (year ?? 0) === 'number'
  )
}
