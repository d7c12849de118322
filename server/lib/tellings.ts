import type { EventPayloads, EventType, PlakEvent } from '../../shared/events.ts'
import type { LoggedEvent } from './eventLog.ts'

/** Reads an event out of the log's text. The cast is the one place where the log's own writing is trusted. */
export const readEvent = ({ type, payload }: LoggedEvent): PlakEvent =>
  ({ type: type as EventType, ...(JSON.parse(payload) as EventPayloads[EventType]) }) as PlakEvent

/** An event as a text that every subscriber is sent behind its own number. */
export type Telling = { type: EventType; text: string }

/** Writes events as tRPC sends them to a subscription, each once; `cursor` gives an event's id by its number in the log. */
export function makeTellings(cursor: (seq: number) => string): (event: LoggedEvent) => Telling {
  // Kept no longer than the event itself is: most are told to nobody, a few to thousands.
  const made = new WeakMap<LoggedEvent, Telling>()

  function write({ seq, type, payload }: LoggedEvent): Telling {
    const said = payload === '{}' ? `{"type":"${type}"}` : `{"type":"${type}",${payload.slice(1)}`
    const id = cursor(seq)
    const text = `,"result":{"type":"data","data":{"id":"${id}","data":${said}},"id":"${id}"}}`
    return { type: type as EventType, text }
  }

  return (event) => {
    const known = made.get(event)
    if (known) return known
    const telling = write(event)
    made.set(event, telling)
    return telling
  }
}
