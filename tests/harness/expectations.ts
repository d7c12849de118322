import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { TRPCClientError } from '@trpc/client'

const SOON = 5_000
const LOOK_AGAIN = 20

/** Expects that a value contains the expected fields; it can have others. Arrays must have the same length. */
export function expectMatch(actual: unknown, expected: unknown): void {
  assert.deepEqual(likeExpected(actual, expected), expected)
}

/** Removes the fields of a value that are not expected. */
function likeExpected(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.map((each, index) => likeExpected(each, expected[index]))
  }
  if (!isObject(actual) || !isObject(expected)) return actual
  const named = Object.keys(expected).filter((key) => key in actual)
  return Object.fromEntries(named.map((key) => [key, likeExpected(actual[key], expected[key])]))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Expects that the server refuses a call, with this text for the whole call or for one of its fields. */
export async function expectRefusal(call: Promise<unknown>, words: string): Promise<void> {
  const refused = await call.then(
    () => null,
    (error: unknown) => error,
  )
  assert.ok(refused !== null, `It was not refused with '${words}'`)
  if (!(refused instanceof TRPCClientError)) throw refused
  const { fields = {} } = (refused.data ?? {}) as { fields?: Record<string, string> }
  if (!Object.values(fields).includes(words)) assert.equal(refused.message, words)
}

/** Events of a subscription, to wait for: `feed.soon('log.saved')`. */
export type Heard<Event extends { type: string }> = {
  /** the next event of that type, within five seconds; skips earlier events */
  soon: <Type extends Event['type']>(type: Type) => Promise<Extract<Event, { type: Type }>>
  stop: () => void
}

type Observer<Event> = {
  onStarted: () => void
  onData: (item: { data: Event }) => void
  onError: (error: unknown) => void
}

/** Subscribes, and resolves when the subscription has started: `listen((hear) => client.lists.live.subscribe(list, hear))`. */
export async function listen<Event extends { type: string }>(
  subscribe: (observer: Observer<Event>) => { unsubscribe: () => void },
): Promise<Heard<Event>> {
  const events: Event[] = []
  const subscription = await new Promise<{ unsubscribe: () => void }>((resolve, reject) => {
    const made = subscribe({
      onStarted: () => resolve(made),
      onData: ({ data }) => void events.push(data),
      onError: reject,
    })
  })
  return {
    async soon<Type extends Event['type']>(type: Type) {
      for (const deadline = Date.now() + SOON; ; await sleep(LOOK_AGAIN)) {
        const place = events.findIndex((event) => event.type === type)
        if (place !== -1) return events.splice(0, place + 1).at(-1) as Extract<Event, { type: Type }>
        assert.ok(Date.now() < deadline, `'${type}' did not come`)
      }
    },
    stop: () => subscription.unsubscribe(),
  }
}
