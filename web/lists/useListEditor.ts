import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AlbumCard } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'
import { keepDraft, useDraftKeeping } from '../lib/onDevice.ts'
import { newSubmission } from '../lib/submission.ts'
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
  sameList,
  type EditedList,
  type Removed,
  type Row,
} from './editorState.ts'
import { keptOf, readDraft, type Draft } from './listDraft.ts'
import type { ReadyDraft } from './useSaveList.ts'

/** State of a list on the server; version 0 means that the list is not created yet. */
export type SavedList = { version: number; list: EditedList }

const newDraft = (saved: SavedList): Draft => ({ ...saved, submission: newSubmission(), sent: false })

/** Returns the stored draft, unless it equals the saved list. */
function begin(place: string, saved: SavedList) {
  const draft = readDraft(place)
  return draft && !sameList(draft.list, saved.list)
    ? { draft, restored: true }
    : { draft: newDraft(saved), restored: false }
}

/**
 * State of the list editor. While it differs from `saved`, it is stored on the device under `place`, and restored by the next
 * editor there. Chosen albums are resolved immediately, so that saving only sends ids.
 */
export function useListEditor(place: string, saved: SavedList) {
  const { client } = trpc.useUtils()
  const [begun] = useState(() => begin(place, saved))
  const [list, setList] = useState(begun.draft.list)
  const [base, setBase] = useState(saved.list)
  const [restored, setRestored] = useState(begun.restored)
  const [isOutdated, setOutdated] = useState(begun.draft.version !== saved.version)
  const [removed, setRemoved] = useState<Removed[]>([])
  const [isKept, setKept] = useState(true)
  const [said, setSaid] = useState('')
  // Current state between two renders, for responses and timers.
  const now = useRef({ draft: begun.draft, saved, isLocked: false, isOver: false })
  const choosing = useRef(new Map<string, Promise<void>>())

  const keep = useCallback(() => {
    const { draft, saved: onServer, isOver } = now.current
    const isNothing = isOver || sameList(draft.list, onServer.list)
    setKept(keepDraft(place, isNothing ? null : keptOf(draft)))
  }, [place])
  const onForgotten = useCallback(() => {
    const { draft } = now.current
    // Another tab has saved the draft as a list. Unless it was changed here since the start, this tab's draft means the same
    // list.
    if (sameList(draft.list, begun.draft.list)) return
    now.current.draft = { ...draft, submission: newSubmission(), sent: false }
    keep()
  }, [keep, begun])
  const touch = useDraftKeeping(place, { keep, onForgotten })

  const change = useCallback(
    (step: (before: EditedList) => EditedList) => {
      const { draft } = now.current
      now.current.draft = { ...draft, list: step(draft.list) }
      setList(now.current.draft.list)
      touch()
    },
    [touch],
  )

  const choose = useCallback(
    ({ key, album }: Row) => {
      const asked = client.lists.choose
        .mutate(refOf(album))
        .then(
          (found) => change((before) => rowFound(before, key, found)),
          (error: unknown) =>
            change((before) => rowFailed(before, key, refusalText(error, texts.lists.albumFailed))),
        )
        .finally(() => choosing.current.delete(key))
      choosing.current.set(key, asked)
    },
    [client, change],
  )
  const retry = useCallback(
    (row: Row) => {
      change((before) => rowFailed(before, row.key, null))
      choose(row)
    },
    [change, choose],
  )

  // Albums without an id: they were not resolved yet when the draft was stored.
  const chooseRest = useEffectEvent(() => list.rows.filter(({ id }) => id === null).forEach(choose))
  useEffect(() => chooseRest(), [])

  const remove = useCallback(
    (key: string) => {
      if (now.current.isLocked) return
      const { rows } = now.current.draft.list
      const index = rows.findIndex((row) => row.key === key)
      if (index < 0) return
      setRemoved((before) => [...before, { row: rows[index]!, index }])
      setSaid('')
      change((before) => removeRow(before, key))
    },
    [change],
  )
  const move = useCallback(
    (from: number, to: number) => {
      if (now.current.isLocked) return
      const { rows } = now.current.draft.list
      setSaid(texts.lists.movedTo(rows[from]!.album.name, to + 1, rows.length))
      change((before) => moveRow(before, from, to))
    },
    [change],
  )
  const note = useCallback(
    (key: string, text: string) => {
      if (!now.current.isLocked) change((before) => noteRow(before, key, text))
    },
    [change],
  )
  const add = (row: Row, index?: number) => {
    if (now.current.draft.list.rows.length >= limits.listAlbums) return toast.error(texts.lists.full)
    setSaid(texts.lists.albumAdded(row.album.name))
    change((before) => addRow(before, row, index))
    if (row.id === null && !choosing.current.has(row.key)) retry(row)
  }

  const restart = (next: SavedList) => {
    now.current = { draft: newDraft(next), saved: next, isLocked: false, isOver: false }
    setList(next.list)
    setBase(next.list)
    setRemoved([])
    setRestored(false)
    setOutdated(false)
    keep()
  }

  return {
    list,
    isChanged: !sameList(list, base),
    /** true if the editor started with a stored draft */
    restored,
    /** true if the list was saved elsewhere since */
    isOutdated,
    setOutdated,
    /** true if the device stores the draft */
    isKept,
    /** announcement of the last change, for screen readers */
    said,
    write: (fields: Partial<Omit<EditedList, 'rows'>>) => {
      if (!now.current.isLocked) change((before) => ({ ...before, ...fields }))
    },
    note,
    toggle: (album: AlbumCard) => {
      if (now.current.isLocked) return
      const key = keyOf(album)
      const there = now.current.draft.list.rows.find((row) => row.key === key || keyOf(row.album) === key)
      if (there) remove(there.key)
      else add(newRow(album))
    },
    remove,
    move,
    retry,
    lastRemoved: removed.at(-1)?.row.album ?? null,
    /** restores the last removed row and returns its index */
    undo: () => {
      const last = removed.at(-1)
      if (!last || now.current.isLocked) return null
      setRemoved(removed.slice(0, -1))
      add(last.row, last.index)
      return last.index
    },
    /** waits until every album is resolved or has failed; returns the draft at that moment */
    settled: async (): Promise<ReadyDraft> => {
      now.current.isLocked = true
      await Promise.all(choosing.current.values())
      const { draft, saved: onServer } = now.current
      return { ...draft, base: draft.version === onServer.version ? onServer.list : null }
    },
    /** records that the draft is being sent: from now on the server may have it */
    sending: () => {
      now.current.draft = { ...now.current.draft, sent: true }
      keep()
    },
    unlock: () => void (now.current.isLocked = false),
    /** the draft replaces this version */
    replaces: (version: number) => {
      now.current.draft = { ...now.current.draft, version }
      setOutdated(false)
    },
    /** restarts with the server's state */
    restart,
    discard: () => restart({ version: now.current.draft.version, list: base }),
    /** stops storing the draft and deletes it */
    forget: () => {
      now.current.isOver = true
      keep()
    },
  }
}
