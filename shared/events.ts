import { z } from 'zod'
import type { ActivityEntry } from './activity.ts'

/** What can happen, by the event's type; each payload is the public view itself. */
export type EventPayloads = {
  /** a log was made or changed by hand; on the topic of its author */
  'log.saved': { entry: ActivityEntry }
  'log.removed': { id: number }
  /** the viewer began or ceased to follow somebody; on the viewer's own topic */
  'follow.added': { nickname: string }
  'follow.removed': { nickname: string }
  /** the sessions of a person that ended (their ids; never sent to a browser) */
  'session.revoked': { sessions: number[] | 'all' }
}

export type EventType = keyof EventPayloads

/** An event as it travels: the type and, with it, the type's payload. */
export type PlakEvent<Type extends EventType = EventType> = {
  [T in Type]: { type: T } & EventPayloads[T]
}[Type]

/**
 * What the activity feed's subscription sends. `live`: it begins here (sent to who named no place to begin).
 * `reset`: what was missed cannot be replayed, so fetch anew.
 */
export type ActivityEvent =
  | PlakEvent<'log.saved' | 'log.removed' | 'follow.added' | 'follow.removed'>
  | { type: 'live' }
  | { type: 'reset' }

/** Where an event belongs; whoever listens to the topic is told. */
export const topics = {
  user: (id: number) => `user:${id}`,
  follows: (id: number) => `follows:${id}`,
  session: (userId: number) => `session:${userId}`,
} as const

/** Where a subscription begins: the id of the last event that the client has, or the `live` of a page. */
export const liveInput = z.object({ lastEventId: z.string().max(64).nullish() })
