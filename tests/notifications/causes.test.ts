import { describe, expect, it } from 'vitest'
import { setRole } from '../../server/account/operator.ts'
import { causeOf, causes, noticeOf } from '../../server/notifications/causes.ts'
import { wantedOf } from '../../server/notifications/read/wanted.ts'
import { announce } from '../../server/notifications/write/announce.ts'
import type { NotificationKind } from '../../shared/notifications.ts'
import type { Person } from '../harness/client.ts'
import { bring, preview, until } from '../imports/world.ts'
import { decide, makeModerator, report, undo } from '../moderation/cases.ts'
import { downloadData } from '../support/download.ts'
import { list, makeList, review, say, setUp, unread } from './world.ts'

// Every kind in the table of causes: its cause notifies, its thread can be muted, and it is withdrawn when its cause no longer
// exists. A new kind needs a new row.

const world = setUp()

type People = { recipient: Person; actor: Person; moderator: Person }
type Row = {
  prepare: (people: People) => Promise<unknown>
  cause: (people: People, thing: never) => Promise<unknown>
  /** the ways in which the cause can end */
  ends: Record<string, (people: People, caused: never, thing: never) => Promise<unknown>>
}
const row = <Thing, Caused>(
  prepare: (people: People) => Promise<Thing>,
  cause: (people: People, thing: Thing) => Promise<Caused>,
  ends: Record<string, (people: People, caused: Caused, thing: Thing) => Promise<unknown>>,
): Row => ({ prepare, cause, ends })

const follow = (by: Person, { nickname }: Person, following = true) =>
  by.client.follows.set.mutate({ nickname, following })
const setPrivate = (person: Person) => person.client.visibility.setPrivate.mutate({ isPrivate: true })
const removeComment = (by: Person, id: number) => by.client.comments.remove.mutate({ id })

const rows: Record<NotificationKind, Row> = {
  follow: row(
    async () => {},
    ({ recipient, actor }) => follow(actor, recipient),
    {
      'the follower unfollows': ({ recipient, actor }) => follow(actor, recipient, false),
      'the follower is removed': ({ recipient, actor: { nickname } }) =>
        recipient.client.follows.removeFollower.mutate({ nickname }),
    },
  ),
  followRequest: row(
    ({ recipient }) => setPrivate(recipient),
    ({ recipient, actor }) => follow(actor, recipient),
    {
      'it is withdrawn': ({ recipient, actor }) => follow(actor, recipient, false),
      'it is accepted': ({ recipient, actor: { nickname } }) =>
        recipient.client.follows.accept.mutate({ nickname }),
      'it is declined': ({ recipient, actor: { nickname } }) =>
        recipient.client.follows.decline.mutate({ nickname }),
      'the account becomes public': ({ recipient }) =>
        recipient.client.visibility.setPrivate.mutate({ isPrivate: false }),
    },
  ),
  requestAccepted: row(
    async ({ recipient, actor }) => {
      await setPrivate(actor)
      await follow(recipient, actor)
    },
    ({ recipient: { nickname }, actor }) => actor.client.follows.accept.mutate({ nickname }),
    { 'the follower unfollows': ({ recipient, actor }) => follow(recipient, actor, false) },
  ),
  likeReview: row(
    ({ recipient }) => review(recipient),
    ({ actor }, { review: id }) => actor.client.logs.like.mutate({ id, liked: true }),
    {
      'it is no longer liked': ({ actor }, _, { review: id }) =>
        actor.client.logs.like.mutate({ id, liked: false }),
      'the listening is deleted': ({ recipient }, _, { review: id }) =>
        recipient.client.logs.remove.mutate({ id }),
    },
  ),
  likeList: row(
    ({ recipient }) => makeList(recipient),
    ({ actor }, { list: id }) => actor.client.lists.like.mutate({ id, liked: true }),
    {
      'it is no longer liked': ({ actor }, _, { list: id }) =>
        actor.client.lists.like.mutate({ id, liked: false }),
      'the list is deleted': ({ recipient }, _, { list: id }) => recipient.client.lists.remove.mutate({ id }),
    },
  ),
  likeComment: row(
    async ({ recipient }) => say(recipient, await makeList(recipient)),
    ({ actor }, id) => actor.client.comments.like.mutate({ id, liked: true }),
    {
      'it is no longer liked': ({ actor }, _, id) => actor.client.comments.like.mutate({ id, liked: false }),
      'the comment is deleted': ({ recipient }, _, id) => removeComment(recipient, id),
    },
  ),
  comment: row(
    ({ recipient }) => review(recipient),
    ({ actor }, thread) => say(actor, thread),
    { 'the comment is deleted': ({ actor }, id) => removeComment(actor, id) },
  ),
  thread: row(
    async ({ recipient, actor }) => {
      const thread = await makeList(actor)
      await say(recipient, thread)
      return thread
    },
    ({ actor }, thread) => say(actor, thread),
    { 'the comment is deleted': ({ actor }, id) => removeComment(actor, id) },
  ),
  mention: row(
    ({ actor }) => review(actor),
    ({ actor }, thread) => say(actor, thread, 'As @recipient says.'),
    {
      'the comment is deleted': ({ actor }, id) => removeComment(actor, id),
      'the review is deleted': ({ actor }, _, { review: id }) => actor.client.logs.remove.mutate({ id }),
    },
  ),
  importDone: row(
    ({ recipient }) => preview(world.server.url, recipient, 'Artist,Album,Rating\nBjörk,Homogenic,8\n'),
    ({ recipient }, { id }) => bring(recipient, id),
    {
      'the import is undone': async ({ recipient }, { id }) => {
        await recipient.client.imports.undo.mutate({ id })
        await until(recipient, id, ({ state }) => state === 'undone')
      },
    },
  ),
  warning: row(
    ({ actor }) => report(actor, { account: 'recipient' }),
    ({ moderator }, { id }) => decide(moderator, id, 'warn'),
    {},
  ),
  decision: row(
    async ({ recipient, actor }) => report(actor, await makeList(recipient)),
    ({ moderator }, { id }) => decide(moderator, id, 'hide'),
    { 'the decision is undone': ({ moderator }, { id }) => undo(moderator, id) },
  ),
  reportReviewed: row(
    ({ recipient }) => report(recipient, { account: 'actor' }),
    ({ moderator }, { id }) => decide(moderator, id, 'dismiss'),
    { 'the report is open again': ({ moderator }, { id }) => undo(moderator, id) },
  ),
  report: row(
    ({ recipient }) => makeModerator(world.server, recipient),
    ({ actor }) => report(actor, { account: 'other' }),
    {
      'the report is closed': ({ moderator }, { id }) => decide(moderator, id, 'dismiss'),
      'the recipient is no longer a moderator': () => setRole(world.server.deps, 'recipient', 'member'),
    },
  ),
  announcement: row(
    async () => {},
    () => announce(world.server.deps, 'Plak moves.'),
    {},
  ),
}

async function makePeople(): Promise<People> {
  const [recipient, actor, moderator] = await world.people('recipient', 'actor', 'moderator', 'other')
  await makeModerator(world.server, moderator!)
  return { recipient: recipient!, actor: actor!, moderator: moderator! }
}

/** The recipient's notifications, their badge, and the groups that it counts. */
const shownTo = async ({ recipient }: People) => ({
  kinds: (await list(recipient)).map(({ kind }) => kind),
  badge: await unread(recipient),
  groups: await world.server.deps.db.notificationGroup.count({
    where: { userId: await world.idOf('recipient') },
  }),
})
const NOTHING = { kinds: [], badge: 0, groups: 0 }

it('every kind has a row here', () => {
  expect(Object.keys(rows).toSorted()).toEqual(Object.keys(causes).toSorted())
})

describe.each(Object.keys(causes) as NotificationKind[])('%s', (kind) => {
  const { prepare, cause, ends } = rows[kind]
  const { end, thread } = causeOf(kind)!

  async function begin() {
    const people = await makePeople()
    const thing = (await prepare(people)) as never
    expect(await shownTo(people)).toEqual(NOTHING)
    const caused = (await cause(people, thing)) as never
    expect(await shownTo(people)).toEqual({ kinds: [kind], badge: 1, groups: 1 })
    return { people, thing, caused }
  }

  it('is notified, and its thread can be muted if it has one', async () => {
    const { people, thing } = await begin()
    const [shown] = await list(people.recipient)
    expect(shown!.thread).toEqual(thread ? thing : null)
    if (!thread) return
    await people.recipient.client.notifications.muteThread.mutate({ thread: thing, muted: true })
    await cause(people, thing)
    expect(await unread(people.recipient)).toBe(thread === 'silences' ? 1 : 2)
  })

  it.each(Object.keys(ends))('is withdrawn when %s', async (way) => {
    const { people, thing, caused } = await begin()
    await ends[way]!(people, caused, thing)
    expect(await shownTo(people)).toEqual(NOTHING)
  })

  it('can end, unless the table says never', () => {
    expect(Object.keys(ends).length === 0).toBe(end === 'never')
  })
})

it.each(['follow', 'followRequest', 'likeReview', 'likeList', 'likeComment', 'reportReviewed'] as const)(
  '%s notifies once, even if its cause ends and recurs',
  async (kind) => {
    const people = await makePeople()
    const { prepare, cause, ends } = rows[kind]
    const thing = (await prepare(people)) as never
    const caused = (await cause(people, thing)) as never
    await people.recipient.client.notifications.markRead.mutate({})
    await Object.values(ends)[0]!(people, caused, thing)
    await cause(people, thing)
    expect(await shownTo(people)).toEqual({ kinds: [kind], badge: 0, groups: 1 })
  },
)

/** Kinds whose cause the same user can repeat, with what they need for it after a block. */
const afterBlock = {
  follow: async () => {},
  followRequest: async () => {},
  requestAccepted: ({ recipient, actor }: People) => follow(recipient, actor),
  likeReview: async () => {},
  likeList: async () => {},
  likeComment: async () => {},
} satisfies Partial<Record<NotificationKind, (people: People) => Promise<unknown>>>

describe.each(Object.keys(afterBlock) as (keyof typeof afterBlock)[])('%s', (kind) => {
  it.each(['actor', 'recipient'] as const)(
    'notifies once, even if the %s blocks and unblocks the other and its cause recurs',
    async (blocker) => {
      const people = await makePeople()
      const { prepare, cause } = rows[kind]
      const thing = (await prepare(people)) as never
      await cause(people, thing)
      await people.recipient.client.notifications.markRead.mutate({})
      const { client } = people[blocker]
      const blocked = { nickname: blocker === 'actor' ? 'recipient' : 'actor' }
      for (let round = 0; round < 2; round++) {
        await client.people.block.mutate(blocked)
        expect(await shownTo(people)).toEqual(NOTHING)
        const { data } = await downloadData(world.server.url, people.recipient.cookies.header())
        expect(data.forReading['notifications']).toEqual([])
        await client.people.unblock.mutate(blocked)
        expect(await shownTo(people)).toEqual(NOTHING)
        await afterBlock[kind](people)
        await cause(people, thing)
        expect(await shownTo(people)).toEqual({ kinds: [kind], badge: 0, groups: 1 })
      }
    },
  )
})

it('a mention notifies once, even if its author blocks and unblocks the recipient and edits the text', async () => {
  const people = await makePeople()
  const { recipient, actor } = people
  const thread = await review(actor, 'As @recipient says.')
  await recipient.client.notifications.markRead.mutate({})
  for (const text of ['Still, as @recipient says.', 'Nothing.', 'As @recipient says.']) {
    await actor.client.people.block.mutate({ nickname: 'recipient' })
    expect(await shownTo(people)).toEqual(NOTHING)
    await actor.client.people.unblock.mutate({ nickname: 'recipient' })
    await review(actor, text, { id: thread.review })
  }
  expect(await shownTo(people)).toEqual({ kinds: ['mention'], badge: 0, groups: 1 })
})

it('comments that were notified before a block do not notify again after it, and new ones do', async () => {
  const people = await makePeople()
  const { recipient, actor } = people
  const thread = await review(recipient)
  const earlier = await say(actor, thread)
  await recipient.client.people.block.mutate({ nickname: 'actor' })
  await recipient.client.people.unblock.mutate({ nickname: 'actor' })
  expect(await shownTo(people)).toEqual(NOTHING)
  await say(actor, thread, 'Later.')
  expect(await shownTo(people)).toEqual({ kinds: ['comment'], badge: 1, groups: 1 })
  await removeComment(actor, earlier)
  expect(await world.server.deps.db.notification.count()).toBe(1)
})

it('a muted thread silences only its own comments, however many threads are notified at once', async () => {
  const { recipient, actor } = await makePeople()
  const muted = await makeList(recipient)
  const threads = [await review(recipient), muted, await makeList(recipient)]
  await recipient.client.notifications.muteThread.mutate({ thread: muted, muted: true })
  const { db, now } = world.server.deps
  const [userId, authorId] = [await world.idOf('recipient'), await world.idOf(actor.nickname)]
  const notices = threads.map((thread, id) => noticeOf('comment', { userId, authorId, thread, id }))
  for (const order of [notices, notices.toReversed()])
    expect((await wantedOf(db, order, now())).map(({ thing }) => thing)).toEqual(
      order.filter(({ listId }) => listId !== muted.list).map(({ thing }) => thing),
    )
})

it('a row of a kind of another version is deleted with its thing', async () => {
  const { recipient, actor } = await makePeople()
  const thread = await review(recipient)
  const comment = await say(actor, thread)
  await world.server.deps.db.notification.updateMany({ data: { kind: 'later' } })
  await actor.client.comments.remove.mutate({ id: comment })
  expect(await world.server.deps.db.notification.count()).toBe(0)
})
