import type { EventType, PlakEvent } from '../../shared/events.ts'
import type { LoggedEvent } from './eventLog.ts'
import { namesIn } from './shown.ts'

/** events that a process keeps in memory, so that many clients coming back after a restart read no events */
const MEMORY = 5_000

/** after these much of what is remembered may be shown no more: the database is asked */
const HIDING: ReadonlySet<EventType> = new Set(['user.removed', 'user.disabled', 'user.audience'])

type Entry = { seq: number; event: LoggedEvent | null; shown: string[] }

/**
 * The latest events of the log in this process, after the number `head`. Events of things that were removed since are dropped from
 * it. When an account is deleted all of them are, and replays read the log in the database, without that account's events.
 */
export function makeMemory(head: number) {
  const entries: Entry[] = []
  let known = head
  const showing = new Map<string, Set<Entry>>()

  function release(entry: Entry) {
    for (const name of entry.shown) {
      const others = showing.get(name)
      others?.delete(entry)
      if (others?.size === 0) showing.delete(name)
    }
  }

  /** Forgets the events up to a number. */
  function forgetUpTo(seq: number) {
    if (seq <= known) return
    known = seq
    const first = entries.findIndex((entry) => entry.seq > seq)
    entries.splice(0, first === -1 ? entries.length : first).forEach(release)
  }

  function remember(logged: LoggedEvent, event: PlakEvent) {
    const { shown, removed } = namesIn(event)
    for (const entry of showing.get(removed ?? '') ?? []) {
      entry.event = null
      release(entry)
    }
    const entry = { seq: logged.seq, event: logged, shown }
    for (const name of shown) showing.set(name, (showing.get(name) ?? new Set()).add(entry))
    entries.push(entry)
    if (HIDING.has(event.type)) forgetUpTo(logged.seq)
    // Trimmed now and then in one go: shifting a long array at each event is not free.
    else if (entries.length >= 2 * MEMORY) forgetUpTo(entries[entries.length - MEMORY]!.seq - 1)
  }

  /** The events of some topics after one number up to another; null where this memory does not reach back so far. */
  function missed(topics: ReadonlySet<string>, after: number, upTo: number): LoggedEvent[] | null {
    if (after < known) return null
    return entries.flatMap(({ seq, event }) =>
      event && seq > after && seq <= upTo && topics.has(event.topic) ? [event] : [],
    )
  }

  return { remember, missed, forgetUpTo }
}
