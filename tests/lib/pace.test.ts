import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePace, NoTurn } from '../../server/lib/pace.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { connected, ownRedis, quietLog, sharedRedis } from './ownRedis.ts'

const { url, prefix } = sharedRedis()
let one: Redis
let other: Redis

beforeAll(async () => {
  one = await connected(url)
  other = await connected(url)
})
afterAll(() => {
  one.destroy()
  other.destroy()
})

const pace = (redis: Redis, name: string, spacing: number, longest: number) =>
  makePace({ redis, log: quietLog(), key: `${prefix}${name}`, spacing, longest })

/** When each of so many turns came, in milliseconds, earliest first. */
async function times(...paces: { turn: () => Promise<void> }[]) {
  const came = await Promise.all(paces.map(async (each) => each.turn().then(() => performance.now())))
  return came.toSorted((a, b) => a - b)
}

const shortestGap = (at: number[]) => Math.min(...at.slice(1).map((time, index) => time - at[index]!))

test('two processes share the turns: they never come closer together than the spacing', async () => {
  const a = pace(one, 'shared', 60, 5_000)
  const b = pace(other, 'shared', 60, 5_000)
  const at = await times(a, b, a, b, a, b, a, b)
  // Timers are late now and then, so two turns may stand closer than they were given; never all of them together.
  expect(at.at(-1)! - at[0]!).toBeGreaterThanOrEqual(7 * 60 - 30)
  expect(shortestGap(at)).toBeGreaterThan(20)
})

test('who would wait too long is refused at once', async () => {
  const a = pace(one, 'full', 100, 250)
  const b = pace(other, 'full', 100, 250)
  const answers = await Promise.allSettled([a, b, a, b, a, b].map((each) => each.turn()))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused).toHaveLength(3)
  expect(refused.every(({ reason }) => reason instanceof NoTurn)).toBe(true)
})

test('a rest holds for every process, and the rate is halved after it', async () => {
  const a = pace(one, 'rest', 40, 5_000)
  const b = pace(other, 'rest', 40, 5_000)
  await a.rest(300)
  await expect(b.turn()).rejects.toThrow(NoTurn)
  await expect(a.turn()).rejects.toThrow(NoTurn)
  await expect.poll(() => b.turn().then(() => 'a turn', () => 'none'), { interval: 20 }).toBe('a turn')
  const at = await times(a, b, a, b)
  expect(at.at(-1)! - at[0]!).toBeGreaterThanOrEqual(3 * 80 - 30)
})

test('without Redis the process keeps the spacing, the length of the queue and the rest by itself', async () => {
  const own = await ownRedis()
  const redis = await connected(own.url)
  try {
    const alone = pace(redis, 'alone', 40, 130)
    await alone.turn()
    await own.kill()
    const answers = await Promise.allSettled([alone, alone, alone, alone, alone, alone].map((each) => each.turn()))
    expect(answers.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(2)
    const at = await times(alone, alone, alone)
    expect(at.at(-1)! - at[0]!).toBeGreaterThanOrEqual(2 * 40 - 15)
    await alone.rest(60_000)
    await expect(alone.turn()).rejects.toThrow(NoTurn)
  } finally {
    redis.destroy()
    await own.remove()
  }
})
