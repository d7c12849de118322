import type { EventPayloads, EventType, PlakEvent } from '../../shared/events.ts'
import type { LoggedEvent } from './eventLog.ts'
import { textFrame } from './textFrame.ts'

/** Reads an event out of the log's text. The cast is the one place where the log's own writing is trusted. */
export const readEvent = ({ type, payload }: LoggedEvent): PlakEvent =>
  ({ type: type as EventType, ...(JSON.parse(payload) as EventPayloads[EventType]) }) as PlakEvent

/** An event as it is sent to subscribers; each is known to its client by a number, which stands in front. */
export type Telling = {
  type: EventType
  /** the frame of those whose message begins with `front`: most do with one of a few, so it is made once for all */
  frameFor: (front: string) => Buffer
}

/** Writes events as tRPC sends them to a subscription, each once; `cursor` gives an event's id by its number in the log. */
export function makeTellings(cursor: (seq: number) => string): (event: LoggedEvent) => Telling {
  // Events are handed on one after the other: what is made of one is needed until the next.
  let last: { event: LoggedEvent; telling: Telling } | null = null

  function write({ seq, type, payload }: LoggedEvent): Telling {
    const said = payload === '{}' ? `{"type":"${type}"}` : `{"type":"${type}",${payload.slice(1)}`
    const id = cursor(seq)
    const text = `,"result":{"type":"data","data":{"id":"${id}","data":${said}},"id":"${id}"}}`
    const frames = new Map<string, Buffer>()
    const make = (front: string) => {
      const frame = textFrame(front + text)
      frames.set(front, frame)
      return frame
    }
    return { type: type as EventType, frameFor: (front) => frames.get(front) ?? make(front) }
  }

  return (event) => {
    if (last?.event !== event) last = { event, telling: write(event) }
    return last.telling
  }
}
