import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setRole } from '../../server/account/operator.ts'
import type { Person } from '../harness/client.ts'
import { watch } from '../lists/watch.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { settled } from '../support/settled.ts'
import { decide, homogenic, makeModerator, makeThings, report, type Things, makeCase, undo } from './cases.ts'

const plak = runProduct()
let owner: Person
let reporter: Person
let moderator: Person
let things: Things
let albums: number[]

beforeEach(async () => {
  ;({ owner, reporter, moderator, albums, things } = await makeCase(plak))
})

const countsOfOwner = async ({ client }: Person) =>
  (await client.users.profile.query({ nickname: 'owner' })).counts

describe('Hide', () => {
  it('leaves a review to its owner alone, who cannot undo it by editing; Undo brings it back', async () => {
    await reporter.client.follows.set.mutate({ nickname: 'owner', following: true })
    const { id } = await report(reporter, { review: things.review })
    const { id: action } = await decide(moderator, id, 'hide')

    const reviewsFor = async ({ client }: Person) => (await client.logs.reviews.query(homogenic)).items
    expect(await reviewsFor(reporter)).toEqual([])
    expect((await reporter.client.activity.feed.query({})).items).toEqual([])
    expect(await reporter.client.logs.stats.query(homogenic)).toMatchObject({ count: 0, average: null })
    expect(await countsOfOwner(reporter)).toMatchObject({ reviews: 0, diary: 0, listened: 0 })
    expect((await reporter.client.tags.list.query({ nickname: 'owner' })).items).toEqual([])

    expect(await reviewsFor(owner)).toMatchObject([{ visibility: 'everyone', hidden: true }])
    expect((await owner.client.logs.mine.query(homogenic)).log).toMatchObject({
      visibility: 'everyone',
      hidden: true,
    })
    expect(await countsOfOwner(owner)).toMatchObject({ reviews: 1 })
    expect((await owner.client.visibility.mine.query()).logs).toEqual({ everyone: 1, followers: 0, me: 0 })

    // The owner's later changes only affect the level that they chose.
    await owner.client.logs.save.mutate({ ...homogenic, review: 'Nicer.', visibility: 'followers' })
    await owner.client.visibility.changeOlder.mutate({ things: 'logs', visibility: 'everyone' })
    expect(await reviewsFor(reporter)).toEqual([])
    expect((await reporter.client.tags.list.query({ nickname: 'owner' })).items).toEqual([])
    expect((await owner.client.tags.list.query({ nickname: 'owner' })).items).toEqual([
      { name: 'canary', count: 1 },
    ])
    await owner.client.logs.save.mutate({ ...homogenic, visibility: 'followers' })

    await undo(moderator, action)
    expect(await reviewsFor(reporter)).toMatchObject([{ review: 'Nicer.', hidden: false }])
    expect((await owner.client.logs.mine.query(homogenic)).log).toMatchObject({
      visibility: 'followers',
      hidden: false,
    })
    expect((await plak.harness.visitor().client.logs.reviews.query(homogenic)).items).toEqual([])
    expect((await reporter.client.tags.list.query({ nickname: 'owner' })).items).toEqual([
      { name: 'canary', count: 1 },
    ])
    // The report is open again; undoing it twice changes nothing.
    await undo(moderator, action)
    expect(await moderator.client.moderation.count.query()).toEqual({ open: 1 })
  })

  it('takes a list off open pages, and an edit leaves it hidden', async () => {
    await settled(plak.server.deps)
    const [theirs, own] = [await watch(reporter, things.list), await watch(owner, things.list)]
    const { id } = await report(reporter, { list: things.list })
    const { id: action } = await decide(moderator, id, 'hide')
    await vi.waitFor(() => {
      expect(theirs.types()).toEqual(['list.removed'])
      expect(own.events).toMatchObject([
        { type: 'list.saved', list: { visibility: 'everyone', hidden: true } },
      ])
    })
    for (const each of [theirs, own]) each.stop()
    const hidden = await refusal(reporter.client.lists.get.query({ id: things.list }))
    expect(hidden).toEqual(await refusal(reporter.client.lists.get.query({ id: 2 ** 31 - 1 })))

    // An editor that was opened before it was hidden can still save.
    await owner.client.lists.save.mutate({
      id: things.list,
      version: 1,
      name: 'Renamed',
      albums,
      visibility: 'followers',
    })
    expect(await owner.client.lists.draft.query({ id: things.list })).toMatchObject({
      name: 'Renamed',
      visibility: 'followers',
      hidden: true,
    })
    await owner.client.visibility.changeOlder.mutate({ things: 'lists', visibility: 'everyone' })
    expect((await reporter.client.lists.search.query({})).items).toEqual([])
    expect((await owner.client.lists.search.query({})).items).toMatchObject([
      { hidden: true, visibility: 'everyone' },
    ])
    await undo(moderator, action)
    expect((await reporter.client.lists.search.query({})).items).toMatchObject([
      { name: 'Renamed', hidden: false },
    ])
  })

  it('takes a comment out of its thread and out of the count, but not from its author', async () => {
    const thread = { list: things.list }
    const { id } = await report(reporter, { comment: things.comment })
    const { id: action } = await decide(moderator, id, 'hide')
    expect(await reporter.client.comments.list.query({ thread })).toMatchObject({ items: [], count: 0 })
    expect(await owner.client.comments.list.query({ thread })).toMatchObject({
      items: [{ text: 'Canary comment.', hidden: true }],
      count: 0,
    })
    await undo(moderator, action)
    const shown = await reporter.client.comments.list.query({ thread })
    expect(shown).toMatchObject({ items: [{ text: 'Canary comment.' }], count: 1 })
    expect(shown.items[0]).not.toHaveProperty('hidden')
    // A hidden comment is not subtracted from the count twice.
    await decide(moderator, id, 'hide')
    await owner.client.comments.remove.mutate({ id: things.comment })
    expect(await reporter.client.comments.list.query({ thread })).toMatchObject({ items: [], count: 0 })
  })
})

describe('the other decisions', () => {
  it('Remove takes a thing from its owner, too, and cannot be undone; all reports of it are closed', async () => {
    for (const thing of ['review', 'list', 'comment'] as const) {
      const named = { [thing]: things[thing] } as never
      if (thing === 'comment') things = await makeThings(owner, albums)
      const of = { [thing]: things[thing] } as never
      const { id } = await report(reporter, thing === 'comment' ? of : named)
      await report(moderator, thing === 'comment' ? of : named)
      const { id: action } = await decide(moderator, id, 'remove')
      expect(await moderator.client.moderation.count.query()).toEqual({ open: 0 })
      expect((await moderator.client.moderation.get.query({ id })).now).toBeNull()
      expect((await refusal(undo(moderator, action))).message).toBe('This cannot be done any more')
    }
  })

  it('Suspend ends the sessions, says its reason at login, and Undo lets them in again', async () => {
    const { id } = await report(reporter, { account: 'owner' })
    await report(moderator, { list: things.list })
    const { id: action } = await decide(moderator, id, 'suspend', 'Spam in every thread.')
    expect(await moderator.client.moderation.count.query()).toEqual({ open: 0 })
    expect(await owner.client.auth.me.query()).toBeNull()
    expect((await refusal(reporter.client.users.profile.query({ nickname: 'owner' }))).code).toBe('NOT_FOUND')
    const { client } = plak.harness.visitor()
    const login = (password: string) => client.auth.login.mutate({ identifier: 'owner', password })
    expect(await refusal(login(owner.password))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'This account has been suspended: Spam in every thread.',
    })
    // Nobody else learns of the suspension.
    expect((await refusal(login('something else'))).message).toBe('Wrong password')
    await undo(moderator, action)
    await login(owner.password)
    expect(await countsOfOwner(reporter)).toMatchObject({ reviews: 1, lists: 1 })
    expect(await moderator.client.moderation.count.query()).toEqual({ open: 2 })
  })

  it('are one each: what another moderator decided meanwhile is seen first', async () => {
    const other = await plak.harness.register('other')
    await makeModerator(plak.server, other)
    const { id } = await report(reporter, { list: things.list })
    const call = (by: Person) =>
      by.client.moderation.act.mutate({ id, kind: 'warn', reason: 'Please stop.', seen: 0 })
    const results = await Promise.allSettled([moderator, other, moderator].map(call))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refusal(call(other))).message).toMatch(/^Another decision has been made in the meantime/)
    expect((await moderator.client.moderation.get.query({ id })).possible).toEqual([
      'warn',
      'hide',
      'remove',
      'suspend',
    ])
    const blank = moderator.client.moderation.act.mutate({ id, kind: 'hide', reason: '  ', seen: 1 })
    expect((await refusal(blank)).fields).toEqual({ reason: 'Please give a reason' })
  })

  it('are not for a moderator who is suspended, or none any more', async () => {
    const other = await plak.harness.register('other')
    await makeModerator(plak.server, other)
    const { id } = await report(reporter, { list: things.list })
    const { id: about } = await report(reporter, { account: 'other' })
    // Each decides about the other at the same moment: only one of the two is then a moderator.
    const { id: counter } = await report(other, { account: 'moderator' })
    const act = (by: Person, of: number) =>
      by.client.moderation.act.mutate({ id: of, kind: 'suspend', reason: 'They began.', seen: 0 })
    const results = await Promise.allSettled([act(moderator, about), act(other, counter)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [left, gone] = results[0]!.status === 'fulfilled' ? [moderator, other] : [other, moderator]
    await expect(decide(gone, id, 'hide')).rejects.toThrow('No procedure found')
    await setRole(plak.server.deps, left.nickname, 'member')
    await expect(decide(left, id, 'hide')).rejects.toThrow('No procedure found')
    expect((await reporter.client.lists.get.query({ id: things.list })).hidden).toBe(false)
  })
})
