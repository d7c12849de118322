import { expect, it, vi } from 'vitest'
import type { NotificationEvent } from '../../shared/events.ts'
import { list, review, say, setUp, unread } from './world.ts'

// Many users like and unlike one thing, while two tabs are open. (`npm run bench -- notifications` measures a thousand likes by
// two hundred users; tests/logs/killed.torture.test.ts kills a process meanwhile.)

const world = setUp()
vi.setConfig({ testTimeout: 240_000 })
const PEOPLE = 50

it('three hundred likes by fifty people are one group, exact, and two messages a second in each tab', async () => {
  const [owner] = await world.people('owner')
  const people = await world.people(...Array.from({ length: PEOPLE }, (_, index) => `liker${index}`))
  const { review: id } = await review(owner!)
  const phone = await world.harness.login(owner!)
  const heard = [owner!, phone].map(({ client }) => {
    let last: NotificationEvent | undefined
    client.notifications.live.subscribe(
      {},
      {
        onData({ data }) {
          if (data.type === 'live') return
          last = data
        },
      },
    )
    return { last: () => last }
  })
  await vi.waitFor(
    async () => expect(world.server.deps.bus.subscriberCount()).toBeGreaterThanOrEqual(2),
    20_000,
  )
  // Measured when they leave the server: their arrival depends on the machine.
  const sent = world.server.sockets().map((socket) => {
    const moments: number[] = []
    const send = socket.send.bind(socket) as (...values: unknown[]) => void
    vi.spyOn(socket, 'send').mockImplementation((...values: unknown[]) => {
      if (String(values[0]).includes('notifications.changed')) moments.push(performance.now())
      send(...values)
    })
    return moments
  })
  // Six toggles each, liked at the end.
  for (const liked of [true, false, true, false, false, true])
    await Promise.all(people.map(({ client }) => client.logs.like.mutate({ id, liked })))
  expect(await list(owner!)).toMatchObject([{ kind: 'likeReview', count: PEOPLE, unread: true }])
  const { db } = world.server.deps
  expect(await db.notificationGroup.count()).toBe(1)
  expect(await db.notification.count({ where: { fate: 'shown' } })).toBe(PEOPLE)
  await vi.waitFor(
    () =>
      heard.forEach(({ last }) => expect(last()).toMatchObject({ type: 'notifications.changed', unread: 1 })),
    20_000,
  )
  expect(sent.filter((moments) => moments.length > 0)).toHaveLength(2)
  for (const moments of sent)
    for (const [index, at] of moments.entries())
      expect(moments.filter((each) => each >= at && each < at + 950).length, `${index}`).toBeLessThanOrEqual(
        2,
      )

  // Marking as read on one device applies to the other.
  await phone.client.notifications.markRead.mutate({})
  await vi.waitFor(() => heard.forEach(({ last }) => expect(last()).toMatchObject({ unread: 0 })), 20_000)
})

it('a talk of many is told to each of them once, and nobody waits for ever', async () => {
  const [owner, ...people] = await world.people(
    'owner',
    ...Array.from({ length: 12 }, (_, index) => `talker${index}`),
  )
  const thread = await review(owner!)
  await Promise.all(people.map((by) => say(by, thread, 'First.')))
  await Promise.all(people.map((by) => say(by, thread, 'And @owner.')))
  expect(await unread(owner!)).toBe(13)
  const { db } = world.server.deps
  // Each second comment notifies the eleven others; the first ones notify those who had already commented.
  const shown = await db.notification.count({ where: { kind: 'thread' } })
  expect(shown).toBeGreaterThanOrEqual(12 * 11)
  expect(shown).toBeLessThanOrEqual(12 * 11 + (12 * 11) / 2)
})
