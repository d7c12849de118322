import { describe, expect, it, vi } from 'vitest'
import { change } from '../../server/core/change.ts'
import { transaction } from '../../server/lib/db.ts'
import { writeEvents } from '../../server/live/eventLog.ts'
import { startRedis } from '../support/redis.ts'
import { happen, log, numbers, runProcesses, subscribe } from './processes.ts'

const { startProcess } = runProcesses()

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
    const slow = change(one, async ({ tx, emit }) => {
      emit('a', { type: 'log.removed', id: 1 }, null)
      // Inserts its row before the fast one does, and commits after it.
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
    const failed = change(one, async ({ emit }) => {
      emit('a', { type: 'log.removed', id: 1 }, null)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await happen(one, 'a', 2)
    await vi.waitFor(() => expect(received).toEqual([2]))
  })

  it('what a process committed before it died is told by another', async () => {
    const [dead, alive] = [await startProcess(), await startProcess()]
    const { received } = subscribe(alive, ['a'])
    // Committed, but the process died before numbering it.
    await transaction(dead.db, (tx) =>
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
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^Redis responds but delivers no live events/))
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
