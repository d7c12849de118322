import { afterEach, beforeEach, expect, vi } from 'vitest'
import { change } from '../../server/core/change.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { makeRedis, type Redis } from '../../server/lib/redis.ts'
import { makeBus, type Bus } from '../../server/live/bus.ts'
import type { Counters } from '../../server/live/eventLog.ts'
import type { Delivery } from '../../server/live/subscriber.ts'
import { testDatabase } from '../support/database.ts'

export type Process = {
  db: Db
  redis: Redis
  bus: Bus
  now: () => Date
  mailer: null
  stop: () => Promise<void>
}

/** The log of the processes. */
export const log = { warn: () => {} }

/** Processes of one product for the tests of a file: each test starts its own, and they are stopped after it. */
export function runProcesses() {
  let url: string
  const running: Process[] = []
  beforeEach(async () => {
    ;({ url } = await testDatabase())
  })
  afterEach(async () => {
    await Promise.all(running.slice().map(({ stop }) => stop()))
  })

  /** Starts the equivalent of a server process: with its own connections and its own bus. */
  async function startProcess({
    redisUrl = process.env.TEST_REDIS_URL!,
    counters = {} as Counters,
  } = {}): Promise<Process> {
    const db = makeDb(url)
    const redis = makeRedis(redisUrl, () => {})
    if (redisUrl === process.env.TEST_REDIS_URL) await vi.waitFor(() => expect(redis.isReady).toBe(true))
    const bus = await makeBus({ db, redis, prefix: `${new URL(url).pathname.slice(1)}:`, log, counters })
    const started: Process = {
      db,
      redis,
      bus,
      now: () => new Date(),
      mailer: null,
      stop: async () => {
        running.splice(running.indexOf(started), 1)
        await bus.close()
        redis.destroy()
        await db.$disconnect()
      },
    }
    running.push(started)
    return started
  }

  return { startProcess }
}

/** Emits events on a topic, each in a transaction of its own, as 'log.removed' with a number. */
export const happen = (by: Process, topic: string, ...ids: number[]) =>
  ids.reduce(
    (before, id) =>
      before.then(() => change(by, async ({ emit }) => emit(topic, { type: 'log.removed', id }, null))),
    Promise.resolve(),
  )

/** Subscribes like a client, until it is stopped. */
export function subscribe(to: Process, topics: string[], after: string | null = null) {
  const controller = new AbortController()
  const received: (number | 'reset')[] = []
  let last: string | null = after
  const listener = to.bus.subscribe(topics, after, controller.signal)
  const done = (async () => {
    for (let delivery = await listener.next(); delivery; delivery = await listener.next()) {
      last = delivery.id
      received.push(said(delivery))
    }
  })()
  return {
    received,
    lastId: () => last,
    setTopics: (wished: string[]) => listener.setTopics(wished),
    stop: () => (controller.abort(), done),
  }
}
const said = (delivery: Delivery) =>
  'reset' in delivery ? 'reset' : delivery.event.type === 'log.removed' ? delivery.event.id : NaN

export const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
