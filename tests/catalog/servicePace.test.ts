import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NoTurn, Paused, type Clock } from '../../server/clients/pace.ts'
import { makeServicePace, type Caller } from '../../server/clients/servicePace.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { testClock, type TestClock } from '../support/clock.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let one: Db
let other: Db
let clock: TestClock

beforeAll(async () => {
  database = await testDatabase()
  one = makeDb(database.url, { connections: 4 })
  other = makeDb(database.url, { connections: 4 })
})
afterAll(async () => {
  await one.$disconnect()
  await other.$disconnect()
})
beforeEach(async () => {
  await database.truncate()
  clock = testClock()
})

const waiting: Caller = { isWaitedFor: true, patience: 10_000 }
const background: Caller = { isWaitedFor: false }
const pace = (db: Db = one, ownClock: Clock = clock) =>
  makeServicePace({ db, service: 'musicbrainz', clock: ownClock })
const inOrder = (times: number[]) => times.toSorted((a, b) => a - b)
/** Returns the milliseconds between neighbours. */
const gapsOf = (times: number[]) =>
  inOrder(times).flatMap((time, at, all) => (at ? [time - all[at - 1]!] : []))

test('by the clock of the database two processes share the turns, whoever takes them', async () => {
  const paces = [one, other].map((db) => makeServicePace({ db, service: 'musicbrainz' }))
  const startedAt: number[] = []
  await Promise.all(
    [waiting, background, waiting].map(async (caller, index) => {
      await paces[index % 2]!.turn(caller)
      startedAt.push(performance.now())
    }),
  )
  for (const gap of gapsOf(startedAt)) expect(gap).toBeGreaterThan(900)
})

test('turns are 1.1 seconds apart, so that no ten seconds hold more than ten', async () => {
  const paces = [pace(), pace(other)]
  const turns = await Promise.all(Array.from({ length: 8 }, (_, index) => paces[index % 2]!.turn(waiting)))
  expect(new Set(gapsOf(turns.map(({ at }) => at.getTime())))).toEqual(new Set([1_100]))
})

test('a turn that comes later than the caller waits is refused at once', async () => {
  const turns = Array.from({ length: 6 }, () => pace().turn({ isWaitedFor: true, patience: 3_000 }))
  const refused = (await Promise.allSettled(turns)).filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ reason: expect.any(NoTurn) })))
  expect(inOrder(clock.slept())).toEqual([1_100, 2_200])
})

test('background calls take a turn only when nobody waits for one, in whichever process', async () => {
  let people = 2
  await pace().turn(waiting)
  const slept: number[] = []
  const startedAt = clock.now()
  const patientClock: Clock = {
    now: clock.now,
    // While the background call sleeps, somebody comes.
    async sleep(ms) {
      slept.push(ms)
      if (people-- > 0) await pace(other).turn(waiting)
      clock.forward(ms)
    },
  }
  const { at } = await pace(one, patientClock).turn(background)
  expect(slept).toEqual([1_100, 1_100, 1_100])
  expect(at.getTime() - startedAt).toBe(3_300)
})

test('a call that wakes up too late takes another turn', async () => {
  await pace().turn(waiting)
  const delays = [200, 0]
  const lateClock = testClock((ms) => ms + delays.shift()!)
  lateClock.forward(clock.now() - lateClock.now())
  await pace(one, lateClock).turn(waiting)
  expect(lateClock.slept()).toEqual([1_100, 900])
})

test('a call whose caller no longer waits ends', async () => {
  const signal = AbortSignal.abort(new Error('The page was closed'))
  await expect(pace().turn({ ...waiting, signal })).rejects.toThrow('The page was closed')
})

describe('after a failure', () => {
  const busy = { isTooOften: false, retryAfter: 0 }
  /** Returns the lengths of the pause, in seconds. */
  async function pauses() {
    const row = await one.servicePace.findUniqueOrThrow({ where: { service: 'musicbrainz' } })
    const seconds = (until: Date | null) => ((until?.getTime() ?? 0) - clock.now()) / 1_000
    return [seconds(row.pausedUntil), seconds(row.backgroundPausedUntil)] as const
  }
  const expectBetween = (value: number, least: number, most: number) => {
    expect(value).toBeGreaterThanOrEqual(least - 0.001)
    expect(value).toBeLessThanOrEqual(most)
  }

  test('all processes pause, for longer after each: up to a minute, and five minutes if nobody waits', async () => {
    for (const [least, most] of [
      [2, 4],
      [4, 8],
      [8, 16],
      [16, 32],
      [30, 60],
      [30, 60],
      [30, 60],
      [30, 60],
    ] as const) {
      const turn = await pace().turn({ isWaitedFor: true })
      await pace().failed(turn, busy)
      const [forPeople, forBackground] = await pauses()
      expectBetween(forPeople, least, most)
      expectBetween(forBackground, forPeople, 300)
      await expect(pace(other).turn({ isWaitedFor: true, patience: 1_000 })).rejects.toThrow(Paused)
      clock.forward(forPeople * 1_000)
    }
    const [, rest] = await pauses()
    expectBetween(rest, 89, 270)
  })

  test('the first success ends the pause of background calls, too', async () => {
    for (const _ of Array.from({ length: 6 })) {
      await pace().failed(await pace().turn({ isWaitedFor: true }), busy)
      clock.forward(60_000)
    }
    const waiter = pace(other)
    await waiter.succeeded(await waiter.turn(waiting))
    clock.forward(1_100)
    await pace().turn(background)
    expect(await pauses()).toEqual([-clock.now() / 1_000, -clock.now() / 1_000])
    expect(clock.slept()).toEqual([])
  })

  test('failures of calls that were under way count once', async () => {
    const [first, second] = [await pace().turn(waiting), await pace().turn(waiting)]
    await pace().failed(first, busy)
    const lengths = await pauses()
    await pace(other).failed(second, busy)
    expect(await pauses()).toEqual(lengths)
  })

  test('a call that waits for its turn waits for the end of the pause, too', async () => {
    const turn = await pace().turn(waiting)
    let hasFailed = false
    const during: Clock = {
      now: clock.now,
      async sleep(ms) {
        if (!hasFailed) await pace(other).failed(turn, busy)
        hasFailed = true
        clock.forward(ms)
      },
    }
    const { at, failures } = await pace(one, during).turn(waiting)
    expectBetween((at.getTime() - turn.at.getTime()) / 1_000, 2, 4)
    expect(failures).toBe(1)
  })

  test('the service can ask for a longer pause, and 0 does not mean at once', async () => {
    await pace().failed(await pace().turn(waiting), { isTooOften: false, retryAfter: 30_000 })
    expect(await pauses()).toEqual([30, 30])
    clock.forward(60_000)
    await pace().failed(await pace().turn(waiting), { isTooOften: false, retryAfter: 600_000 })
    expect(await pauses()).toEqual([60, 300])
  })

  test('calls that were too many are half as many, for ten minutes', async () => {
    await pace().failed(await pace().turn(waiting), { isTooOften: true, retryAfter: 0 })
    clock.forward(9 * 60_000)
    const spacing = async () => {
      const times = [await pace().turn(waiting), await pace(other).turn(waiting)]
      return gapsOf(times.map(({ at }) => at.getTime()))
    }
    expect(await spacing()).toEqual([2_200])
    clock.forward(2 * 60_000)
    expect(await spacing()).toEqual([1_100])
  })
})
