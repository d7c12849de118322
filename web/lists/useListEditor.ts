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

/** A list as the server has it; version 0 is one that is yet to be made. */
export type SavedList = { version: number; list: EditedList }

const newDraft = (saved: SavedList): Draft => ({ ...saved, submission: newSubmission(), sent: false })

/** The draft on the device, unless it says what is saved anyway. */
function begin(place: string, saved: SavedList) {
  const draft = readDraft(place)
  return draft && !sameList(draft.list, saved.list)
    ? { draft, restored: true }
    : { draft: newDraft(saved), restored: false }
}

/**
 * A list while it is edited. What differs from `saved` is kept on the device at `place` while one types, and comes back
 * with the next editor there. Each album that is chosen is told to the server at once, so that saving has only numbers
 * to send.
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
  // The truth between two renders, for answers and timers.
  const now = useRef({ draft: begun.draft, saved, isLocked: false, isOver: false })
  const choosing = useRef(new Map<string, Promise<void>>())

  const keep = useCallback(() => {
    const { draft, saved: onServer, isOver } = now.current
    const isNothing = isOver || sameList(draft.list, onServer.list)
    setKept(keepDraft(place, isNothing ? null : keptOf(draft)))
  }, [place])
  const onForgotten = useCallback(() => {
    const { draft } = now.current
    // Another tab has made a list of the draft. As long as this one says the same, it means the same list.
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

  // Albums whose numbers had not come yet when the draft was kept.
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
    /** it began with a draft from the device */
    restored,
    /** somebody has saved the list since */
    isOutdated,
    setOutdated,
    /** whether the device keeps the draft */
    isKept,
    /** what has just happened, for screen readers */
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
    /** brings back what was taken out last, and says to which place */
    undo: () => {
      const last = removed.at(-1)
      if (!last || now.current.isLocked) return null
      setRemoved(removed.slice(0, -1))
      add(last.row, last.index)
      return last.index
    },
    /** waits until every album has its number, or none; gives the draft as it is then */
    settled: async (): Promise<ReadyDraft> => {
      now.current.isLocked = true
      await Promise.all(choosing.current.values())
      const { draft, saved: onServer } = now.current
      return { ...draft, base: draft.version === onServer.version ? onServer.list : null }
    },
    /** the draft is on its way to the server: from now on it may be there */
    sending: () => {
      now.current.draft = { ...now.current.draft, sent: true }
      keep()
    },
    unlock: () => void (now.current.isLocked = false),
    /** what is written here replaces this version */
    replaces: (version: number) => {
      now.current.draft = { ...now.current.draft, version }
      setOutdated(false)
    },
    /** starts again with what the server has */
    restart,
    discard: () => restart({ version: now.current.draft.version, list: base }),
    /** its draft can be dropped */
    forget: () => {
      now.current.isOver = true
      keep()
    },
  }
}
