import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocketServer } from 'ws'
import { change } from '../../server/core/change.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { makeRedis, type Redis } from '../../server/lib/redis.ts'
import { makeBus, type Bus } from '../../server/live/bus.ts'
import { testDatabase } from '../support/database.ts'
import { makeRandom } from '../torture/random.ts'
import { connect, serve, type Stage } from './directDeliveryServer.ts'

// Tests the two paths to a socket: messages of a stream that tRPC sends, and those that bypass it. The tests control the
// stream's own part (`transform`), to make it as slow as necessary.

let db: Db
let redis: Redis
let bus: Bus
let server: WebSocketServer
let stage: Stage

beforeEach(async () => {
  const { url } = await testDatabase()
  db = makeDb(url)
  redis = makeRedis(process.env.TEST_REDIS_URL!, () => {})
  bus = await makeBus({ db, redis, prefix: `${new URL(url).pathname.slice(1)}:`, log: { warn: () => {} } })
  stage = { transforming: [], isFull: false, drained: Promise.resolve(), direct: 0 }
  server = serve(db, bus, stage)
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of server.clients) socket.terminate()
  server.close()
  await bus.close()
  redis.destroy()
  await db.$disconnect()
})

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Emits events in one transaction: a number is 'log.removed', a name 'follow.added'. */
const happen = (topic: string, ...what: (number | string)[]) =>
  change({ db, bus, now: () => new Date(), mailer: null }, async ({ emit }) => {
    for (const one of what) {
      emit(
        topic,
        typeof one === 'number' ? { type: 'log.removed', id: one } : { type: 'follow.added', nickname: one },
        null,
      )
    }
  })
const soon = (check: () => unknown) => vi.waitFor(check)
/** Waits for a check with side effects, with a constant interval. */
const soonBy = (step: () => unknown) => vi.waitFor(step, { interval: 10 })
/** Waits until all events have their number and are dispatched. */
const settled = () =>
  soon(async () => {
    expect(await db.event.count({ where: { seq: null } })).toBe(0)
    expect(bus.last()).toBe(await bus.position())
  })

describe('events sent past tRPC', () => {
  it('are the same messages as the others, for numbers and texts as names, 1 beside "1"', async () => {
    const { subscribe, messages, received } = await connect(server)
    for (const id of [1, '1', 'a "quoted" name']) subscribe(id, ['a'])
    await soon(() => expect(messages).toHaveLength(6))
    await happen('a', 1, 2, 3)
    for (const id of [1, '1', 'a "quoted" name'])
      await soon(() => expect(received(id)).toEqual(['live', 1, 2, 3]))
    expect(stage.direct).toBe(9)
    const one = messages.findLast(({ id }) => id === 1)!.result!
    expect(one).toEqual({
      type: 'data',
      id: bus.last(),
      data: { id: bus.last(), data: { type: 'log.removed', id: 3 } },
    })
  })

  it('do not overtake a replay, nor an event that is being transformed', async () => {
    const from = await bus.position()
    await happen('a', ...numbers(1, 400), 'somebody', ...numbers(401, 800))
    await settled()
    const { subscribe, received } = await connect(server)
    subscribe(1, ['a'], from)
    await soon(() => expect(stage.transforming).toHaveLength(1))
    await happen('a', ...numbers(801, 900))
    await settled()
    expect(received(1)).toEqual(numbers(1, 400))
    stage.transforming[0]!.go()
    const all = [...numbers(1, 400), 'somebody', ...numbers(401, 900)]
    await soon(() => expect(received(1)).toEqual(all))
    await happen('a', 901, 'another', 902)
    await soon(() => expect(stage.transforming).toHaveLength(2))
    await happen('a', 903)
    await settled()
    expect(received(1)).toEqual([...all, 901])
    stage.transforming[1]!.go()
    await soon(() => expect(received(1)).toEqual([...all, 901, 'another', 902, 903]))
    expect(stage.direct).toBeGreaterThan(0)
  })

  it('wait for a slow reader in their order', async () => {
    const { subscribe, received } = await connect(server)
    subscribe(1, ['a'])
    await soon(() => expect(received(1)).toEqual(['live']))
    let drain = () => {}
    stage.drained = new Promise((resolve) => (drain = resolve))
    stage.isFull = true
    await happen('a', 1, 2)
    await settled()
    stage.isFull = false
    await happen('a', 3)
    await settled()
    expect(received(1)).toEqual(['live'])
    drain()
    await soon(() => expect(received(1)).toEqual(['live', 1, 2, 3]))
    await happen('a', 4)
    await soon(() => expect(received(1)).toEqual(['live', 1, 2, 3, 4]))
    expect(stage.direct).toBe(1)
  })

  it('follow topics that change meanwhile, from the very next event on', async () => {
    const { subscribe, received } = await connect(server)
    subscribe(1, ['a'])
    await soon(() => expect(received(1)).toEqual(['live']))
    await happen('b', 1)
    await happen('a', 'b')
    await soon(() => expect(stage.transforming).toHaveLength(1))
    await happen('b', 2)
    await settled()
    stage.transforming[0]!.go()
    await soon(() => expect(received(1)).toEqual(['live', 'b']))
    await happen('b', 3)
    await happen('a', 4)
    await soon(() => expect(received(1)).toEqual(['live', 'b', 3, 4]))
  })

  it('end with their subscription, whose name may be used again at once', async () => {
    const { subscribe, stop, received, types, lastId } = await connect(server)
    subscribe(1, ['a'])
    subscribe(2, ['a'])
    await soon(() => expect(received(2)).toEqual(['live']))
    await happen('a', 1)
    await soon(() => expect(received(1)).toEqual(['live', 1]))
    stop(1)
    await happen('a', 2)
    await soon(() => expect(received(2)).toEqual(['live', 1, 2]))
    await soon(() => expect(types(1).at(-1)).toBe('stopped'))
    const before = received(1)
    subscribe(1, ['a'], lastId(1))
    await happen('a', 3)
    await soon(() => expect(received(1)).toEqual(['live', 1, 2, 3]))
    expect(types(1).indexOf('stopped')).toBe(1 + before.length)
  })

  it('stop in the middle of being transformed, and leave no listener behind', async () => {
    const { subscribe, stop, received, types } = await connect(server)
    subscribe(1, ['a'])
    await soon(() => expect(received(1)).toEqual(['live']))
    await happen('a', 'somebody', 1)
    await soon(() => expect(stage.transforming).toHaveLength(1))
    stop(1)
    stage.transforming[0]!.go()
    await soon(() => expect(types(1).at(-1)).toBe('stopped'))
    await soon(() => expect(bus.subscriberCount()).toBe(0))
    await happen('a', 2)
    await happen('somebody', 3)
    await settled()
    expect(received(1)).not.toContain(2)
    expect(received(1)).not.toContain(3)
  })

  it('end with their socket, in whatever they are', async () => {
    const from = await bus.position()
    await happen('a', 1, 'somebody', 2)
    await settled()
    const [waiting, transforming, beginning] = [
      await connect(server),
      await connect(server),
      await connect(server),
    ]
    waiting.subscribe(1, ['a'])
    transforming.subscribe(1, ['a'], from)
    await soon(() => expect([waiting.received(1), transforming.received(1)]).toEqual([['live'], [1]]))
    beginning.subscribe(1, ['a'], from)
    for (const { socket } of [waiting, transforming, beginning]) socket.terminate()
    await happen('a', 3)
    stage.transforming.forEach(({ go }) => go())
    await soonBy(() => {
      stage.transforming.forEach(({ go }) => go())
      expect([server.clients.size, bus.subscriberCount()]).toEqual([0, 0])
    })
  })
})

it.each(numbers(1, 8))('whatever comes together, each stream is whole and in order (%i)', async (seed) => {
  const random = makeRandom(seed)
  const from = await bus.position()
  const said: (number | string)[] = []
  const talk = async () => {
    const what = numbers(1, 1 + random.below(6)).map(() => {
      const number = said.length + 1
      said.push(random.below(5) === 0 ? `person ${number}` : number)
      return said.at(-1)!
    })
    await happen('a', ...what)
  }
  const client = await connect(server)
  const begun: (number | string)[] = []
  const stopped = (id: number | string) => client.types(id).at(-1) === 'stopped'
  for (let step = 0; step < 60; step++) {
    const chance = random.below(10)
    if (chance < 4) await talk()
    else if (chance < 7) stage.transforming.splice(0, random.below(3)).forEach(({ go }) => go())
    else if (chance === 7 && begun.length < 8) {
      const id = random.pick([begun.length, `${begun.length}`])
      begun.push(id)
      client.subscribe(id, ['a'], from)
    } else if (begun.length > 0) {
      const id = random.pick(begun)
      if (stopped(id)) client.subscribe(id, ['a'], client.lastId(id) ?? from)
      else client.stop(id)
    }
  }
  await talk()
  await soonBy(() => {
    stage.transforming.splice(0).forEach(({ go }) => go())
    for (const id of begun) {
      if (stopped(id)) client.subscribe(id, ['a'], client.lastId(id) ?? from)
      expect(client.received(id)).toEqual(said)
    }
  })
})
