import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { makeGuard, UpstreamError } from '../../server/lib/http.ts'

// Callers that fail at the same time must not retry at the same time. Whether a pause was short or long shows in whether it
// ended in time for another attempt.
it.each([
  ['half the usual pause', 0, 2],
  ['half as much again', 0.999, 1],
])('another try comes after %s, as chance has it', async (_, chance, tries) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance)
  const guarded = makeGuard({
    name: 'a service',
    log: pino({ level: 'silent' }),
    concurrent: 1,
    queue: 1,
    retries: { unreachable: 2, broken: 2, refused: 0 },
    retryAfter: 1_000,
    retryFor: 1_000,
    reopen: 60_000,
  })
  const call = vi.fn<() => Promise<never>>(() => Promise.reject(new UpstreamError('broken', 'no answer')))
  await expect(guarded(call)).rejects.toThrow(UpstreamError)
  expect(call).toHaveBeenCalledTimes(tries)
})
