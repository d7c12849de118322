import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { queueDigests } from '../../server/notifications/delivery/digest.ts'
import { announce } from '../../server/notifications/write/announce.ts'
import type { Person } from '../harness/client.ts'
import { setUpMail } from './mailWorld.ts'
import { list, review, say } from './world.ts'

// Tests the recipients, times and texts of mails, as a real SMTP server received them.

const world = setUpMail()
const { sent, looked, forward, subjects } = world
const people = async () => (await world.people('owner', 'guest')) as [owner: Person, guest: Person]

it('comes after two minutes, gathers an hour of one thing, in the language last used, and quotes nothing', async () => {
  const [owner, guest] = await people()
  const thread = await review(owner, 'Cold.')
  await say(guest, thread, 'A secret of ours.')
  forward(1)
  await looked()
  expect(subjects()).toEqual([])
  await say(guest, thread, 'And one more.')
  forward(1.5)
  await sent(1)
  const [first] = world.mails()
  expect(first).toMatchObject({ to: ['owner@plak.example'], subject: '2 notifications on Plak' })
  expect(first!.plain).toContain('guest commented on your review of Homogenic')
  expect(first!.html).toContain('guest commented on your review of Homogenic')
  expect(first!.plain).not.toContain('secret')
  // Later ones within the hour wait for its end, and are sent together.
  await say(guest, thread, 'Three.')
  await say(guest, thread, 'Four.')
  forward(30)
  await looked()
  expect(world.mails()).toHaveLength(1)
  owner.cookies.take(new Headers({ 'set-cookie': 'plak_language=tr; Path=/' }))
  await owner.client.auth.me.query()
  await vi.waitFor(async () =>
    expect(await world.mailed.server.deps.db.user.findFirst({ where: { language: 'tr' } })).toMatchObject({
      nickname: 'owner',
    }),
  )
  forward(32)
  await sent(2)
  expect(world.mails()[1]).toMatchObject({ subject: 'Plak’ta 2 bildirim' })
  expect(world.mails()[1]!.plain).toContain('guest yorum yaptı: Homogenic incelemen')
})

it('is not sent about what is gone, read, hidden or unwanted by then, nor to a person with a page open', async () => {
  const [owner, guest] = await people()
  const thread = await review(owner, 'Cold.')
  const comment = await say(guest, thread)
  await guest.client.comments.remove.mutate({ id: comment })
  await guest.client.logs.like.mutate({ id: thread.review, liked: true })
  forward(3)
  await looked()
  await say(guest, thread)
  await owner.client.notifications.markRead.mutate({})
  forward(3)
  await looked()
  await say(guest, thread)
  await owner.client.notifications.set.mutate({ kind: 'comments', email: false })
  forward(3)
  await looked()
  await owner.client.notifications.set.mutate({ kind: 'comments', email: true, here: false })
  const before = (await list(owner)).length
  const page = owner.client.notifications.live.subscribe({}, { onData() {} })
  await vi.waitFor(() => expect(world.mailed.server.deps.bus.subscriberCount()).toBe(1), 20_000)
  forward(61)
  await say(guest, thread)
  forward(3)
  await looked()
  page.unsubscribe()
  await vi.waitFor(() => expect(world.mailed.server.deps.bus.subscriberCount()).toBe(0), 20_000)
  expect(subjects()).toEqual([])
  // By e-mail only.
  forward(61)
  await say(guest, thread)
  expect(await list(owner)).toHaveLength(before)
  forward(3)
  await sent(1)
})

it('is sent once for a request to follow, even if its sender blocks, unblocks and asks again', async () => {
  const [owner, guest] = await people()
  await owner.client.visibility.setPrivate.mutate({ isPrivate: true })
  const ask = () => guest.client.follows.set.mutate({ nickname: 'owner', following: true })
  await ask()
  forward(3)
  await sent(1)
  for (let round = 0; round < 2; round++) {
    await guest.client.people.block.mutate({ nickname: 'owner' })
    await guest.client.people.unblock.mutate({ nickname: 'owner' })
    await ask()
    forward(63)
    await looked()
  }
  expect(world.mails()).toHaveLength(1)
})

it('waits for a mail server that is away, and comes once', async () => {
  const [owner, guest] = await people()
  const thread = await review(owner, 'Cold.')
  await world.mailed.mail.away()
  await say(guest, thread)
  forward(3)
  await vi.waitFor(
    async () =>
      expect(await world.mailed.server.deps.db.mail.findMany()).toMatchObject([{ attempts: 1, lease: null }]),
    20_000,
  )
  await world.mailed.mail.back()
  forward(2)
  await sent(1)
  forward(62)
  await looked()
  await vi.waitFor(async () => expect(await world.mailed.server.deps.db.mail.count()).toBe(0), 20_000)
  expect(world.mails()).toHaveLength(1)
})

it('is ended by one click of a mail program, that kind alone', async () => {
  const [owner, guest] = await people()
  const thread = await review(owner, 'Cold.')
  await say(guest, thread)
  forward(3)
  await sent(1)
  const { source } = world.mails()[0]!
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  const address = new URL(/^List-Unsubscribe:\s+<([^>]+)>/m.exec(source)![1]!)
  const url = `${world.mailed.server.url}${address.pathname}`
  const post = (to: string) =>
    fetch(to, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const emails = async () =>
    (await owner.client.notifications.settings.query()).kinds.flatMap(({ kind, email }) =>
      email ? [kind] : [],
    )
  const shown = await fetch(url)
  expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('<form method="post">')])
  expect(await emails()).toContain('comments')
  expect((await post(url.replace('.comments.', '.mentions.'))).status).toBe(404)
  expect((await post(url)).status).toBe(200)
  expect(await emails()).toEqual(['requests', 'mentions', 'moderation'])
})

it('ten requests at once turn one digest on', async () => {
  const [owner] = await people()
  const { set } = owner.client.notifications
  const answers = await Promise.all(Array.from({ length: 10 }, () => set.mutate({ digest: true })))
  expect(answers.every(({ digest }) => digest)).toBe(true)
  expect(await world.mailed.server.deps.db.digest.count()).toBe(1)
})

it('a digest is sent to people who want it, about the past week, and not about an empty one', async () => {
  const [owner, guest] = await people()
  const thread = await review(owner, 'Cold.')
  await owner.client.notifications.set.mutate({ kind: 'comments', email: false })
  await owner.client.notifications.set.mutate({ digest: true })
  await guest.client.notifications.set.mutate({ digest: true })
  await say(guest, thread)
  const { deps } = world.mailed.server
  expect(await queueDigests(deps)).toBe(2)
  await sent(1)
  expect(world.mails()[0]).toMatchObject({ to: ['owner@plak.example'], subject: 'Your week on Plak' })
  expect(await queueDigests(deps)).toBe(0)
  forward(7 * 24 * 60 + 1)
  expect(await queueDigests(deps)).toBe(2)
  await looked()
  expect(world.mails()).toHaveLength(1)
})

it('an announcement reaches everybody, once, and is not mailed', async () => {
  const [owner, guest] = await people()
  expect(await announce(world.mailed.server.deps, `Plak moves. ${randomUUID()}`)).toMatchObject({ told: 2 })
  for (const each of [owner, guest])
    expect(await list(each)).toMatchObject([
      { kind: 'announcement', detail: { text: expect.stringContaining('Plak moves') } },
    ])
  forward(3)
  await looked()
  expect(subjects()).toEqual([])
})
