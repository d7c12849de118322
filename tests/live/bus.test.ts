import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { makeRedis, type Redis } from '../../server/lib/redis.ts'
import { makeBus, type Bus } from '../../server/live/bus.ts'
import { change } from '../../server/live/change.ts'
import { pruneEvents, UNCOUNTED, writeEvents, type Counters } from '../../server/live/eventLog.ts'
import type { Delivery } from '../../server/live/subscriber.ts'
import type { PlakEvent } from '../../shared/events.ts'
import { testDatabase } from '../support/database.ts'
import { startRedis } from '../support/redis.ts'
import { settled } from '../support/settled.ts'

type Process = { db: Db; redis: Redis; bus: Bus; stop: () => Promise<void> }

let url: string
const running: Process[] = []
const log = { warn: () => {} }

/** As a server process is: its own connections, its own bus. */
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

/** Happenings on a topic, each in a transaction of its own, told as 'log.removed' with a number. */
const happen = (by: Process, topic: string, ...ids: number[]) =>
  ids.reduce(
    (before, id) =>
      before.then(() => change(by, async (_, tell) => tell(topic, { type: 'log.removed', id }, null))),
    Promise.resolve(),
  )

/** Until every committed event has its number and this process has seen it. */
/** Listens as a client does, until told to stop. */
function subscribe(to: Process, topics: string[], after: string | null = null) {
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

beforeEach(async () => {
  ;({ url } = await testDatabase())
})
afterEach(async () => {
  await Promise.all(running.slice().map(({ stop }) => stop()))
})

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('live', () => {
  it('tells every process in the same order, each topic to its listeners alone', async () => {
    const [one, two] = [await startProcess(), await startProcess()]
    const [here, there, elsewhere] = [subscribe(one, ['a']), subscribe(two, ['a']), subscribe(two, ['b'])]
    await Promise.all([
      happen(one, 'a', ...numbers(1, 30)),
      happen(two, 'a', ...numbers(101, 130)),
      happen(one, 'b', 7),
    ])
    await vi.waitFor(() => expect([here.received.length, there.received.length]).toEqual([60, 60]))
    expect(there.received).toEqual(here.received)
    expect(elsewhere.received).toEqual([7])
  })

  it('loses nothing when transactions commit in another order than they began', async () => {
    const one = await startProcess()
    const { received } = subscribe(one, ['a'])
    let letGo = () => {}
    const slow = change(one, async (tx, tell) => {
      tell('a', { type: 'log.removed', id: 1 }, null)
      // Takes its place in the table before the quick one does, and commits after it.
      await writeEvents(tx, [
        { topic: 'a', type: 'log.removed', payload: '{"id":2}', userId: null, ownerId: null },
      ])
      await new Promise<void>((resolve) => (letGo = resolve))
    })
    await vi.waitFor(() => expect(letGo.toString()).not.toBe('() => {}'))
    await happen(one, 'a', 3)
    await vi.waitFor(() => expect(received).toEqual([3]))
    letGo()
    await slow
    await vi.waitFor(() => expect(received).toEqual([3, 2, 1]))
  })

  it('a rolled back change tells nothing', async () => {
    const one = await startProcess()
    const { received } = subscribe(one, ['a'])
    const failed = change(one, async (_, tell) => {
      tell('a', { type: 'log.removed', id: 1 }, null)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await happen(one, 'a', 2)
    await vi.waitFor(() => expect(received).toEqual([2]))
  })

  it('what a process committed before it died is told by another', async () => {
    const [dead, alive] = [await startProcess(), await startProcess()]
    const { received } = subscribe(alive, ['a'])
    // Committed, but the process never came to number it.
    await dead.db.$transaction((tx) =>
      writeEvents(tx, [
        { topic: 'a', type: 'log.removed', payload: '{"id":5}', userId: null, ownerId: null },
      ]),
    )
    await vi.waitFor(() => expect(received).toEqual([5]))
  })

  it('goes on without Redis, and between processes that cannot ring each other', async () => {
    const nowhere = 'unix:///nowhere/redis.sock'
    const [one, two] = [await startProcess({ redisUrl: nowhere }), await startProcess({ redisUrl: nowhere })]
    const [here, there] = [subscribe(one, ['a']), subscribe(two, ['a'])]
    await happen(one, 'a', 1, 2, 3)
    await vi.waitFor(() => expect(here.received).toEqual([1, 2, 3]))
    await vi.waitFor(() => expect(there.received).toEqual([1, 2, 3]))
  })

  it('a message that Redis lost is read from the log before the next one is told', async () => {
    const [one, deaf] = [await startProcess(), await startProcess()]
    const { received } = subscribe(deaf, ['a'])
    const publish = vi.spyOn(one.redis, 'publish').mockResolvedValueOnce(0)
    await happen(one, 'a', 1)
    await vi.waitFor(() => expect(publish).toHaveBeenCalledTimes(1))
    await happen(one, 'a', 2)
    await vi.waitFor(() => expect(received).toEqual([1, 2]))
  })

  it('topics may change while it streams', async () => {
    const one = await startProcess()
    const { received, setTopics } = subscribe(one, ['a'])
    await happen(one, 'a', 1)
    await vi.waitFor(() => expect(received).toEqual([1]))
    setTopics(['b'])
    await happen(one, 'a', 2)
    await happen(one, 'b', 3)
    await vi.waitFor(() => expect(received).toEqual([1, 3]))
  })
})

describe('a counted event', () => {
  // What is counted here: how often something was told, by the events themselves.
  const asked: number[][] = []
  const counter: NonNullable<Counters['review.liked']>[number] = {
    of: ({ id }) => id,
    count: async (tx, ids) => {
      asked.push(ids)
      const counts = ids.map(
        async (id) =>
          [id, await tx.event.count({ where: { type: 'review.liked', topic: `${id}` } })] as const,
      )
      return new Map(await Promise.all(counts))
    },
    put: (payload, likeCount) => ({ ...payload, likeCount }),
  }
  const counters: Counters = { 'review.liked': [counter] }
  const like = (by: Process, ...ids: number[]) =>
    change(by, async (_, tell) =>
      ids.forEach((id) => tell(`${id}`, { type: 'review.liked', id, likeCount: UNCOUNTED }, null)),
    )
  const receivedOn = (to: Process, topics: string[], after: string | null = null) => {
    const received: PlakEvent[] = []
    void (async () => {
      const listener = to.bus.subscribe(topics, after, ended.signal)
      for (let delivery = await listener.next(); delivery; delivery = await listener.next())
        if ('event' in delivery) received.push(delivery.event)
    })()
    return received
  }
  const ended = new AbortController()
  const liked = (id: number, likeCount: number) => ({ type: 'review.liked', id, likeCount })

  it('carries the exact count of its place in the order, at every process, live, from memory and from the log', async () => {
    const [one, two] = [await startProcess({ counters }), await startProcess({ counters })]
    const before = await one.bus.position()
    const live = [receivedOn(one, ['1', '2']), receivedOn(two, ['1', '2'])]
    await Promise.all([
      ...numbers(1, 15).map(() => like(one, 1)),
      ...numbers(1, 15).map(() => like(two, 1, 2)),
    ])
    await vi.waitFor(() => expect(live.map(({ length }) => length)).toEqual([45, 45]))
    const counts = live[0]!.flatMap((event) =>
      event.type === 'review.liked' && event.id === 1 ? [event.likeCount] : [],
    )
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect([counts.at(-1), live[0]!.findLast((event) => 'id' in event && event.id === 2)]).toEqual([
      30,
      liked(2, 15),
    ])
    expect(live[1]).toEqual(live[0])
    for (const process of [one, await startProcess({ counters })]) {
      const replayed = receivedOn(process, ['1', '2'], before)
      await vi.waitFor(() => expect(replayed).toEqual(live[0]))
    }
  })

  it('fifty at once are counted once, each thing named once; others are left as they are', async () => {
    const one = await startProcess({ counters })
    const received = receivedOn(one, ['5', '6', 'a'])
    asked.length = 0
    await change(one, async (_, tell) => {
      for (const id of [...numbers(1, 50).map(() => 5), 6])
        tell(`${id}`, { type: 'review.liked', id, likeCount: UNCOUNTED }, null)
      tell('a', { type: 'log.removed', id: 7 }, null)
    })
    await vi.waitFor(() => expect(received).toHaveLength(52))
    expect(asked).toEqual([[5, 6]])
    expect(received).toEqual([
      ...numbers(1, 50).map(() => liked(5, 50)),
      liked(6, 1),
      { type: 'log.removed', id: 7 },
    ])
  })

  it('of a thing that is gone counts nothing', async () => {
    const gone: Counters = { 'review.liked': [{ ...counter, count: () => Promise.resolve(new Map()) }] }
    const one = await startProcess({ counters: gone })
    const received = receivedOn(one, ['9'])
    await like(one, 9)
    await vi.waitFor(() => expect(received).toEqual([liked(9, 0)]))
  })

  it('that a process left behind without its number is counted by another', async () => {
    const alive = await startProcess({ counters })
    const received = receivedOn(alive, ['3'])
    // Committed, and nobody was woken for it.
    await alive.db.$transaction((tx) =>
      writeEvents(tx, [
        {
          topic: '3',
          type: 'review.liked',
          payload: '{"id":3,"likeCount":null}',
          userId: null,
          ownerId: null,
        },
      ]),
    )
    await vi.waitFor(() => expect(received).toEqual([liked(3, 1)]))
  })
})

describe('coming back', () => {
  it('gets exactly what was missed, from any process, from memory and from the log', async () => {
    const one = await startProcess()
    const first = subscribe(one, ['a'])
    await happen(one, 'a', ...numbers(1, 20))
    await vi.waitFor(() => expect(first.received).toHaveLength(20))
    await first.stop()
    await happen(one, 'a', ...numbers(21, 40))
    const young = await startProcess()
    for (const process of [one, young]) {
      const again = subscribe(process, ['a'], first.lastId())
      await happen(one, 'a', 100)
      await vi.waitFor(() => expect(again.received.at(-1)).toBe(100))
      expect(again.received.slice(0, 20)).toEqual(numbers(21, 40))
      await again.stop()
    }
  })

  it('a cursor that is ahead of a process brings nothing twice', async () => {
    const [one, two] = [await startProcess(), await startProcess()]
    await happen(one, 'a', 1, 2, 3)
    await settled(one)
    const ahead = await one.bus.position()
    const { received } = subscribe(two, ['a'], ahead)
    await happen(one, 'a', 4)
    await vi.waitFor(() => expect(received).toEqual([4]))
  })

  it('nothing falls between a position and the stream that begins there', async () => {
    const one = await startProcess()
    const from = await one.bus.position()
    await happen(one, 'a', 1)
    const { received } = subscribe(one, ['a'], from)
    await vi.waitFor(() => expect(received).toEqual([1]))
  })

  it.each(['', 'nonsense', '0123456789abcdef.5', "1' OR '1'='1", '9'.repeat(60)])(
    '%j is answered with a reset, then streams',
    async (cursor) => {
      const one = await startProcess()
      await happen(one, 'a', 1)
      await settled(one)
      const back = subscribe(one, ['a'], cursor)
      await vi.waitFor(() => expect(back.received).toEqual(['reset']))
      await happen(one, 'a', 2)
      await vi.waitFor(() => expect(back.received).toEqual(['reset', 2]))
    },
  )

  it('a cursor of a later time of this life is a reset: the log was put back', async () => {
    const one = await startProcess()
    const [life] = (await one.bus.position()).split('.')
    const { received } = subscribe(one, ['a'], `${life}.999999999`)
    await vi.waitFor(() => expect(received).toEqual(['reset']))
  })

  it('what was pruned is a reset, and its id resumes cleanly', async () => {
    const one = await startProcess()
    const old = await one.bus.position()
    await happen(one, 'a', 1, 2)
    await settled(one)
    await pruneEvents(one.db, new Date(Date.now() + 60_000))
    expect(await one.db.event.count()).toBe(0)
    const young = await startProcess()
    const back = subscribe(young, ['a'], old)
    await vi.waitFor(() => expect(back.received).toEqual(['reset']))
    const again = subscribe(young, ['a'], back.lastId())
    await happen(one, 'a', 3)
    await vi.waitFor(() => expect([back.received, again.received]).toEqual([['reset', 3], [3]]))
  })

  it('what is pruned goes in steps between which others write, and as far as it is told to', async () => {
    const one = await startProcess()
    const { head } = await one.db.eventLog.findUniqueOrThrow({ where: { id: 1 } })
    const event = { topic: 'old', type: 'log.removed', payload: '{"id":1}', createdAt: new Date(0) }
    const OLD = 3_500
    for (let first = 0; first < OLD; first += 500)
      await one.db.event.createMany({
        data: Array.from({ length: 500 }, (_, index) => ({
          ...event,
          seq: head + BigInt(first + index + 1),
        })),
      })
    await one.db.eventLog.update({ where: { id: 1 }, data: { head: head + BigInt(OLD) } })
    const { received } = subscribe(one, ['a'], await one.bus.position())
    let isPruning = true
    let written = 0
    const writer = (async () => {
      while (isPruning) await happen(one, 'a', ++written)
    })()
    const pruned = await pruneEvents(one.db, new Date(1))
    isPruning = false
    await writer
    expect(pruned).toBe(OLD)

    expect(written).toBeGreaterThan(2)
    await vi.waitFor(() => expect(received).toEqual(numbers(1, written)))
    expect(await pruneEvents(one.db, new Date(Date.now() + 60_000), AbortSignal.abort())).toBe(0)
  })

  it('more than can be replayed is a reset', async () => {
    const one = await startProcess()
    const old = await one.bus.position()
    await change(one, async (_, tell) => {
      for (const id of numbers(1, 1_001)) tell('a', { type: 'log.removed', id }, null)
    })
    await settled(one)
    const { received } = subscribe(await startProcess(), ['a'], old)
    await vi.waitFor(() => expect(received).toEqual(['reset']))
  })
})

describe('Redis', () => {
  it('that answers and brings nothing is told of, once, and nothing is lost by it', async () => {
    const warn = vi.spyOn(log, 'warn')
    const [one, two] = [await startProcess(), await startProcess()]
    const { received } = subscribe(two, ['a'])
    vi.spyOn(one.redis, 'publish').mockResolvedValue(0)
    for (let id = 1; warn.mock.calls.length === 0; id++) {
      await happen(one, 'a', id)
      await vi.waitFor(() => expect(received.at(-1)).toBe(id))
    }
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^Redis answers, but brings no live events/))
  })

  it('may be killed and come back empty: nothing is lost, doubled or out of order', async () => {
    const server = await startRedis()
    const [one, two] = [
      await startProcess({ redisUrl: server.url }),
      await startProcess({ redisUrl: server.url }),
    ]
    const received = [subscribe(one, ['a']), subscribe(two, ['a'])]
    await happen(one, 'a', ...numbers(1, 20))
    await server.kill()
    await happen(two, 'a', ...numbers(21, 40))
    await server.start()
    await happen(one, 'a', ...numbers(41, 60))
    for (const { received: all } of received) await vi.waitFor(() => expect(all).toEqual(numbers(1, 60)))
    await server.kill()
  })
})

it('an ended stream leaves nothing behind, also one that nobody ever read', async () => {
  const one = await startProcess()
  const streams = numbers(1, 50).map(() => subscribe(one, ['a', 'b']))
  const unread = new AbortController()
  one.bus.subscribe(['a'], null, unread.signal)
  await happen(one, 'a', 1)
  await vi.waitFor(() => expect(streams.every(({ received }) => received.length === 1)).toBe(true))
  unread.abort()
  await Promise.all(streams.map(({ stop }) => stop()))
  expect(one.bus.subscriberCount()).toBe(0)
})
