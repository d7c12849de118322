import { expect, it, vi } from 'vitest'
import { disableAccount } from '../../server/account/operator.ts'
import { decide, makeModerator, report } from '../moderation/cases.ts'
import { setUpMail } from './mailWorld.ts'
import { list, makeList, review, say } from './world.ts'

// Between a cause and its mail, users, the cause and the mail server can change.

const world = setUpMail()
const { sent, looked, forward, subjects } = world
const linesOf = (plain: string) => [...plain.matchAll(/^• (.*)$/gm)].map(([, line]) => line)
const idOf = (source: string) => /^Message-ID: (\S+)/im.exec(source)![1]

it('tells people and things as they are when it is sent, and nothing of who or what has gone by then', async () => {
  const names = ['ayse', 'mehmet', 'elif', 'deniz', 'zeynep', 'fatma', 'can', 'moderator'] as const
  const [owner, ...others] = await world.people('owner', ...names)
  const by = Object.fromEntries(names.map((name, index) => [name, others[index]!])) as Record<
    (typeof names)[number],
    (typeof others)[0]
  >
  const { deps } = world.mailed.server
  await makeModerator(world.mailed.server, by.moderator)
  // One kind in the product and by e-mail, one only by e-mail.
  await owner!.client.notifications.set.mutate({ kind: 'mentions', here: false })
  const threads = [await review(owner!, 'Cold.'), await makeList(by.moderator)]
  const commentsOf = async (thread: (typeof threads)[0], text: string) =>
    Object.fromEntries(
      await Promise.all(
        names
          .filter((name) => name !== 'moderator')
          .map(async (name) => [name, await say(by[name], thread, text)] as const),
      ),
    ) as Record<(typeof names)[number], number>
  const written = [await commentsOf(threads[0]!, 'Yes.'), await commentsOf(threads[1]!, 'You, @owner?')]
  expect(await list(owner!)).toMatchObject([{ kind: 'comment', count: 7 }])

  await by.ayse.client.users.update.mutate({ nickname: 'ayse_b' })
  await owner!.client.people.block.mutate({ nickname: 'mehmet' })
  await owner!.client.people.mute.mutate({ nickname: 'elif', time: 'day' })
  await disableAccount(deps, 'deniz')
  await by.zeynep.client.auth.deleteAccount.mutate({ password: by.zeynep.password })
  for (const comments of written) {
    await by.fatma.client.comments.remove.mutate({ id: comments.fatma })
    const { id } = await report(by.ayse, { comment: comments.can })
    await decide(by.moderator, id, 'hide')
  }
  await say(by.ayse, threads[0]!)
  await say(by.ayse, threads[1]!, '@owner!')
  forward(3)
  await looked()
  const toOwner = world.mails().filter(({ to }) => to[0] === 'owner@plak.example')
  expect(toOwner.map(({ plain }) => linesOf(plain).join('\n')).toSorted()).toEqual([
    'ayse_b commented on your review of Homogenic\n'.repeat(2).trim(),
    'ayse_b mentioned you on moderator’s list A list\n'.repeat(2).trim(),
  ])
})

it('names no title that is not for everyone, nor what a moderator quoted', async () => {
  const [owner, guest, moderator] = await world.people('owner', 'guest', 'moderator')
  await makeModerator(world.mailed.server, moderator!)
  await guest!.client.follows.set.mutate({ nickname: 'owner', following: true })
  const secret = await makeList(owner!, 'Canary title')
  await owner!.client.notifications.set.mutate({ digest: true })
  await world.mailed.server.deps.db.list.update({
    where: { id: secret.list },
    data: { visibility: 'followers' },
  })
  const comment = await say(guest!, secret, 'Canary text.')
  const { id } = await report(owner!, { comment })
  await decide(moderator!, id, 'hide', 'Be kind.')
  await moderator!.client.moderation.undo.mutate({
    id: (await world.mailed.server.deps.db.moderationAction.findFirstOrThrow()).id,
  })
  await decide(moderator!, id, 'warn', 'Be kind.')
  forward(3)
  await vi.waitFor(() => expect(world.mails().length).toBeGreaterThanOrEqual(2), 20_000)
  await looked()
  expect(subjects()).toContain('guest commented on your list …')
  for (const { source, plain, html } of world.mails()) expect(source + plain + html).not.toContain('Canary')
})

it('is not younger than two minutes, also when an hour of its thing is over', async () => {
  const [owner, guest] = await world.people('owner', 'guest')
  const thread = await review(owner!)
  await say(guest!, thread)
  forward(2.2)
  await sent(1)
  forward(59.7)
  const slip = await say(guest!, thread, 'A slip.')
  await say(guest!, thread, 'No slip.')
  forward(0.6)
  await looked()
  await guest!.client.comments.remove.mutate({ id: slip })
  expect(world.mails()).toHaveLength(1)
  forward(1.6)
  await sent(2)
  expect(subjects()[1]).toBe('guest commented on your review of Homogenic')
  // The same text, and another mail.
  expect(idOf(world.mails()[1]!.source)).not.toBe(idOf(world.mails()[0]!.source))
})

it('tells of a like that was taken back and given again once, and of more than it lists that there is more', async () => {
  const [owner, guest] = await world.people('owner', 'guest')
  const thread = await review(owner!)
  await owner!.client.notifications.set.mutate({ kind: 'likes', here: false, email: true })
  const like = (liked: boolean) => guest!.client.logs.like.mutate({ id: thread.review, liked })
  await like(true)
  await like(false)
  await like(true)
  forward(2.2)
  await sent(1)
  expect(subjects()).toEqual(['guest liked your review of Homogenic'])
  await like(false)
  await like(true)
  for (let index = 0; index < 25; index += 5)
    await Promise.all(Array.from({ length: 5 }, () => say(guest!, thread)))
  forward(63)
  await sent(2)
  expect(subjects()[1]).toBe('25 notifications on Plak')
  expect(linesOf(world.mails()[1]!.plain)).toHaveLength(21)
  expect(linesOf(world.mails()[1]!.plain).at(-1)).toBe('and 5 more')
  forward(63)
  await looked()
  expect(world.mails()).toHaveLength(2)
})

it('is delayed by a server that refuses for now, and known again by its id where one took it and died', async () => {
  const [owner, guest] = await world.people('owner', 'guest')
  const { mail, server } = world.mailed
  const thread = await review(owner!)
  const tried = (attempts: number) =>
    vi.waitFor(
      async () => expect(await server.deps.db.mail.findMany()).toMatchObject([{ attempts, lease: null }]),
      20_000,
    )
  mail.refuse('data', 451)
  await say(guest!, thread)
  forward(2.2)
  await tried(1)
  mail.accept()
  const lost = mail.dieAfterData()
  forward(2)
  await tried(2)
  forward(2)
  await sent(1)
  expect(lost.map(idOf)).toEqual([idOf(world.mails()[0]!.source)])
  expect(idOf(lost[0]!)).toMatch(/^<[\w-]{43}@/)
  // A permanent failure ends it, and the next mail is delivered.
  forward(63)
  await looked()
  mail.refuse('rcpt', 550)
  await say(guest!, thread)
  forward(2.2)
  await vi.waitFor(() => expect(mail.tries()).toBe(4), 20_000)
  await looked()
  mail.accept()
  await say(guest!, thread)
  forward(63)
  await sent(2)
})
