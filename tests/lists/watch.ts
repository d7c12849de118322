import { expect, vi } from 'vitest'
import type { ListEvent } from '../../shared/events.ts'
import type { Visitor } from '../harness/client.ts'
import type { TestServer } from '../support/server.ts'

/** Waits until these processes have behind them what was done so far: who watches then sees what comes after. */
export const settled = (...servers: TestServer[]) =>
  vi.waitFor(async () => {
    const [{ deps }] = servers as [TestServer]
    expect(await deps.db.event.count({ where: { seq: null } })).toBe(0)
    const position = await deps.bus.position()
    for (const server of servers) expect(server.deps.bus.last()).toBe(position)
  })

/** Watches a list as its page does; from now on, without a `lastEventId`. */
export async function watch(by: Visitor, id: number, lastEventId: string | null = null) {
  const events: ListEvent[] = []
  const ids: string[] = []
  const state = { isOpen: lastEventId !== null, isOver: false, failed: '' }
  const subscription = by.client.lists.live.subscribe(
    { id, lastEventId },
    {
      onData: ({ id: place, data }) => {
        ids.push(place)
        if (data.type === 'live') state.isOpen = true
        else events.push(data)
      },
      onComplete: () => (state.isOver = true),
      onError: (error) => (state.failed = error.message),
    },
  )
  await vi.waitFor(() => expect(state.isOpen || state.failed !== '').toBe(true))
  return {
    events,
    ids,
    state,
    types: () => events.map(({ type }) => type),
    stop: () => subscription.unsubscribe(),
  }
}
