import { describe, expect, it, vi } from 'vitest'
import { change } from '../../server/core/change.ts'
import { transaction } from '../../server/lib/db.ts'
import { UNCOUNTED, writeEvents, type Counters } from '../../server/live/eventLog.ts'
import type { PlakEvent } from '../../shared/events.ts'
import { numbers, runProcesses, type Process } from './processes.ts'

const { startProcess } = runProcesses()

describe('a counted event', () => {
  // The count in these tests is the number of events themselves.
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
    change(by, async ({ emit }) =>
      ids.forEach((id) => emit(`${id}`, { type: 'review.liked', id, likeCount: UNCOUNTED }, null)),
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
    await change(one, async ({ emit }) => {
      for (const id of [...numbers(1, 50).map(() => 5), 6])
        emit(`${id}`, { type: 'review.liked', id, likeCount: UNCOUNTED }, null)
      emit('a', { type: 'log.removed', id: 7 }, null)
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
    // Committed without waking any process.
    await transaction(alive.db, (tx) =>
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
