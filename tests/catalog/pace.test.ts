import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePace, NoTurn } from '../../server/clients/pace.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { connected, ownRedis, quietLog, sharedRedis } from '../lib/ownRedis.ts'
import { testClock, type TestClock } from '../support/clock.ts'

const { url, prefix } = sharedRedis()
let one: Redis
let other: Redis
let clock: TestClock

beforeAll(async () => {
  one = await connected(url)
  other = await connected(url)
})
afterAll(() => {
  one.destroy()
  other.destroy()
})
beforeEach(() => {
  clock = testClock()
})

type Options = { redis?: Redis; name: string; spacing: number; longest?: number; clock?: undefined }

function pace({ redis = one, name, spacing, longest = 5_000, ...rest }: Options) {
  const key = `${prefix}${name}`
  return makePace({ redis, log: quietLog(), key, spacing, longest, clock, ...rest })
}

/** Requests `count` turns at once, from the processes in rotation; returns how many were refused. */
async function askTogether(count: number, ...paces: { turn: () => Promise<void> }[]) {
  const turns = Array.from({ length: count }, (_, index) => paces[index % paces.length]!.turn())
  const refused = (await Promise.allSettled(turns)).filter((turn) => turn.status === 'rejected')
  expect(refused.every(({ reason }) => reason instanceof NoTurn)).toBe(true)
  return refused.length
}

const inOrder = (times: number[]) => times.toSorted((a, b) => a - b)

test('two processes share the turns: they never come closer together than the spacing', async () => {
  const [a, b] = [pace({ name: 'shared', spacing: 60 }), pace({ name: 'shared', spacing: 60, redis: other })]
  expect(await askTogether(8, a, b)).toBe(0)
  // The first one does not wait.
  expect(inOrder(clock.slept())).toEqual([60, 120, 180, 240, 300, 360, 420])
  clock.forward(450)
  expect(await askTogether(2, b, a)).toBe(0)
  expect(inOrder(clock.slept())).toEqual([30, 90])
})

test('the time is that of Redis, whatever the clocks of the processes say', async () => {
  const redisTime = async () => {
    const [seconds, microseconds] = await one.time()
    return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000)
  }
  const key = { name: 'redis', spacing: 10_000, longest: 60_000, clock: undefined }
  const before = await redisTime()
  await pace(key).turn()
  const after = await redisTime()
  const next = Number(await one.hGet(`${prefix}redis`, 'next'))
  expect(next).toBeGreaterThanOrEqual(before + 10_000)
  expect(next).toBeLessThanOrEqual(after + 10_000)
})

test('a call that would wait too long is refused at once', async () => {
  const full = { name: 'full', spacing: 100, longest: 250 }
  expect(await askTogether(6, pace(full), pace({ ...full, redis: other }))).toBe(3)
  expect(inOrder(clock.slept())).toEqual([100, 200])
})

test('a call that wakes too late for its slot takes another one', async () => {
  // Far too late, when the next turn is free; slightly too late; in time.
  const delays = [500, 61, 60]
  clock = testClock((ms) => ms + (delays.shift() ?? 0))
  const late = pace({ name: 'late', spacing: 100 })
  await late.turn()
  await late.turn()
  await late.turn()
  expect(clock.slept()).toEqual([100, 100, 39])
})

test('a call that always wakes too late gives up after the longest wait', async () => {
  clock = testClock((ms) => ms + 90)
  const late = pace({ name: 'hopeless', spacing: 100, longest: 1_000 })
  await late.turn()
  await expect(late.turn()).rejects.toThrow(NoTurn)
})

test('a rest holds for every process, and the rate is halved after it, for ten minutes', async () => {
  const [a, b] = [pace({ name: 'rest', spacing: 40 }), pace({ name: 'rest', spacing: 40, redis: other })]
  await a.rest(300)
  expect(await askTogether(2, a, b)).toBe(2)
  clock.forward(299)
  expect(await askTogether(2, a, b)).toBe(2)
  clock.forward(1)
  expect(await askTogether(4, a, b)).toBe(0)
  expect(inOrder(clock.slept())).toEqual([80, 160, 240])
  clock.forward(10 * 60_000)
  expect(await askTogether(4, a, b)).toBe(0)
  expect(inOrder(clock.slept())).toEqual([40, 80, 120])
})

test('without Redis the process keeps spacing, length of the queue and rest by itself', async () => {
  const own = await ownRedis()
  const redis = await connected(own.url)
  try {
    const alone = pace({ redis, name: 'alone', spacing: 40, longest: 130 })
    await alone.turn()
    await own.kill()
    expect(await askTogether(6, alone)).toBe(3)
    expect(inOrder(clock.slept())).toEqual([40, 80, 120])
    clock.forward(1_000)
    expect(await askTogether(3, alone)).toBe(0)
    expect(inOrder(clock.slept())).toEqual([40, 80])
    await alone.rest(60_000)
    await expect(alone.turn()).rejects.toThrow(NoTurn)
  } finally {
    redis.destroy()
    await own.remove()
  }
})
