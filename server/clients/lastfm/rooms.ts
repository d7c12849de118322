import { bulkhead } from 'cockatiel'
import { makeGuard, type CallMeter, type Log } from '../../lib/http.ts'

/** `longestWait`: milliseconds until a call gives up waiting for its turn. */
export type Room = { longestWait: number; enter: <T>(call: () => Promise<T>) => Promise<T> }

/**
 * Visitors can fill only half of the places. Imports make one call at a time and wait only for an early turn;
 * they have their own circuit breaker, so that their failures never block a user's call.
 */
export function makeRooms(options: {
  log: Log
  timing: Record<'longestWait' | 'spacing' | 'retryAfter' | 'retryFor' | 'reopen', number>
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
    // An import retries later by itself.
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
