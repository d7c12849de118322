import { describe, expect, it, vi } from 'vitest'
import { change } from '../../server/core/change.ts'
import { pruneEvents } from '../../server/live/eventLog.ts'
import { settled } from '../support/settled.ts'
import { happen, numbers, runProcesses, subscribe } from './processes.ts'

const { startProcess } = runProcesses()

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
    await change(one, async ({ emit }) => {
      for (const id of numbers(1, 1_001)) emit('a', { type: 'log.removed', id }, null)
    })
    await settled(one)
    const { received } = subscribe(await startProcess(), ['a'], old)
    await vi.waitFor(() => expect(received).toEqual(['reset']))
  })
})
