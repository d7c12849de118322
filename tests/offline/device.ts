import { randomUUID } from 'node:crypto'
import { sendWaiting } from '../../web/offline/sending.ts'
import {
  withThing,
  type About,
  type Waiting,
  type WaitingChange,
  type WaitingStore,
} from '../../web/offline/waiting.ts'
import type { Person } from '../harness/client.ts'

/** A device of the tests: the queue as in a browser, with its storage in memory. */
export type Device = {
  /** its storage, which survives whatever ends a sender */
  things: readonly Waiting[]
  store: WaitingStore
  account: string
  keep: (change: WaitingChange & About & { madeAt?: number; isTried?: boolean }) => string
  send: (via?: { fetch?: typeof fetch; store?: WaitingStore }) => ReturnType<typeof sendWaiting>
}

export function cookieFetch({ cookies }: Person): typeof fetch {
  return (input, init) =>
    fetch(input, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), cookie: cookies.header() },
    })
}

export async function makeDevice(person: Person, origin: string): Promise<Device> {
  const { account } = await person.client.auth.account.query()
  const device: Device = {
    things: [],
    account,
    store: {
      change: async (update) => {
        const { things, result } = update(device.things)
        // As in a browser, nothing that is stored is shared with the program.
        if (things) device.things = JSON.parse(JSON.stringify(things)) as Waiting[]
        return result
      },
    },
    keep: ({ madeAt = Date.now(), isTried = false, ...change }) => {
      const submission = randomUUID()
      const thing = { ...change, submission, account, madeAt, isTried, state: 'waiting' } as Waiting
      const things = withThing(device.things, thing)
      if (!things) throw new Error('The device is full')
      device.things = things
      return submission
    },
    send: (via = {}) =>
      sendWaiting({
        store: device.store,
        fetch: cookieFetch(person),
        origin,
        now: Date.now,
        account,
        ...via,
      }),
  }
  return device
}
