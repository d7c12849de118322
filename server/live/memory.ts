import type { EventType, PlakEvent } from '../../shared/events.ts'
import type { LoggedEvent, Range } from './eventLog.ts'
import { namesIn } from './shown.ts'

/** number of events that a process keeps in memory, so that many clients reconnecting after a restart cause no reads */
const MEMORY = 5_000

/** after these events, many events in memory may no longer be shown: the memory is cleared, and replays read the database */
const HIDING: ReadonlySet<EventType> = new Set(['user.removed', 'user.disabled', 'user.audience'])

type Entry = { seq: number; event: LoggedEvent | null; shown: string[] }

/**
 * Keeps the latest events of the log in this process, those after the number `head`. Events of things that were removed since are
 * dropped. When an account is deleted, disabled or changes its audience, all events are dropped; replays then read the log in the
 * database, from which a deleted account's events are gone.
 */
export function makeMemory(head: number) {
  const entries: Entry[] = []
  let droppedUpTo = head
  const showing = new Map<string, Set<Entry>>()

  function release(entry: Entry) {
    for (const name of entry.shown) {
      const others = showing.get(name)
      others?.delete(entry)
      if (others?.size === 0) showing.delete(name)
    }
  }

  function forgetUpTo(seq: number) {
    if (seq <= droppedUpTo) return
    droppedUpTo = seq
    const first = entries.findIndex((entry) => entry.seq > seq)
    entries.splice(0, first === -1 ? entries.length : first).forEach(release)
  }

  function remember(logged: LoggedEvent, event: PlakEvent) {
    const { shown: shownNames, removed: removedName } = namesIn(event)
    for (const entry of showing.get(removedName ?? '') ?? []) {
      entry.event = null
      release(entry)
    }
    const entry = { seq: logged.seq, event: logged, shown: shownNames }
    for (const name of shownNames) showing.set(name, (showing.get(name) ?? new Set()).add(entry))
    entries.push(entry)
    if (HIDING.has(event.type)) forgetUpTo(logged.seq)
    // Trimmed occasionally in one step: shifting a long array for each event costs time.
    else if (entries.length >= 2 * MEMORY) forgetUpTo(entries[entries.length - MEMORY]!.seq - 1)
  }

  /** null if the memory does not reach back that far */
  function missed(topics: ReadonlySet<string>, { after, upTo }: Range): LoggedEvent[] | null {
    if (after < droppedUpTo) return null
    return entries.flatMap(({ seq, event }) =>
      event && seq > after && seq <= upTo && topics.has(event.topic) ? [event] : [],
    )
  }

  return { remember, missed, forgetUpTo }
}
