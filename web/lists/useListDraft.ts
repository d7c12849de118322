import { useCallback, useRef, useState } from 'react'
import { keepDraft, useDraftKeeping } from '../lib/onDevice.ts'
import { newSubmission } from '../lib/submission.ts'
import { sameList, type EditedList } from './editorState.ts'
import { keptOf, readDraft, type Draft } from './listDraft.ts'
import type { ReadyDraft } from './useSaveList.ts'

/** State of a list on the server; version 0 means that the list is not created yet. */
export type SavedList = { version: number; list: EditedList }

const newDraft = (saved: SavedList): Draft => ({ ...saved, submission: newSubmission(), sent: false })

function initialDraft(place: string, saved: SavedList) {
  const draft = readDraft(place)
  return draft && !sameList(draft.list, saved.list)
    ? { draft, restored: true }
    : { draft: newDraft(saved), restored: false }
}

/** While it differs from `saved`, the draft is stored on the device under `place`, and restored by the next editor there. */
export function useListDraft(place: string, saved: SavedList) {
  const [initial] = useState(() => initialDraft(place, saved))
  const [base, setBase] = useState(saved.list)
  const [restored, setRestored] = useState(initial.restored)
  const [isOutdated, setOutdated] = useState(initial.draft.version !== saved.version)
  const { latest, setLatest, list, setList, change, keep, isKept } = useKeptDraft(place, initial.draft, saved)

  return {
    list,
    isChanged: !sameList(list, base),
    restored,
    isOutdated,
    setOutdated,
    /** true if the device stores the draft */
    isKept,
    change,
    rowsNow: useCallback(() => latest.current.draft.list.rows, [latest]),
    /** returns the current draft with the server's state of its version, if known */
    ready: (): ReadyDraft => {
      const { draft, saved: onServer } = latest.current
      return { ...draft, base: draft.version === onServer.version ? onServer.list : null }
    },
    /** records that the draft is being sent: from now on the server may have it */
    sending: () => {
      setLatest({ draft: { ...latest.current.draft, sent: true } })
      keep()
    },
    /** the draft replaces this version */
    replaces: (version: number) => {
      setLatest({ draft: { ...latest.current.draft, version } })
      setOutdated(false)
    },
    original: (): SavedList => ({ version: latest.current.draft.version, list: base }),
    restart: (next: SavedList) => {
      setLatest({ draft: newDraft(next), saved: next, isOver: false })
      setList(next.list)
      setBase(next.list)
      setRestored(false)
      setOutdated(false)
      keep()
    },
    forget: () => {
      setLatest({ isOver: true })
      keep()
    },
  }
}

/** Stores the draft on the device; `latest` is the current state between two renders, for responses and timers. */
function useKeptDraft(place: string, initial: Draft, saved: SavedList) {
  const [list, setList] = useState(initial.list)
  const [isKept, setKept] = useState(true)
  const latest = useRef({ draft: initial, saved, isOver: false })
  const setLatest = (next: Partial<(typeof latest)['current']>) => {
    latest.current = { ...latest.current, ...next }
  }
  const keep = useCallback(() => {
    const { draft, saved: onServer, isOver } = latest.current
    const isNothing = isOver || sameList(draft.list, onServer.list)
    setKept(keepDraft(place, isNothing ? null : keptOf(draft)))
  }, [place])
  const onForgotten = useCallback(() => {
    const { draft } = latest.current
    // Another tab has saved the draft as a list. This tab's draft means the same, unless it was changed since the start.
    if (sameList(draft.list, initial.list)) return
    latest.current.draft = { ...draft, submission: newSubmission(), sent: false }
    keep()
  }, [keep, initial])
  const touch = useDraftKeeping(place, { keep, onForgotten })
  const change = useCallback(
    (step: (previous: EditedList) => EditedList) => {
      const { draft } = latest.current
      latest.current.draft = { ...draft, list: step(draft.list) }
      setList(latest.current.draft.list)
      touch()
    },
    [touch],
  )
  return { latest, setLatest, list, setList, change, keep, isKept }
}
