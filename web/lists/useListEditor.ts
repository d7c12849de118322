import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AlbumCard } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'
import { refusalText, trpc } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'
import {
  addRow,
  keyOf,
  moveRow,
  newRow,
  noteRow,
  refOf,
  removeRow,
  rowFailed,
  rowFound,
  type EditedList,
  type Removed,
  type Row,
} from './editorState.ts'
import { useListDraft, type SavedList } from './useListDraft.ts'
import type { ReadyDraft } from './useSaveList.ts'

/** Changes are ignored while the list is being saved. */
export function useListEditor(place: string, saved: SavedList) {
  const draft = useListDraft(place, saved)
  const { change } = draft
  const albums = useAlbumIds(draft)
  const isLocked = useRef(false)
  const { forgetRemoved, ...rows } = useRows(draft, albums, isLocked)

  const restart = (next: SavedList) => {
    isLocked.current = false
    forgetRemoved()
    draft.restart(next)
  }
  return {
    ...draft,
    ...rows,
    retry: albums.retry,
    write: (fields: Partial<Omit<EditedList, 'rows'>>) => {
      if (!isLocked.current) change((previous) => ({ ...previous, ...fields }))
    },
    /** waits until every album is resolved or has failed; returns the draft at that moment */
    settled: async (): Promise<ReadyDraft> => {
      isLocked.current = true
      await albums.settled()
      return draft.ready()
    },
    unlock: () => void (isLocked.current = false),
    restart,
    discard: () => restart(draft.original()),
  }
}

type ListDraft = ReturnType<typeof useListDraft>

/** Resolves chosen albums immediately, so that saving only sends ids. */
function useAlbumIds({ list, change }: ListDraft) {
  const { client } = trpc.useUtils()
  const requests = useRef(new Map<string, Promise<void>>())

  const choose = useCallback(
    ({ key, album }: Row) => {
      const request = client.lists.choose
        .mutate(refOf(album))
        .then(
          (listAlbum) => change((previous) => rowFound(previous, key, listAlbum)),
          (error: unknown) =>
            change((previous) => rowFailed(previous, key, refusalText(error, texts.lists.albumFailed))),
        )
        .finally(() => requests.current.delete(key))
      requests.current.set(key, request)
    },
    [client, change],
  )
  const retry = useCallback(
    (row: Row) => {
      change((previous) => rowFailed(previous, row.key, null))
      choose(row)
    },
    [change, choose],
  )

  // Albums without an id: they were not resolved yet when the draft was stored.
  const chooseRest = useEffectEvent(() => list.rows.filter(({ id }) => id === null).forEach(choose))
  useEffect(() => chooseRest(), [])

  return {
    retry,
    isPending: (key: string) => requests.current.has(key),
    settled: () => Promise.all(requests.current.values()),
  }
}

/** `announcement` is the last change, for screen readers. */
function useRows(
  { change, rowsNow }: ListDraft,
  { retry, isPending }: ReturnType<typeof useAlbumIds>,
  isLocked: { readonly current: boolean },
) {
  const [removedRows, setRemovedRows] = useState<Removed[]>([])
  const [announcement, setAnnouncement] = useState('')

  const remove = useCallback(
    (key: string) => {
      const rows = rowsNow()
      const index = rows.findIndex((row) => row.key === key)
      if (isLocked.current || index < 0) return
      setRemovedRows((previous) => [...previous, { row: rows[index]!, index }])
      setAnnouncement('')
      change((previous) => removeRow(previous, key))
    },
    [change, rowsNow, isLocked],
  )
  const move = useCallback(
    (from: number, to: number) => {
      if (isLocked.current) return
      const rows = rowsNow()
      setAnnouncement(texts.lists.movedTo(rows[from]!.album.name, to + 1, rows.length))
      change((previous) => moveRow(previous, from, to))
    },
    [change, rowsNow, isLocked],
  )
  const note = useCallback(
    (key: string, text: string) => {
      if (!isLocked.current) change((previous) => noteRow(previous, key, text))
    },
    [change, isLocked],
  )
  const add = (row: Row, index?: number) => {
    if (rowsNow().length >= limits.listAlbums) return toast.error(texts.lists.full)
    setAnnouncement(texts.lists.albumAdded(row.album.name))
    change((previous) => addRow(previous, row, index))
    if (row.id === null && !isPending(row.key)) retry(row)
  }
  const toggle = (album: AlbumCard) => {
    if (isLocked.current) return
    const key = keyOf(album)
    const existing = rowsNow().find((row) => row.key === key || keyOf(row.album) === key)
    if (existing) remove(existing.key)
    else add(newRow(album))
  }
  const undo = () => {
    const last = removedRows.at(-1)
    if (!last || isLocked.current) return null
    setRemovedRows(removedRows.slice(0, -1))
    add(last.row, last.index)
    return last.index
  }
  const lastRemoved = removedRows.at(-1)?.row.album ?? null
  const forgetRemoved = () => setRemovedRows([])
  return { announcement, lastRemoved, remove, move, note, toggle, undo, forgetRemoved }
}
