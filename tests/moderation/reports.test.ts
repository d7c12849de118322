import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { disableAccount, setRole } from '../../server/account/operator.ts'
import type { Reported } from '../../shared/moderation.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { settled } from '../support/settled.ts'
import { decide, homogenic, makeThings, report, type Things, makeCase } from './cases.ts'

const plak = runProduct({ settings: { LIMITS_FACTOR: '1' } })
let owner: Person
let reporter: Person
let moderator: Person
let things: Things
let albums: number[]

beforeEach(async () => {
  ;({ owner, reporter, moderator, albums, things } = await makeCase(plak))
})

const reportable = (): Reported[] => [
  { account: 'owner' },
  { review: things.review },
  { list: things.list },
  { comment: things.comment },
]

describe('a report', () => {
  it('is of each kind of thing, and one at a time; the reporter learns when it was looked at', async () => {
    for (const thing of reportable()) {
      expect(await reporter.client.moderation.own.query({ thing })).toBeNull()
      await report(reporter, thing)
      expect(await refusal(report(reporter, thing))).toMatchObject({
        code: 'CONFLICT',
        message: 'You have already reported this, and your report has not been looked at yet',
      })
      expect(await reporter.client.moderation.own.query({ thing })).toEqual({ state: 'open' })
      expect(await owner.client.moderation.own.query({ thing })).toBeNull()
    }
    const { items } = await moderator.client.moderation.reports.query({})
    expect(items.map(({ thing, excerpt, open }) => [thing, excerpt, open])).toEqual([
      ['comment', 'Canary comment.', 1],
      ['list', 'Canary list', 1],
      ['review', 'Canary review.', 1],
      ['account', 'owner', 1],
    ])
    expect(await moderator.client.moderation.count.query()).toEqual({ open: 4 })

    const [comment] = items
    await decide(moderator, comment!.id, 'dismiss')
    const thing = { comment: things.comment }
    expect(await reporter.client.moderation.own.query({ thing })).toEqual({ state: 'closed' })
    // It can be reported again.
    await report(reporter, thing, { reason: 'other', note: 'Still there.' })
    const closed = await moderator.client.moderation.reports.query({ state: 'closed' })
    expect(closed.items.map(({ id }) => id)).toEqual([comment!.id])
    const filtered = await moderator.client.moderation.reports.query({ reason: 'other', thing: 'comment' })
    expect(filtered.items).toHaveLength(1)
  })

  it('sent twice at once stands once', async () => {
    const results = await Promise.allSettled([1, 2, 3].map(() => report(reporter, { list: things.list })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await moderator.client.moderation.count.query()).toEqual({ open: 1 })
  })

  it('needs a note for some reasons, and is never of oneself', async () => {
    for (const reason of ['plagiarism', 'illegal', 'other'] as const)
      expect(await refusal(report(reporter, { account: 'owner' }, { reason }))).toMatchObject({
        code: 'BAD_REQUEST',
        fields: { note: 'Please say in the note what is wrong' },
      })
    expect((await refusal(report(owner, { list: things.list }))).message).toBe('You cannot report yourself')
  })

  it('of what the reporter cannot see is answered like that of what is missing', async () => {
    const hidden = await makeThings(owner, albums)
    await owner.client.lists.save.mutate({
      id: hidden.list,
      version: 1,
      name: 'Canary list',
      albums,
      visibility: 'me',
    })
    await owner.client.logs.save.mutate({
      artist: 'Björk',
      album: 'Homogenic',
      id: hidden.review,
      visibility: 'followers',
    })
    const missing = 2 ** 31 - 1
    const pairs: [Reported, Reported][] = [
      [{ list: hidden.list }, { list: missing }],
      [{ review: hidden.review }, { review: missing }],
      [{ comment: hidden.comment }, { comment: missing }],
    ]
    for (const [forbidden, none] of pairs)
      expect(await refusal(report(reporter, forbidden))).toEqual(await refusal(report(reporter, none)))

    const [ownerId, reporterId] = await idsOf('owner', 'reporter')
    await plak.server.deps.db.block.create({ data: { blockerId: ownerId!, blockedId: reporterId! } })
    expect(await refusal(report(reporter, { account: 'owner' }))).toEqual(
      await refusal(report(reporter, { account: 'nobody' })),
    )
    // Users can still report those whom they have blocked, from the list of blocked users.
    await report(owner, { account: 'reporter' })
    await disableAccount(plak.server.deps, 'owner')
    const other = await plak.harness.register('other')
    expect(await refusal(report(other, { account: 'owner' }))).toEqual(
      await refusal(report(other, { account: 'nobody' })),
    )
  })

  it('is limited to twenty a day', async () => {
    const lists = await Promise.all(
      Array.from({ length: 21 }, async () => {
        const input = { name: 'One of many', albums, submission: randomUUID() }
        return (await owner.client.lists.create.mutate(input)).id
      }),
    )
    for (const list of lists.slice(0, 20)) await report(reporter, { list })
    // A report that is refused for another reason does not count, and returns that reason.
    expect((await refusal(report(reporter, { list: lists[0]! }))).code).toBe('CONFLICT')
    expect((await refusal(report(reporter, { list: lists[20]! }))).message).toMatch(
      /^Too many reports, try again in/,
    )
  })
})

describe('the reader of reports', () => {
  it('is a moderator: to everybody else there is no such procedure', async () => {
    const { id } = await report(reporter, { list: things.list })
    for (const { client } of [reporter, owner, plak.harness.visitor()]) {
      const calls = {
        'moderation.count': client.moderation.count.query(),
        'moderation.reports': client.moderation.reports.query({}),
        'moderation.get': client.moderation.get.query({ id }),
        'moderation.act': client.moderation.act.mutate({ id, kind: 'warn', reason: 'x', seen: 0 }),
        'moderation.undo': client.moderation.undo.mutate({ id: 1 }),
        'moderation.audit': client.moderation.audit.query({}),
        // The same as a procedure that never existed.
        'moderation.nothing': (
          client.moderation as never as typeof client.moderation & Nothing
        ).nothing.query(),
      }
      const refusals = Object.entries(calls).map(async ([path, call]) => {
        const error = await call.then(
          () => null,
          (reason: unknown) => reason as { message: string; data: { httpStatus: number; code: string } },
        )
        expect([error?.message, error?.data.code, error?.data.httpStatus]).toEqual([
          `No procedure found on path "${path}"`,
          'NOT_FOUND',
          404,
        ])
      })
      await Promise.all(refusals)
    }
    expect((await moderator.client.auth.me.query())?.isModerator).toBe(true)
    expect(await owner.client.auth.me.query()).not.toHaveProperty('isModerator')
  })

  it('sees what it was, what it is now, and the history of the account', async () => {
    const { id } = await report(reporter, { review: things.review }, { reason: 'illegal', note: 'Look.' })
    await report(reporter, { account: 'owner' })
    await owner.client.logs.save.mutate({ artist: 'Björk', album: 'Homogenic', review: 'Changed.' })
    const seen = await moderator.client.moderation.get.query({ id })
    expect(seen).toMatchObject({
      thing: 'review',
      subject: { nickname: 'owner' },
      reporter: { nickname: 'reporter' },
      reason: 'illegal',
      note: 'Look.',
      isOpen: true,
      snapshot: { kind: 'review', text: 'Canary review.', rating: 8, tags: ['canary'] },
      now: { snapshot: { text: 'Changed.' }, hidden: false, level: 'everyone' },
      possible: ['dismiss', 'warn', 'hide', 'remove', 'suspend'],
      history: { isModerator: false, isDisabled: false, reports: { open: 2, closed: 0 }, actions: [] },
    })
    await owner.client.logs.remove.mutate({ id: things.review })
    const gone = await moderator.client.moderation.get.query({ id })
    expect(gone.now).toBeNull()
    expect(gone.snapshot).toMatchObject({ text: 'Canary review.' })
    expect(gone.possible).toEqual(['dismiss', 'warn', 'suspend'])
  })

  it('no longer reads a closed thing that only its owner sees, or what is said in its thread', async () => {
    const comment = { comment: things.comment }
    const reported = await Promise.all(
      [{ review: things.review }, { list: things.list }, comment].map((thing) => report(reporter, thing)),
    )
    const nowOf = async () =>
      await Promise.all(
        reported.map(async ({ id }) => (await moderator.client.moderation.get.query({ id })).now),
      )
    let version = 1
    const setLevel = async (visibility: 'everyone' | 'followers' | 'me') => {
      const { review, list: id } = things
      await owner.client.logs.save.mutate({ ...homogenic, id: review, review: 'Diary.', visibility })
      const list = { id, version, name: 'Diary', albums, visibility }
      version = (await owner.client.lists.save.mutate(list)).version
    }
    const texts = [
      { snapshot: { text: 'Diary.' } },
      { snapshot: { name: 'Diary' } },
      { snapshot: { text: 'Canary comment.' } },
    ]
    const hidden = reported.map(() => ({ snapshot: null, hidden: false, level: 'me' }))
    await setLevel('me')
    // An open report is judged by what there is.
    expect(await nowOf()).toMatchObject(texts)
    const decisions: { id: number }[] = []
    for (const { id } of reported) decisions.push(await decide(moderator, id, 'dismiss'))
    expect(await nowOf()).toEqual(hidden)
    await setLevel('followers')
    expect(await nowOf()).toMatchObject(texts)
    await setLevel('me')
    expect(await nowOf()).toEqual(hidden)
    for (const { id } of decisions) await moderator.client.moderation.undo.mutate({ id })
    expect(await nowOf()).toMatchObject(texts)
    // A hidden thing keeps the level that its owner has chosen.
    await setLevel('everyone')
    for (const { id } of reported) await decide(moderator, id, 'hide')
    expect(await nowOf()).toMatchObject(texts.map((text) => ({ ...text, hidden: true })))
    await setLevel('me')
    expect(await nowOf()).toEqual(hidden.map((each) => ({ ...each, hidden: true })))
  })

  it('judges also who has blocked them, but never a report about themselves', async () => {
    const { id } = await report(reporter, { list: things.list })
    const [ownerId, moderatorId] = await idsOf('owner', 'moderator')
    await plak.server.deps.db.block.create({ data: { blockerId: ownerId!, blockedId: moderatorId! } })
    expect((await moderator.client.moderation.get.query({ id })).snapshot).toMatchObject({
      name: 'Canary list',
    })
    // Outside of the report the block applies.
    expect((await refusal(moderator.client.lists.get.query({ id: things.list }))).code).toBe('NOT_FOUND')
    await decide(moderator, id, 'warn')

    const { id: own } = await report(reporter, { account: 'moderator' })
    expect(
      (await moderator.client.moderation.reports.query({ state: 'all' })).items.map((row) => row.id),
    ).toEqual([id])
    expect(await moderator.client.moderation.count.query()).toEqual({ open: 0 })
    expect((await refusal(moderator.client.moderation.get.query({ id: own }))).message).toBe(
      'Report not found',
    )
    const act = moderator.client.moderation.act.mutate({ id: own, kind: 'dismiss', reason: 'Me.', seen: 0 })
    expect((await refusal(act)).message).toBe('Report not found')
  })

  it('receives new reports for as long as they are a moderator', async () => {
    const heard: string[] = []
    const state = { isOpen: false }
    const watching = moderator.client.moderation.live.subscribe(
      {},
      { onData: ({ data }) => (data.type === 'live' ? (state.isOpen = true) : heard.push(data.type)) },
    )
    await vi.waitFor(() => expect(state.isOpen).toBe(true))
    await report(reporter, { list: things.list })
    await vi.waitFor(() => expect(heard).toEqual(['moderation.changed']))
    await setRole(plak.server.deps, 'moderator', 'member')
    await settled(plak.server.deps)
    await report(reporter, { account: 'owner' })
    await settled(plak.server.deps)
    expect(heard).toEqual(['moderation.changed'])
    watching.unsubscribe()
  })
})

type Nothing = { nothing: { query: () => Promise<unknown> } }

async function idsOf(...nicknames: string[]): Promise<number[]> {
  const rows = await plak.server.deps.db.user.findMany({ where: { nickname: { in: nicknames } } })
  return nicknames.map((nickname) => rows.find((row) => row.nickname === nickname)!.id)
}
