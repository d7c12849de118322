import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Thread } from '../../shared/comments.ts'
import type { Person } from '../harness/client.ts'
import { list, unread } from '../notifications/world.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const plak = runProduct()
let ayse: Person
let bora: Person
let guest: Person
beforeEach(async () => {
  ;[ayse, bora, guest] = (await Promise.all(
    ['ayse', 'bora', 'guest'].map((name) => plak.harness.register(name)),
  )) as [Person, Person, Person]
})

const block = (who = ayse, nickname = 'bora') => who.client.people.block.mutate({ nickname })
const unblock = (who = ayse, nickname = 'bora') => who.client.people.unblock.mutate({ nickname })
const follow = (who: Person, nickname: string) => who.client.follows.set.mutate({ nickname, following: true })
const comment = async (who: Person, thread: Thread, text = 'So true.') =>
  (await who.client.comments.add.mutate({ thread, text, submission: randomUUID() })).comment.id
const texts = async (thread: Thread) => {
  const { items, count } = await guest.client.comments.list.query({ thread })
  expect(count).toBe(items.length)
  return items.map(({ text }) => text).toSorted()
}
const isUnknown = { code: 'NOT_FOUND', message: 'User not found' }

/** Creates a review and a list of a user. */
async function things(who: Person) {
  const review = await who.client.logs.save.mutate({ ...homogenic, review: 'Strings.' })
  const list = await who.client.lists.create.mutate({
    name: 'Cold',
    albums: [homogenic],
    submission: randomUUID(),
  })
  return { review: review.id, list: list.id }
}

describe('a block', () => {
  it('hides what others said on the things of the two, from the badge as well, until it ends', async () => {
    const { review } = await things(ayse)
    for (const who of [bora, guest]) await comment(who, { review })
    expect(await unread(bora)).toBe(1)
    await block()
    expect([await unread(bora), await list(bora)]).toEqual([0, []])
    await unblock()
    expect(await unread(bora)).toBe(1)
  })

  it('ends follows, requests and likes between the two, and those of nobody else', async () => {
    const [ofAyse, ofBora] = [await things(ayse), await things(bora)]
    await Promise.all([follow(ayse, 'bora'), follow(bora, 'ayse'), follow(guest, 'ayse')])
    const said = await comment(guest, { list: ofAyse.list })
    const hersSaid = await comment(ayse, { list: ofAyse.list })
    for (const [who, of] of [
      [ayse, ofBora],
      [bora, ofAyse],
      [guest, ofAyse],
    ] as const) {
      await who.client.logs.like.mutate({ id: of.review, liked: true })
      await who.client.lists.like.mutate({ id: of.list, liked: true })
    }
    for (const id of [said, hersSaid]) await bora.client.comments.like.mutate({ id, liked: true })
    const told: unknown[] = []
    let open = 0
    guest.client.lists.live.subscribe(
      { id: ofAyse.list },
      { onStarted: () => void open++, onData: ({ data }) => void told.push(data) },
    )
    await vi.waitFor(() => expect(open).toBe(1), 10_000)

    for (let round = 0; round < 2; round++) expect(await block()).toEqual({ blocked: true })

    const { db } = plak.server.deps
    const [follows, reviewLikes, listLikes, commentLikes] = await Promise.all([
      db.follow.count(),
      db.reviewLike.count(),
      db.listLike.count(),
      db.commentLike.findMany({ select: { commentId: true } }),
    ])
    expect([follows, reviewLikes, listLikes]).toEqual([1, 1, 1])
    expect(commentLikes).toEqual([{ commentId: said }])
    await vi.waitFor(
      () => expect(told).toContainEqual({ type: 'list.liked', id: ofAyse.list, likeCount: 1 }),
      10_000,
    )
    await unblock()
    expect(await db.follow.count()).toBe(1)
  })

  it('hides what they wrote under each other’s things from all, and gives it back', async () => {
    const [ofAyse, ofBora] = [await things(ayse), await things(bora)]
    const threads: Thread[] = [{ list: ofAyse.list }, { review: ofAyse.review }, { list: ofBora.list }]
    for (const thread of threads)
      for (const who of [ayse, bora, guest]) await comment(who, thread, who.nickname)
    const third = { list: (await things(guest)).list }
    await comment(ayse, third, 'ayse')
    await comment(bora, third, 'bora')
    const events: string[] = []
    let open = false
    guest.client.comments.live.subscribe(
      { thread: threads[0]! },
      { onStarted: () => void (open = true), onData: ({ data }) => void events.push(data.type) },
    )
    await vi.waitFor(() => expect(open).toBe(true), 10_000)
    await block()
    expect(await texts({ list: ofAyse.list })).toEqual(['ayse', 'guest'])
    expect(await texts({ review: ofAyse.review })).toEqual(['ayse', 'guest'])
    expect(await texts({ list: ofBora.list })).toEqual(['bora', 'guest'])
    expect(await texts(third)).toEqual(['ayse', 'bora'])
    await vi.waitFor(() => expect(events).toContain('comment.removed'), 10_000)
    for (let round = 0; round < 2; round++) expect(await unblock()).toEqual({ blocked: false })
    for (const thread of threads) expect(await texts(thread)).toEqual(['ayse', 'bora', 'guest'])
    await vi.waitFor(() => expect(events).toContain('reset'), 10_000)
  })

  it('one’s own comment on the other’s things stays removable, once', async () => {
    const ofAyse = await things(ayse)
    const id = await comment(bora, { list: ofAyse.list })
    await block()
    await bora.client.comments.remove.mutate({ id })
    expect(await texts({ list: ofAyse.list })).toEqual([])
    await unblock()
    expect(await texts({ list: ofAyse.list })).toEqual([])
  })

  it('the blocked person cannot find the blocker, who finds them only in the list of blocked people', async () => {
    await block()
    for (const act of [
      () => follow(bora, 'ayse'),
      () => block(bora, 'ayse'),
      () => unblock(bora, 'ayse'),
      () => bora.client.people.mute.mutate({ nickname: 'ayse', time: 'day' }),
      () => bora.client.people.unmute.mutate({ nickname: 'ayse' }),
      () => bora.client.follows.accept.mutate({ nickname: 'ayse' }),
      () => bora.client.follows.removeFollower.mutate({ nickname: 'ayse' }),
      () => follow(ayse, 'bora'),
      () => ayse.client.people.mute.mutate({ nickname: 'bora', time: 'day' }),
    ])
      expect(await refusal(act())).toMatchObject(isUnknown)
    expect((await bora.client.people.blockedAndMuted.query({})).items).toEqual([])
    expect((await ayse.client.people.blockedAndMuted.query({})).items).toEqual([
      { nickname: 'bora', avatar: null, isBlocked: true, mutedUntil: null },
    ])
    expect(await refusal(block(ayse, 'ayse'))).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await refusal(block(ayse, 'nobody'))).toMatchObject(isUnknown)
    await unblock()
    expect(await follow(bora, 'ayse')).toEqual({ following: true, requested: false })
  })
})

describe('at once with a block', () => {
  const rounds = 12
  /** Runs an action and a block at the same moment; the action can fail. */
  const together = async (deed: () => Promise<unknown>) => {
    await Promise.all([deed().catch(() => undefined), block()])
  }

  it('follows, requests and acceptances leave nothing behind', async () => {
    const { db } = plak.server.deps
    for (let round = 0; round < rounds; round++) {
      const isPrivate = round % 2 === 0
      await ayse.client.visibility.setPrivate.mutate({ isPrivate })
      if (round % 4 === 2) await follow(bora, 'ayse')
      await together(() =>
        round % 4 === 2
          ? ayse.client.follows.accept.mutate({ nickname: 'bora' })
          : Promise.all([follow(bora, 'ayse'), follow(ayse, 'bora').catch(() => undefined)]),
      )
      expect([await db.follow.count(), await db.followRequest.count()]).toEqual([0, 0])
      await unblock()
    }
  })

  it('a comment is hidden or refused', async () => {
    const ofAyse = await things(ayse)
    const thread = { list: ofAyse.list }
    for (let round = 0; round < rounds; round++) {
      await together(() => comment(bora, thread))
      expect(await texts(thread)).toEqual([])
      await unblock()
      const stood = await texts(thread)
      expect(stood.length).toBeLessThanOrEqual(1)
      await plak.server.deps.db.comment.deleteMany()
      await plak.server.deps.db.commentCount.deleteMany()
    }
  })

  it('a like is gone or refused', async () => {
    const ofAyse = await things(ayse)
    const said = await comment(ayse, { list: (await things(guest)).list })
    const { db } = plak.server.deps
    for (let round = 0; round < rounds; round++) {
      await together(() =>
        Promise.allSettled([
          bora.client.logs.like.mutate({ id: ofAyse.review, liked: true }),
          bora.client.lists.like.mutate({ id: ofAyse.list, liked: true }),
          bora.client.comments.like.mutate({ id: said, liked: true }),
        ]),
      )
      expect([await db.reviewLike.count(), await db.listLike.count(), await db.commentLike.count()]).toEqual([
        0, 0, 0,
      ])
      await unblock()
    }
  })

  it('two who block each other at once: one block stands', async () => {
    for (let round = 0; round < rounds; round++) {
      await Promise.allSettled([block(), block(bora, 'ayse')])
      expect(await plak.server.deps.db.block.count()).toBe(1)
      await Promise.allSettled([unblock(), unblock(bora, 'ayse')])
      expect(await plak.server.deps.db.block.count()).toBe(0)
    }
  })
})
