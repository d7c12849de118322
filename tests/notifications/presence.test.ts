import { afterEach, expect, it, vi } from 'vitest'
import { isPresent, notePresence } from '../../server/notifications/delivery/presence.ts'
import { connected, sharedRedis } from '../lib/ownRedis.ts'

const RENEWAL = 15_000

afterEach(() => void vi.useRealTimers())

it('somebody whose last page closes while presences are renewed is away', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { url, prefix } = sharedRedis()
  const redis = await connected(url)
  const deps = { redis, prefix }
  const [stays, leaves] = [new AbortController(), new AbortController()]
  notePresence(deps, 1, stays.signal)
  notePresence(deps, 2, leaves.signal)
  await expect.poll(() => isPresent(deps, 2)).toBe(true)
  vi.advanceTimersByTime(RENEWAL)
  leaves.abort()
  // Commands of one connection are answered in their order: after two rounds both renewals have ended.
  for (const _ of [1, 2, 3, 4]) await isPresent(deps, 1)
  expect([await isPresent(deps, 1), await isPresent(deps, 2)]).toEqual([true, false])
  stays.abort()
  redis.destroy()
})
