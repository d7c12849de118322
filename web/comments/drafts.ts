import { useSyncExternalStore } from 'react'
import { keepDraft, readOnDevice } from '../lib/onDevice.ts'
import { onPersonGone } from '../lib/personal.ts'
import { draftOf, emptyDraft, keptOf, type Draft, type Outgoing } from './draft.ts'

/** Drafts of this tab by storage key: they outlive a folded thread and its pending requests. */
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

// By then the text is stored on the device, under the user's nickname.
onPersonGone(() => drafts.clear())

export function readDraft(place: string): Draft {
  const draft = drafts.get(place) ?? draftOf(readOnDevice(place))
  drafts.set(place, draft)
  return draft
}

export function changeDraft(place: string, change: (draft: Draft) => Draft) {
  const previous = readDraft(place)
  const next = change(previous)
  if (next === previous) return
  drafts.set(place, next)
  keepDraft(place, keptOf(next))
  listeners.forEach((listener) => listener())
}

/** Drops a text that another tab sent or discarded; stores a different text again. */
function followOtherTab({ key, oldValue, newValue }: StorageEvent) {
  const draft = key === null ? undefined : drafts.get(key)
  if (!key || !draft || newValue !== null) return
  const isSame = !draft.sending && draftOf(JSON.parse(oldValue ?? 'null')).text === draft.text
  if (!isSame) return void keepDraft(key, keptOf(draft))
  drafts.set(key, emptyDraft)
  listeners.forEach((listener) => listener())
}

function listen(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', followOtherTab)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherTab)
  }
}

function useOfDraft<Part>(place: string | null, partOf: (draft: Draft) => Part): Part {
  return useSyncExternalStore(
    listen,
    () => partOf(place === null ? emptyDraft : readDraft(place)),
    () => partOf(emptyDraft),
  )
}

export const useDraftText = (place: string | null): string => useOfDraft(place, ({ text }) => text)

export const useSending = (place: string | null): Outgoing | null =>
  useOfDraft(place, ({ sending }) => sending)
