import { setMaxListeners } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NoTurn, Paused, type Clock } from '../../server/clients/pace.ts'
import {
  makeServicePace,
  type Caller,
  type Outcome,
  type ServicePace,
} from '../../server/clients/servicePace.ts'
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
  clock = testClock((ms) => ms)
})

const waiting: Caller = { isWaitedFor: true, patience: 10_000 }
const background: Caller = { isWaitedFor: false }
const pace = (db: Db = one, ownClock: Clock = clock) =>
  makeServicePace({ db, service: 'musicbrainz', clock: ownClock })
/** Takes a turn, and ends it at once; returns when it was. */
async function request(own: ServicePace, caller: Caller, outcome: Outcome = 'answered') {
  const turn = await own.turn(caller)
  const at = clock.now()
  await own.end(turn, outcome)
  return at
}

test('by the clock of the database, each process makes its request a second after the answer to the last one', async () => {
  const paces = [one, other].map((db) => makeServicePace({ db, service: 'musicbrainz' }))
  const times: { from: number; to: number }[] = []
  await Promise.all(
    [waiting, background, waiting].map(async (caller, index) => {
      const own = paces[index % 2]!
      const turn = await own.turn(caller)
      const from = performance.now()
      times.push({ from, to: performance.now() })
      await own.end(turn, 'answered')
    }),
  )
  expect(times).toHaveLength(3)
  for (const [index, { from }] of times.entries())
    if (index > 0) expect(from - times[index - 1]!.to).toBeGreaterThan(995)
})

test('callers of one process come in their order', async () => {
  const own = makeServicePace({ db: one, service: 'musicbrainz' })
  const order: number[] = []
  const calls = [1, 2, 3].map(async (number) => {
    const turn = await own.turn(waiting)
    order.push(number)
    await own.end(turn, 'answered')
  })
  await Promise.all(calls)
  expect(order).toEqual([1, 2, 3])
})

test('more callers than can be served are refused at once', async () => {
  const own = makeServicePace({ db: one, service: 'musicbrainz' })
  await own.turn(background)
  const leaving = new AbortController()
  setMaxListeners(0, leaving.signal)
  const caller = { isWaitedFor: true, signal: leaving.signal }
  const ends = Promise.allSettled(Array.from({ length: 25 }, () => own.turn(caller)))
  await expect(own.turn(caller)).rejects.toThrow(NoTurn)
  leaving.abort(new Error('The pages were closed'))
  const reasons = (await ends).map((end) => end.status === 'rejected' && (end.reason as Error).message)
  const message = (text: string, count: number) => Array.from({ length: count }, () => text)
  expect(reasons).toEqual([
    ...message('The pages were closed', 20),
    ...message('Too many calls are waiting', 5),
  ])
})

test('no ten seconds hold more than ten requests', async () => {
  const paces = [pace(), pace(other)]
  const times: number[] = []
  for (const own of [...paces, ...paces, ...paces, ...paces, ...paces, paces[0]!])
    times.push(await request(own, waiting))
  expect(times.at(-1)! - times[0]!).toBe(10_000)
})

test('while a request is under way there is no other, and a process that died holds none up for long', async () => {
  const turn = await pace().turn(waiting)
  await expect(pace(other).turn({ isWaitedFor: true, patience: 15_000 })).rejects.toThrow(NoTurn)
  clock.forward(5_000)
  await pace(other).turn(waiting)
  // The end of a turn whose lease has expired does not end the turn of another process.
  await pace().end(turn, 'answered')
  await expect(pace().turn({ isWaitedFor: true, patience: 5_000 })).rejects.toThrow(NoTurn)
})

test('background calls leave the next turn to somebody who waits, in whichever process', async () => {
  const alone = await request(pace(), waiting)
  expect((await request(pace(), background)) - alone).toBe(1_000)
  const busy = await request(pace(), waiting)
  await expect(pace(other).turn({ isWaitedFor: true, patience: 500 })).rejects.toThrow(NoTurn)
  expect((await request(pace(), background)) - busy).toBeGreaterThan(1_500)
})

test('a call whose caller no longer waits ends', async () => {
  const signal = AbortSignal.abort(new Error('The page was closed'))
  await expect(pace().turn({ ...waiting, signal })).rejects.toThrow('The page was closed')
})

describe('after a failure', () => {
  const busy = { isTooOften: false, retryAfter: 0 }
  const patient: Caller = { isWaitedFor: true, patience: 100_000 }
  /** Returns the lengths of the pause, in seconds. */
  async function pauses() {
    const row = await one.servicePace.findUniqueOrThrow({ where: { service: 'musicbrainz' } })
    const seconds = (until: Date | null) => (until ? (until.getTime() - clock.now()) / 1_000 : 0)
    return [seconds(row.pausedUntil), seconds(row.backgroundPausedUntil)] as const
  }
  const expectBetween = (value: number, least: number, most: number) => {
    expect(value).toBeGreaterThanOrEqual(least - 0.001)
    expect(value).toBeLessThanOrEqual(most)
  }

  test('all processes pause, for longer after each: up to a minute, and five minutes if nobody waits', async () => {
    const lengths = [2, 4, 8, 16, 30, 30, 30, 30]
    for (const [index, least] of lengths.entries()) {
      await request(pace(), patient, busy)
      const [forPeople, forBackground] = await pauses()
      expectBetween(forPeople, least, Math.min(2 * least, 60))
      expectBetween(forBackground, forPeople, 300)
      if (index === lengths.length - 1) expectBetween(forBackground, 150, 300)
      await expect(pace(other).turn({ isWaitedFor: true, patience: 1_000 })).rejects.toThrow(Paused)
      clock.forward(forPeople * 1_000)
    }
  })

  test('the first answer ends the pause of background calls, too', async () => {
    for (const _ of Array.from({ length: 6 })) {
      await request(pace(), patient, busy)
      clock.forward(60_000)
    }
    const answeredAt = await request(pace(other), patient)
    expect(await pauses()).toEqual([0, 0])
    expect((await request(pace(), background)) - answeredAt).toBeLessThan(3_000)
  })

  test('a call that was abandoned says nothing about the service', async () => {
    await request(pace(), patient, busy)
    await request(pace(), patient, 'abandoned')
    await request(pace(), patient, busy)
    // The second failure in a row.
    expect((await pauses())[0]).toBeGreaterThanOrEqual(4 - 0.001)
  })

  test('the service can ask for a longer pause, and 0 does not mean at once', async () => {
    await request(pace(), patient, { isTooOften: false, retryAfter: 30_000 })
    expect(await pauses()).toEqual([30, 30])
    await request(pace(), patient, { isTooOften: false, retryAfter: 600_000 })
    expect(await pauses()).toEqual([60, 300])
  })

  test('calls that were too many are half as many, for ten minutes', async () => {
    const spacing = async () => {
      const times = [await request(pace(), patient), await request(pace(other), patient)]
      return times[1]! - times[0]!
    }
    await request(pace(), patient, { isTooOften: true, retryAfter: 0 })
    expect(await spacing()).toBe(2_000)
    clock.forward(10 * 60_000)
    expect(await spacing()).toBe(1_000)
  })
})
