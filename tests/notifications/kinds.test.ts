import { expect, it } from 'vitest'
import { deleteExpiredNotifications } from '../../server/notifications/write/retention.ts'
import { mentionsIn } from '../../shared/mentions.ts'
import { texts } from '../../shared/texts.ts'
import { bring, preview, until } from '../imports/world.ts'
import { decide, makeModerator, report } from '../moderation/cases.ts'
import { refusal } from '../support/refusal.ts'
import { homogenic, list, makeList, review, say, setUp, shorts, unread } from './world.ts'

// Tests every kind: created, and withdrawn with its cause; what does not notify; and how much is kept.

const world = setUp()

it('lists and comments are liked, each thing a group of its own', async () => {
  const [owner, ayse, mehmet] = await world.people('owner', 'ayse', 'mehmet')
  const thread = await makeList(owner!, 'For the night')
  const comment = await say(owner!, thread, 'Mine.')
  for (const by of [ayse!, mehmet!]) {
    await by.client.lists.like.mutate({ id: thread.list, liked: true })
    await by.client.comments.like.mutate({ id: comment, liked: true })
  }
  expect(await list(owner!)).toMatchObject([
    { kind: 'likeComment', count: 2, comment, own: true, thing: { type: 'list', name: 'For the night' } },
    { kind: 'likeList', count: 2, own: true, thing: { type: 'list', id: thread.list } },
  ])
  await owner!.client.comments.remove.mutate({ id: comment })
  expect(await shorts(owner!)).toEqual(['likeList mehmet ayse 2 unread'])
})

it('a request to follow goes with its answer, and who is accepted is told', async () => {
  const [owner, ayse, mehmet, elif] = await world.people('owner', 'ayse', 'mehmet', 'elif')
  await owner!.client.visibility.setPrivate.mutate({ isPrivate: true })
  const follow = (by = ayse!, following = true) =>
    by.client.follows.set.mutate({ nickname: 'owner', following })
  for (const by of [ayse!, mehmet!, elif!]) await follow(by)
  // Requests are not grouped: each needs an answer.
  expect(await shorts(owner!)).toEqual([
    'followRequest elif 1 unread',
    'followRequest mehmet 1 unread',
    'followRequest ayse 1 unread',
  ])
  await follow(elif, false)
  await owner!.client.follows.accept.mutate({ nickname: 'ayse' })
  await owner!.client.follows.decline.mutate({ nickname: 'mehmet' })
  expect(await list(owner!)).toEqual([])
  expect(await shorts(ayse!)).toEqual(['requestAccepted owner 1 unread'])
  expect([await list(mehmet!), await list(elif!)]).toEqual([[], []])
})

it('moderators are notified of reports, people of decisions about them; all of it goes when it is over', async () => {
  const [owner, ayse, moderator, other] = await world.people('owner', 'ayse', 'moderator', 'other')
  await makeModerator(world.server, moderator!)
  await makeModerator(world.server, other!)
  const thread = await makeList(other!, 'A list of a moderator')
  const comment = await say(owner!, thread, 'Rude.')
  expect(await shorts(other!)).toEqual(['comment owner 1 unread'])
  const { id } = await report(ayse!, { comment })
  expect([await shorts(moderator!), (await shorts(other!))[0]]).toEqual([
    ['report  1 unread'],
    'report  1 unread',
  ])
  const { id: action } = await decide(moderator!, id, 'hide', 'Be kind.')
  expect(await list(owner!)).toMatchObject([
    { kind: 'decision', people: [], detail: { action: 'hide', about: 'Rude.', text: 'Be kind.' } },
  ])
  expect(await shorts(ayse!)).toEqual(['reportReviewed  1 unread'])
  // The comment is hidden, and its notifications with it.
  expect([await list(moderator!), await list(other!)]).toEqual([[], []])
  await moderator!.client.moderation.undo.mutate({ id: action })
  expect(await list(owner!)).toEqual([])
  expect(await shorts(other!)).toEqual(['comment owner 1 unread'])
  // Nobody is notified of reports about themselves.
  await report(ayse!, { list: thread.list })
  expect(await shorts(other!)).toEqual(['comment owner 1 unread'])
  const { id: about } = await report(moderator!, { account: 'owner' })
  expect(await shorts(moderator!)).toEqual(['report  1 unread'])
  await decide(other!, about, 'warn', 'Once more, and …')
  expect(await list(owner!)).toMatchObject([{ kind: 'warning', detail: { text: 'Once more, and …' } }])
})

it('nothing is told of people whom one has muted, or between whom and oneself there is a block', async () => {
  const [owner, ayse, mehmet, elif] = await world.people('owner', 'ayse', 'mehmet', 'elif')
  const thread = await review(owner!)
  for (const by of [ayse!, mehmet!, elif!]) {
    await by.client.logs.like.mutate({ id: thread.review, liked: true })
    await say(by, thread)
  }
  expect(await unread(owner!)).toBe(4)
  await owner!.client.people.mute.mutate({ nickname: 'ayse', time: 'ever' })
  await mehmet!.client.people.block.mutate({ nickname: 'owner' })
  expect(await shorts(owner!)).toEqual(['comment elif 1 unread', 'likeReview elif 1 unread'])
  await say(ayse!, thread, 'Again, @owner.')
  await ayse!.client.follows.set.mutate({ nickname: 'owner', following: true })
  await say(elif!, thread, '@mehmet would not agree.')
  expect(await shorts(owner!)).toEqual([
    'comment elif 1 unread',
    'comment elif 1 unread',
    'likeReview elif 1 unread',
  ])
  expect(await list(mehmet!)).toEqual([])
  // After unmuting, later comments notify again.
  await owner!.client.people.unmute.mutate({ nickname: 'ayse' })
  expect(await unread(owner!)).toBe(3)
  await say(ayse!, thread, 'And again.')
  expect((await shorts(owner!))[0]).toMatch(/^comment ayse/)
})

it('a thread stays muted whatever its person writes there, and can be unmuted', async () => {
  const [owner, ayse, mehmet] = await world.people('owner', 'ayse', 'mehmet')
  const thread = await review(owner!)
  await say(ayse!, thread)
  await ayse!.client.notifications.muteThread.mutate({ thread, muted: true })
  await say(ayse!, thread, 'One more.')
  await say(mehmet!, thread)
  expect(await list(ayse!)).toEqual([])
  await ayse!.client.notifications.muteThread.mutate({ thread, muted: false })
  await say(mehmet!, thread)
  expect(await shorts(ayse!)).toEqual(['thread mehmet 1 unread'])
})

it('a thread that its person does not see cannot be muted, as if it did not exist, and can be unmuted', async () => {
  const [owner, ayse] = await world.people('owner', 'ayse')
  const thread = await review(owner!)
  const mute = (muted: boolean) => ayse!.client.notifications.muteThread.mutate({ thread, muted })
  await mute(true)
  await owner!.client.logs.save.mutate({ ...homogenic, id: thread.review, review: '' })
  expect(await refusal(mute(true))).toMatchObject({ code: 'NOT_FOUND', message: texts.logs.reviewNotFound })
  expect(await mute(false)).toEqual({ muted: false })
})

it('unread comments of a half-read group form a new group', async () => {
  const [owner, ayse] = await world.people('owner', 'ayse')
  const thread = await review(owner!)
  for (const text of ['One.', 'Two.', 'Three.', 'Four.', 'Five.']) await say(ayse!, thread, text)
  await owner!.client.notifications.markRead.mutate({ upTo: 3 })
  expect(await shorts(owner!)).toEqual(['comment ayse 5 unread'])
  await say(ayse!, thread, 'Six.')
  const one = 'comment ayse 1 unread'
  expect(await shorts(owner!)).toEqual([one, one, one, 'comment ayse 3'])
  for (const text of ['Seven.', 'Eight.']) await say(ayse!, thread, text)
  expect(await shorts(owner!)).toEqual(['comment ayse 5 unread', 'comment ayse 3'])
})

it('mentions begin and end where they should, ten a text', () => {
  const names = (text: string) => mentionsIn(text).map(({ name }) => name)
  expect(names('@ayse, (@Mehmet) and “@elif_2”: @deniz-s!')).toEqual(['ayse', 'mehmet', 'elif_2', 'deniz'])
  expect(names('x@ayse 1@ayse ç@ayse .@ayse /@ayse =@ayse @@ayse a.b@plak.example')).toEqual([])
  expect(names('@ab @' + 'a'.repeat(31))).toEqual([])
  expect(names('@ayse’nin @ayse @AYSE')).toEqual(['ayse', 'ayse', 'ayse'])
  const many = Array.from({ length: 12 }, (_, index) => `@person${index}`).join(' ')
  expect(names(many)).toHaveLength(10)
})

it('of thousands a hundred are counted, a part is shown, all are read at once, and the oldest go', async () => {
  const [owner] = await world.people('owner')
  const userId = await world.idOf('owner')
  const { deps } = world.server
  const numbers = Array.from({ length: 5_003 }, (_, index) => index + 1)
  const now = deps.now()
  const old = new Date(now.getTime() - 181 * 24 * 3_600_000)
  await deps.db.notificationState.upsert({
    where: { userId },
    create: { userId, position: numbers.length },
    update: { position: numbers.length },
  })
  await deps.db.notification.createMany({
    data: numbers.map((position) => ({
      userId,
      position,
      kind: 'importDone',
      thing: `import:${position}`,
      groupId: position,
      detail: JSON.stringify({ imported: position }),
      createdAt: position === 5 ? old : now,
    })),
  })
  await deps.db.notificationGroup.createMany({
    data: numbers.map((position) => ({
      userId,
      number: position,
      key: `importDone ${position}`,
      startedAt: now,
      position,
    })),
  })
  const page = await owner!.client.notifications.list.query({})
  expect(page).toMatchObject({ unread: 100, newest: 5_003, next: expect.any(String) })
  expect(page.items.map(({ position }) => position)).toEqual(numbers.slice(-page.items.length).toReversed())
  const rest = await owner!.client.notifications.list.query({ cursor: page.next })
  expect(rest.items[0]!.position).toBe(page.items.at(-1)!.position - 1)
  expect(await deleteExpiredNotifications(deps)).toBe(4)
  const kept = await deps.db.notification.findMany({ orderBy: { position: 'asc' }, take: 3 })
  expect(kept.map(({ position }) => position)).toEqual([4, 6, 7])
  expect(await deps.db.notificationGroup.count()).toBe(4_999)
  expect(await owner!.client.notifications.markRead.mutate({})).toEqual({
    unread: 0,
    readUpTo: 5_003,
    newest: 5_003,
  })
  expect((await list(owner!)).filter((group) => group.unread)).toEqual([])
  expect(await deleteExpiredNotifications(deps)).toBe(0)
})

it('an import is told when it is done, and no more when it was undone', async () => {
  const [owner] = await world.people('owner')
  const seen = await preview(world.server.url, owner!, 'Artist,Album,Rating\nBjörk,Homogenic,8\n')
  expect(await list(owner!)).toEqual([])
  await bring(owner!, seen.id)
  expect(await list(owner!)).toMatchObject([{ kind: 'importDone', detail: { imported: 1 } }])
  await owner!.client.imports.undo.mutate({ id: seen.id })
  await until(owner!, seen.id, ({ state }) => state === 'undone')
  expect(await list(owner!)).toEqual([])
})
