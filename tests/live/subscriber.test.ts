import { expect, it } from 'vitest'
import { makeEncoder } from '../../server/live/encodedEvent.ts'
import { Subscriber } from '../../server/live/subscriber.ts'

it('an event that cannot be read fails for its reader alone, who hears the next one', async () => {
  const source = {
    subscribers: new Map(),
    cursor: String,
    missed: () => Promise.resolve({ events: [], upTo: 0 }),
    last: () => 0,
  }
  const subscriber = new Subscriber(source, ['people'], null, new AbortController().signal)
  const tell = (seq: number, payload: string) =>
    subscriber.receive(
      { seq, topic: 'people', type: 'user.disabled', payload, people: [] },
      makeEncoder(String),
    )
  await subscriber.replay()
  const first = subscriber.next()
  tell(1, '{')
  await expect(first).rejects.toThrow(SyntaxError)
  const second = subscriber.next()
  tell(2, '{"id":7}')
  expect(await second).toMatchObject({ id: '2', event: { type: 'user.disabled', id: 7 } })
})
