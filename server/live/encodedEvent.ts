import type { EventPayloads, EventType, PlakEvent } from '../../shared/events.ts'
import type { LoggedEvent } from './eventLog.ts'
import { hasMentions } from './mentions.ts'
import { serverSentMessage } from './serverSent.ts'
import { textFrame } from './textFrame.ts'

/** Parses an event from the log. This cast is the only place that trusts the payloads in the log without validation. */
export const readEvent = ({ type, payload }: LoggedEvent): PlakEvent =>
  ({ type: type as EventType, ...(JSON.parse(payload) as EventPayloads[EventType]) }) as PlakEvent

/** An event as tRPC would encode it for subscribers. Each message begins with the request id of its client. */
export type EncodedEvent = {
  type: EventType
  people: readonly number[]
  hasMentions: boolean
  /**
   * returns the WebSocket frame with this prefix; only few prefixes are in use, so each frame is built once, for all subscribers
   */
  frameWithPrefix: (prefix: string) => Buffer
  /** returns the message of an event stream over HTTP, which is built only once */
  serverSent: () => Buffer
}

export function makeEncoder(cursor: (seq: number) => string): (event: LoggedEvent) => EncodedEvent {
  // Events are dispatched one after the other, so only the latest encoding is needed.
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
    let message: Buffer | null = null
    return {
      type: type as EventType,
      people,
      hasMentions: hasMentions(payload),
      serverSent: () => (message ??= serverSentMessage(id, type, payload)),
      frameWithPrefix: (prefix) => frames.get(prefix) ?? make(prefix),
    }
  }

  return (event) => {
    if (last?.event !== event) last = { event, encoded: encode(event) }
    return last.encoded
  }
}
