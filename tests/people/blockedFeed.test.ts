import { expect, it, vi } from 'vitest'
import type { ActivityEvent } from '../../shared/events.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { settled } from '../support/settled.ts'

// Users cannot find out who blocks them, nor that anybody does: their live feed is the same for somebody who blocks them and
// for somebody who deletes their account.

const plak = runProduct()

/** Records the feed events of `reader` from a position, or from now on without one. */
async function watch(reader: Person, lastEventId?: string) {
  const events: (ActivityEvent | { type: 'end' })[] = []
  const state = { isOpen: false }
  const stream = reader.client.activity.live.subscribe(
    { lastEventId },
    { onStarted: () => (state.isOpen = true), onData: ({ data }) => events.push(data) },
  )
  await vi.waitFor(() => expect(state.isOpen).toBe(true))
  if (lastEventId === undefined) await vi.waitFor(() => expect(events).toEqual([{ type: 'live' }]))
  return {
    /** the events before one that the reader triggers, which comes last */
    async before(last: Person) {
      await settled(plak.server.deps)
      await follow(reader, last.nickname)
      await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'follow.added', nickname: last.nickname }))
      stream.unsubscribe()
      return events.slice(0, -1)
    },
  }
}

const follow = (who: Person, nickname: string, following = true) =>
  who.client.follows.set.mutate({ nickname, following })

/** Returns the events of `reader`, live and after reconnecting, when a followed user does this. */
async function told(reader: Person, act: (followed: Person) => Promise<unknown>) {
  const [followed, last, later] = (await Promise.all(
    ['followed', 'last', 'later'].map((name) => plak.harness.register(`${name}_of_${reader.nickname}`)),
  )) as [Person, Person, Person]
  await follow(followed, reader.nickname)
  await settled(plak.server.deps)
  const start = plak.server.deps.bus.last()
  // Followed twice: each of those events contains the name.
  for (const following of [true, false, true]) await follow(reader, followed.nickname, following)
  await settled(plak.server.deps)
  const live = await watch(reader)
  await act(followed)
  const heard = await live.before(last)
  const replayed = await (await watch(reader, start)).before(later)
  return { heard, replayed: replayed.filter((event) => !JSON.stringify(event).includes(last.nickname)) }
}

it.each([
  ['a block', (who: Person, reader: Person) => who.client.people.block.mutate({ nickname: reader.nickname })],
  [
    'a block and another name',
    async (who: Person, reader: Person) => {
      await who.client.people.block.mutate({ nickname: reader.nickname })
      await who.client.users.update.mutate({ nickname: 'other_name', avatar: '', bio: '', links: [] })
    },
  ],
])('%s looks like a deletion', async (_, act) => {
  const [blocked, bereft] = await Promise.all(
    ['blocked', 'bereft'].map((name) => plak.harness.register(name)),
  )
  const deletion = await told(bereft!, (who) =>
    who.client.auth.deleteAccount.mutate({ password: who.password }),
  )
  expect(deletion.heard).toEqual([{ type: 'live' }, { type: 'reset' }])
  expect(await told(blocked!, (who) => act(who, blocked!))).toEqual(deletion)
})

it('a follower who is removed is not told by whom', async () => {
  const [reader, owner, last] = (await Promise.all(
    ['reader', 'owner', 'last'].map((name) => plak.harness.register(name)),
  )) as [Person, Person, Person]
  await follow(reader, 'owner')
  await settled(plak.server.deps)
  const live = await watch(reader)
  await owner.client.follows.removeFollower.mutate({ nickname: 'reader' })
  expect(await live.before(last)).toEqual([{ type: 'live' }, { type: 'reset' }])
})

it('a person hears whom they follow themselves, muted or not', async () => {
  const [reader, muted] = (await Promise.all(
    ['reader', 'muted'].map((name) => plak.harness.register(name)),
  )) as [Person, Person]
  await reader.client.people.mute.mutate({ nickname: 'muted', time: 'ever' })
  await settled(plak.server.deps)
  const live = await watch(reader)
  expect(await live.before(muted)).toEqual([{ type: 'live' }])
})
