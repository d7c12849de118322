import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { recountComments } from '../../server/comments/counts.ts'
import { refusal } from '../support/refusal.ts'
import { add, crowd, disable, homogenic, makeList, setUpTalk, standing } from './talk.ts'

const talk = setUpTalk()
const nowhere = 2 ** 31 - 1
const read = (by = talk.guest, kind: 'list' | 'review' = 'list') =>
  by.client.comments.list.query({ thread: talk[kind] })
const texts = async (kind: 'list' | 'review' = 'list') =>
  (await read(talk.guest, kind)).items.map(({ text }) => text)
const remove = (by = talk.guest, id: number) => by.client.comments.remove.mutate({ id })
const gone = { code: 'NOT_FOUND', message: 'This comment is no longer there' }

describe.each(['list', 'review'] as const)('the thread of a %s', (kind) => {
  it('begins empty, and shows its comments, the newest first, to everybody', async () => {
    const thread = talk[kind]
    const live = expect.stringMatching(/^[0-9a-f]{16}\.\d+$/)
    expect(await read(talk.guest, kind)).toEqual({ items: [], next: null, count: 0, live })
    const first = await add(talk.guest, thread, '  Cold\nand warm. ')
    expect(first).toEqual({
      comment: {
        id: expect.any(Number),
        user: { nickname: 'guest', avatar: null },
        text: 'Cold\nand warm.',
        likeCount: 0,
        liked: false,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      count: 1,
    })
    const second = await add(talk.owner, thread, 'x'.repeat(2_000))
    expect(second.count).toBe(2)
    const items = [second.comment, first.comment]
    for (const by of [talk.guest, talk.owner])
      expect(await read(by, kind)).toEqual({ items, next: null, count: 2, live })
    expect(await talk.there.visitor().client.comments.list.query({ thread })).toMatchObject({
      items,
      count: 2,
    })
  })

  it('is of the thing alone that it hangs on', async () => {
    await add(talk.guest, talk[kind], 'Here.')
    const elsewhere = { list: await makeList(talk, 'guest') }
    expect(await talk.guest.client.comments.list.query({ thread: elsewhere })).toMatchObject({
      items: [],
      count: 0,
    })
    expect(await texts(kind === 'list' ? 'review' : 'list')).toEqual([])
    expect(await standing(talk)).toEqual([{ text: 'Here.', thread: talk[kind] }])
  })

  it('loses a comment by its author or by whose page it is, and by nobody else', async () => {
    const [stranger] = await crowd(talk, 1)
    const [first, second, third] = [
      await add(talk.guest, talk[kind]),
      await add(talk.guest, talk[kind]),
      await add(talk.owner, talk[kind]),
    ]
    const mine = {
      code: 'FORBIDDEN',
      message: 'You can only delete your own comments, and comments on your own reviews and lists',
    }
    expect(await refusal(remove(stranger!, first.comment.id))).toMatchObject(mine)
    expect(await refusal(remove(talk.guest, third.comment.id))).toMatchObject(mine)
    expect(await remove(talk.guest, first.comment.id)).toEqual({ count: 2 })
    expect(await remove(talk.owner, second.comment.id)).toEqual({ count: 1 })
    expect(await refusal(remove(talk.owner, second.comment.id))).toMatchObject(gone)
    expect((await read(talk.guest, kind)).items).toEqual([third.comment])
  })

  it('is deleted by its author under a list that its owner hid, without its count', async () => {
    const { owner, guest, list, one } = talk
    await add(owner, list, 'First.')
    const { comment } = await add(guest, list, 'Second.')
    await one.deps.db.list.updateMany({ data: { visibility: 'me' } })
    expect(await guest.client.comments.remove.mutate({ id: comment.id })).toEqual({ count: 0 })
  })

  it('takes a comment of ten removals at once away once', async () => {
    const { comment } = await add(talk.guest, talk[kind])
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => remove(index % 2 ? talk.guest : talk.owner, comment.id)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([
      { status: 'fulfilled', value: { count: 0 } },
    ])
    expect(await talk.one.deps.db.event.count({ where: { type: 'comment.removed' } })).toBe(1)
  })

  it('neither shows nor counts what disabled people said', async () => {
    await add(talk.guest, talk[kind], 'Mine.')
    await add(talk.owner, talk[kind], 'Yours.')
    await disable(talk, 'guest')
    expect(await talk.owner.client.comments.list.query({ thread: talk[kind] })).toMatchObject({
      items: [{ text: 'Yours.' }],
      count: 1,
    })
    expect((await add(talk.owner, talk[kind])).count).toBe(2)
    expect((await talk.owner.client.logs.reviews.query(homogenic)).items).toMatchObject([
      { commentCount: kind === 'review' ? 2 : 0 },
    ])
  })
})

describe('a comment is refused', () => {
  it('of who is signed out, as are its removal and its like', async () => {
    const visitor = talk.here.visitor()
    const {
      comment: { id },
    } = await add(talk.guest, talk.list)
    const signIn = { code: 'UNAUTHORIZED', message: 'Login required' }
    expect(await refusal(add(visitor, talk.list))).toMatchObject(signIn)
    expect(await refusal(visitor.client.comments.remove.mutate({ id }))).toMatchObject(signIn)
    expect(await refusal(visitor.client.comments.like.mutate({ id, liked: true }))).toMatchObject(signIn)
  })

  it.each([
    ['blank', ' \n\t ', 'Please write something first'],
    ['too long', 'x'.repeat(2_001), 'Must be at most 2,000 characters'],
  ])('that is %s, under its field', async (_, text, message) => {
    expect(await refusal(add(talk.guest, talk.list, text))).toEqual({
      code: 'BAD_REQUEST',
      message,
      fields: { text: message },
    })
    expect(await standing(talk)).toEqual([])
  })

  it('in two threads at once, and in none', async () => {
    for (const thread of [{ ...talk.list, ...talk.review }, {}]) {
      expect(await refusal(add(talk.guest, thread as never))).toMatchObject({
        code: 'BAD_REQUEST',
        fields: { thread: expect.any(String) },
      })
    }
    expect(await standing(talk)).toEqual([])
  })

  it('where nobody can see the list or the review, and such a thread cannot be read', async () => {
    const refused = async (thread: typeof talk.list, message: string) => {
      const calls = [() => add(talk.guest, thread), () => talk.guest.client.comments.list.query({ thread })]
      for (const call of calls) expect(await refusal(call())).toMatchObject({ code: 'NOT_FOUND', message })
    }
    const [noList, noReview] = ['List not found', 'This review is no longer there'] as const
    await refused({ list: nowhere }, noList)
    await refused({ review: nowhere }, noReview)
    await talk.owner.client.logs.save.mutate({ ...homogenic, review: '' })
    await refused(talk.review, noReview)
    await talk.owner.client.logs.save.mutate({ ...homogenic, review: 'Back.' })
    await disable(talk, 'owner')
    await refused(talk.review, noReview)
    await refused(talk.list, noList)
    expect(await standing(talk)).toEqual([])
  })
})

it('the talk hides with the text of its review and comes back with it; without the log it is gone', async () => {
  const { comment } = await add(talk.guest, talk.review)
  await talk.owner.client.logs.save.mutate({ ...homogenic, review: '' })
  expect(await refusal(read(talk.guest, 'review'))).toMatchObject({ code: 'NOT_FOUND' })
  expect(
    await refusal(talk.guest.client.comments.like.mutate({ id: comment.id, liked: true })),
  ).toMatchObject(gone)
  await talk.owner.client.logs.save.mutate({ ...homogenic, review: 'Again.' })
  expect(await read(talk.guest, 'review')).toMatchObject({ items: [comment], count: 1 })
  await talk.owner.client.logs.setListened.mutate({ ...homogenic, listened: false, evenIfRated: true })
  expect(await standing(talk)).toEqual([])
})

it('a review says how long the talk under it is, on the album’s page and on its author’s', async () => {
  for (const by of [talk.guest, talk.owner, talk.guest]) await add(by, talk.review)
  expect((await talk.guest.client.logs.reviews.query(homogenic)).items).toMatchObject([
    { commentCount: 3, likeCount: 0 },
  ])
  expect((await talk.guest.client.logs.reviewsBy.query({ nickname: 'owner' })).items).toMatchObject([
    { commentCount: 3 },
  ])
})

describe('pages', () => {
  it('of thirty hold each comment once, also of one moment and while somebody goes on talking', async () => {
    const { db } = talk.one.deps
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { nickname: 'guest' } })
    const createdAt = new Date('2026-01-02T03:04:05.678Z')
    const row = (index: number) => ({
      userId,
      listId: (talk.list as { list: number }).list,
      text: `${index}`,
      submission: randomUUID(),
      createdAt,
    })
    await db.comment.createMany({ data: Array.from({ length: 70 }, (_, index) => row(index)) })
    await recountComments(db)
    const seen: string[] = []
    const sizes: number[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof read>> = await talk.guest.client.comments.list.query({
        thread: talk.list,
        cursor,
      })
      sizes.push(page.items.length)
      expect(page.count).toBe(69 + sizes.length)
      seen.push(...page.items.map(({ text }) => text))
      cursor = page.next
      await add(talk.owner, talk.list, 'Later.')
    } while (cursor)
    expect(sizes).toEqual([30, 30, 10])
    expect(seen).toEqual(Array.from({ length: 70 }, (_, index) => `${69 - index}`))
  })

  it('restart with an invalid cursor', async () => {
    await add(talk.guest, talk.list, 'Only this.')
    for (const cursor of ['', '-', 'none of ours', '1-x']) {
      expect((await talk.guest.client.comments.list.query({ thread: talk.list, cursor })).items).toHaveLength(
        1,
      )
    }
  })
})

describe('a retry', () => {
  it('stands once and answers the same, one after the other and all at once at two processes', async () => {
    const tabs = [talk.guest, await talk.here.login(talk.guest)]
    const submission = randomUUID()
    const say = (index: number) => add(tabs[index % 2]!, talk.review, 'Once.', submission)
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => say(index)))
    answers.push(await say(0), await say(1))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]!.count).toBe(1)
    expect(await texts('review')).toEqual(['Once.'])
    const told = await talk.one.deps.db.event.groupBy({
      by: ['type'],
      where: { type: { in: ['comment.added', 'review.commented'] } },
      _count: true,
    })
    expect(told.map(({ _count }) => _count)).toEqual([1, 1])
  })

  it('that says something else, or says it elsewhere, is a conflict; another person’s is their own', async () => {
    const submission = randomUUID()
    const said = await add(talk.guest, talk.list, 'This.', submission)
    const conflict = { code: 'CONFLICT', message: 'This comment has already been sent with a different text' }
    expect(await refusal(add(talk.guest, talk.list, 'That.', submission))).toMatchObject(conflict)
    expect(await refusal(add(talk.guest, talk.review, 'This.', submission))).toMatchObject(conflict)
    expect((await add(talk.owner, talk.list, 'This.', submission)).comment.id).not.toBe(said.comment.id)
    expect(await standing(talk)).toEqual([
      { text: 'This.', thread: talk.list },
      { text: 'This.', thread: talk.list },
    ])
  })
})
