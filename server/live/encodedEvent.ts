import type { EventPayloads, EventType, PlakEvent } from '../../shared/events.ts'
import type { LoggedEvent } from './eventLog.ts'
import { hasMentions } from './mentions.ts'
import { textFrame } from './textFrame.ts'

/** Reads an event out of the log's text. The cast is the one place where the log's own writing is trusted. */
export const readEvent = ({ type, payload }: LoggedEvent): PlakEvent =>
  ({ type: type as EventType, ...(JSON.parse(payload) as EventPayloads[EventType]) }) as PlakEvent

/** An event as tRPC would encode it for subscribers. Each message begins with the request id of its client. */
export type EncodedEvent = {
  type: EventType
  /** the person who caused it, and the owner of what it is about */
  people: readonly number[]
  /** whether it names people whom a text mentions */
  hasMentions: boolean
  /** the WebSocket frame with this beginning; few beginnings are in use, so each frame is made once for all */
  frameWithPrefix: (prefix: string) => Buffer
}

/** Encodes events, each once; `cursor` gives an event's id by its number in the log. */
export function makeEncoder(cursor: (seq: number) => string): (event: LoggedEvent) => EncodedEvent {
  // Events are dispatched one after the other: an encoding is needed until the next one.
  let last: { event: LoggedEvent; encoded: EncodedEvent } | null = null

  function encode({ seq, type, payload, people }: LoggedEvent): EncodedEvent {
    const data = payload === '{}' ? `{"type":"${type}"}` : `{"type":"${type}",${payload.slice(1)}`
    const id = cursor(seq)
    const text = `,"result":{"type":"data","data":{"id":"${id}","data":${data}},"id":"${id}"}}`
    const frames = new Map<string, Buffer>()
    const make = (prefix: string) => {
      const frame = textFrame(prefix + text)
      frames.set(prefix, frame)
      return frame
    }
    return {
      type: type as EventType,
      people,
      hasMentions: hasMentions(payload),
      frameWithPrefix: (prefix) => frames.get(prefix) ?? make(prefix),
    }
  }

  return (event) => {
    if (last?.event !== event) last = { event, encoded: encode(event) }
    return last.encoded
  }
}
