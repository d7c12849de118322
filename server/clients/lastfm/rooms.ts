import { bulkhead } from 'cockatiel'
import { makeGuard, type CallMeter, type Log } from '../../lib/http.ts'
import type { LastfmTiming } from './client.ts'

/** How calls of one kind of caller queue: how long they wait for a turn, in milliseconds, and what they pass through. */
type Room = { longestWait: number; enter: <T>(call: () => Promise<T>) => Promise<T> }

/**
 * The queues of those who call Last.fm. Visitors may fill only half of the places. Imports make one call at a time, take a turn only when
 * one is free soon, and have a circuit breaker of their own, so that none of their failures keeps a person's call from being made.
 */
export function makeRooms(options: {
  log: Log
  timing: LastfmTiming
  meter: CallMeter | undefined
}): Record<'people' | 'visitors' | 'imports', Room> {
  const { log, timing, meter } = options
  const { longestWait, retryAfter, retryFor, reopen } = timing
  const common = { log, retryAfter, retryFor, reopen }
  const places = Math.ceil(longestWait / timing.spacing)
  const people = makeGuard({
    ...common,
    name: 'Last.fm',
    concurrent: 2,
    queue: places,
    retries: { unreachable: 1, broken: 2, refused: 0 },
    meter,
  })
  const imports = makeGuard({
    ...common,
    name: 'Last.fm for imports',
    concurrent: 1,
    queue: 1,
    // An import asks again itself, later.
    retries: { unreachable: 0, broken: 0, refused: 0 },
    meter: meter && { count: meter.count, breaker: () => {} },
  })
  const visitors = bulkhead(Math.max(1, Math.floor(places / 2)))
  return {
    people: { longestWait, enter: people },
    visitors: { longestWait: longestWait / 2, enter: (call) => visitors.execute(() => people(call)) },
    imports: { longestWait: longestWait / 4, enter: imports },
  }
}
