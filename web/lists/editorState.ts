import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard, AlbumRef } from '../../shared/catalog.ts'
import type { ListAlbum, ListDraft } from '../../shared/lists.ts'
import type { Visibility } from '../../shared/visibility.ts'

/** `id` is null until the server has resolved the album. `key` does not change when the catalogue corrects the names. */
export type Row = { key: string; album: AlbumCard; id: number | null; note: string; failure: string | null }

/** `visibility` is null in a new list until the user chooses one; the list then has their default visibility. */
export type EditedList = {
  name: string
  description: string
  ranked: boolean
  visibility: Visibility | null
  rows: Row[]
}

export type Removed = { row: Row; index: number }

export const refOf = ({ artist, name }: AlbumCard): AlbumRef => ({ artist, album: name })
export const keyOf = (album: AlbumCard): string => albumKey(refOf(album))

export const newRow = (album: AlbumCard): Row => ({
  key: keyOf(album),
  album,
  id: null,
  note: '',
  failure: null,
})

const knownRow = ({ id, note, ...album }: ListDraft['albums'][number]): Row => ({
  key: keyOf(album),
  album,
  id,
  note,
  failure: null,
})

export const emptyList: EditedList = {
  name: '',
  description: '',
  ranked: false,
  visibility: null,
  rows: [],
}

export const editedList = ({ name, description, ranked, visibility, albums }: ListDraft): EditedList => ({
  name,
  description,
  ranked,
  visibility,
  rows: albums.map(knownRow),
})

/** True if saving both states would have the same result. */
export const sameList = (a: EditedList, b: EditedList): boolean =>
  a.name.trim() === b.name.trim() &&
  a.description.trim() === b.description.trim() &&
  a.ranked === b.ranked &&
  a.visibility === b.visibility &&
  (a.rows === b.rows ||
    (a.rows.length === b.rows.length && a.rows.every((row, index) => isSameRow(row, b.rows[index]!))))

const isSameRow = (a: Row, b: Row) => a.key === b.key && a.note.trim() === b.note.trim()

/** Returns the keys of the rows' albums, both as chosen and as named by the catalogue. */
export const keysOf = (rows: readonly Row[]): ReadonlySet<string> =>
  new Set(rows.flatMap(({ key, album }) => [key, keyOf(album)]))

const withRows = (list: EditedList, rows: Row[]): EditedList => ({ ...list, rows })

/** An album that is already in the list keeps its position. */
export function addRow(list: EditedList, row: Row, index = list.rows.length): EditedList {
  const isThere = list.rows.some(({ key, id }) => key === row.key || (id !== null && id === row.id))
  return isThere ? list : withRows(list, list.rows.toSpliced(index, 0, row))
}

export const removeRow = (list: EditedList, key: string): EditedList =>
  withRows(
    list,
    list.rows.filter((row) => row.key !== key),
  )

export const moveRow = (list: EditedList, from: number, to: number): EditedList =>
  withRows(list, list.rows.toSpliced(from, 1).toSpliced(to, 0, list.rows[from]!))

const changeRow = (list: EditedList, key: string, change: (row: Row) => Row): EditedList =>
  withRows(
    list,
    list.rows.map((row) => (row.key === key ? change(row) : row)),
  )

/** If the album is already in the list under another name, the row is removed. */
export function rowFound(list: EditedList, key: string, { id, ...album }: ListAlbum): EditedList {
  const isTwice = list.rows.some((row) => row.key !== key && row.id === id)
  return isTwice
    ? removeRow(list, key)
    : changeRow(list, key, (row) => ({ ...row, album, id, failure: null }))
}

/** `failure` is null during a retry. */
export const rowFailed = (list: EditedList, key: string, failure: string | null): EditedList =>
  changeRow(list, key, (row) => ({ ...row, failure }))

export const noteRow = (list: EditedList, key: string, note: string): EditedList =>
  changeRow(list, key, (row) => ({ ...row, note }))

/** Returns the input for saving: albums by id, with a note only if it differs from `base`, the state on the server. */
export function fieldsOf({ visibility, rows, ...fields }: EditedList, base: EditedList | null = null) {
  const notes = new Map(base?.rows.map(({ id, note }) => [id, note]))
  return {
    ...fields,
    ...(visibility !== null && { visibility }),
    albums: rows.map(({ id, album, note }) => {
      const isKept = note === (id === null ? '' : (notes.get(id) ?? ''))
      if (id === null) return isKept ? refOf(album) : { ...refOf(album), note }
      return isKept ? id : { id, note }
    }),
  }
}
