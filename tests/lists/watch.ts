import { expect, vi } from 'vitest'
import type { ListEvent } from '../../shared/events.ts'
import type { Visitor } from '../harness/client.ts'
import type { TestServer } from '../support/server.ts'
import { settled as settledOn } from '../support/settled.ts'

/** Waits until these processes have dispatched all events so far: later subscribers then see only later events. */
export const settled = (first: TestServer, ...others: TestServer[]) =>
  settledOn(first.deps, ...others.map(({ deps }) => deps))

/** Subscribes to a list like its page; from now on, without a `lastEventId`. */
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
