import { describe, expect, it, vi } from 'vitest'
import { addToCount } from '../../server/comments/counts.ts'
import { transaction } from '../../server/lib/db.ts'
import { lockUser } from '../../server/users/lock.ts'
import type { CommentEvent, ReviewEvent } from '../../shared/events.ts'
import { makeClient, type Person } from '../harness/client.ts'
import { makeProxy } from '../harness/proxy.ts'
import { refusal } from '../support/refusal.ts'
import { RENEWED, waitingTransactions } from '../support/transactions.ts'
import { add, crowd, homogenic, makeList, setUpTalk, standing, watch } from './talk.ts'

const talk = setUpTalk()
const remove = ({ client }: Person, id: number) => client.comments.remove.mutate({ id })
const like = ({ client }: Person, id: number, liked = true) => client.comments.like.mutate({ id, liked })
const addedIn = (events: CommentEvent[]) =>
  events.flatMap((event) => (event.type === 'comment.added' ? [event] : []))
const textsIn = (events: CommentEvent[]) => addedIn(events).map(({ comment }) => comment.text)

/** Subscribes to the album's reviews from now on; returns the events about a review's comments. */
async function watchReviews() {
  await talk.settled()
  const events: ReviewEvent[] = []
  let open = false
  talk.there.visitor().client.logs.liveReviews.subscribe(homogenic, {
    onData: ({ data }) => (data.type === 'live' ? (open = true) : events.push(data)),
  })
  await vi.waitFor(() => expect(open).toBe(true))
  return events
}

describe('a reader of a thread', () => {
  it('receives a comment as the page shows it, its likes and its removal, within a second and in order', async () => {
    const events = await watch(talk, talk.list)
    const submission = '0f5d9a52-6a3c-4b0e-9d9e-6a4f3b2c1d0e'
    const {
      comment: { liked: _, ...comment },
    } = await add(talk.guest, talk.list, 'Look at this.', submission)
    const { thread, id } = { thread: talk.list, id: comment.id }
    await vi.waitFor(() =>
      expect(events).toEqual([{ type: 'comment.added', thread, comment, submission, count: 1 }]),
    )
    await like(talk.owner, id)
    await like(talk.owner, id)
    await like(talk.owner, id, false)
    await remove(talk.owner, id)
    await vi.waitFor(
      () =>
        expect(events.slice(1)).toEqual([
          { type: 'comment.liked', id, likeCount: 1 },
          { type: 'comment.liked', id, likeCount: 0 },
          { type: 'comment.removed', thread, id, count: 0 },
        ]),
      1_000,
    )
  })

  it('receives nothing of other threads', async () => {
    const other = { list: await makeList(talk, 'guest') }
    const events = await watch(talk, talk.review)
    const { comment } = await add(talk.guest, other)
    await add(talk.guest, talk.list)
    await like(talk.owner, comment.id)
    await add(talk.guest, talk.review, 'This one.')
    await vi.waitFor(() => expect(textsIn(events)).toEqual(['This one.']))
    expect(events).toHaveLength(1)
  })

  it('misses nothing between the page and the first event', async () => {
    await add(talk.guest, talk.list, 'Before.')
    await talk.settled()
    const { live } = await talk.guest.client.comments.list.query({ thread: talk.list })
    await add(talk.guest, talk.list, 'Between.')
    const events = await watch(talk, talk.list, talk.there.visitor(), live)
    await add(talk.guest, talk.list, 'After.')
    await vi.waitFor(() => expect(textsIn(events)).toEqual(['Between.', 'After.']))
  })

  it('receives everything once, in order, through a connection that is cut', async () => {
    const proxy = await makeProxy(talk.two.url)
    const visitor = makeClient({ url: proxy.url })
    try {
      const events = await watch(talk, talk.list, visitor)
      await add(talk.guest, talk.list, '0')
      await vi.waitFor(() => expect(textsIn(events)).toEqual(['0']))
      for (let round = 0; round < 2; round++) {
        proxy.cut()
        for (let n = 1; n <= 5; n++) await add(n % 2 ? talk.guest : talk.owner, talk.list, `${round * 5 + n}`)
        proxy.open()
        await vi.waitFor(() => expect(events).toHaveLength(1 + (round + 1) * 5))
      }
      await add(talk.guest, talk.list, '11')
      await vi.waitFor(() => expect(textsIn(events)).toEqual(Array.from({ length: 12 }, (_, n) => `${n}`)))
      expect(
        addedIn(events)
          .map(({ count }) => count)
          .at(-1),
      ).toBe(12)
    } finally {
      await visitor.close()
      await proxy.close()
    }
  })
})

describe('thirty comments at once', () => {
  it.each(['list', 'review'] as const)(
    'under a %s are all there, each told once; the last event says how many',
    async (kind) => {
      const people = await crowd(talk, 5)
      const [events, reviews] = [await watch(talk, talk[kind]), await watchReviews()]
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) => add(people[n % 5]!, talk[kind], `${n}`)),
      )
      await vi.waitFor(() => expect(events).toHaveLength(30))
      await talk.settled()
      const page = await talk.guest.client.comments.list.query({ thread: talk[kind] })
      expect([page.count, page.items.length, page.next]).toEqual([30, 30, null])
      expect(new Set(addedIn(events).map(({ comment }) => comment.id))).toEqual(
        new Set(page.items.map(({ id }) => id)),
      )
      expect(new Set(answers.map(({ comment }) => comment.id)).size).toBe(30)
      const counts = addedIn(events).map(({ count }) => count)
      expect(counts).toEqual(counts.toSorted((a, b) => a - b))
      expect(counts.at(-1)).toBe(30)
      if (kind === 'list') expect(reviews).toEqual([])
      else
        await vi.waitFor(() =>
          expect(reviews.at(-1)).toMatchObject({ type: 'review.commented', commentCount: 30 }),
        )
    },
  )

  it('and removals between them leave the number that a recount gives', async () => {
    const people = await crowd(talk, 4)
    const events = await watch(talk, talk.review)
    await Promise.all(
      people.map(async (person) => {
        for (let n = 0; n < 5; n++) {
          const { comment } = await add(person, talk.review)
          if (n % 2) await remove(n % 3 ? person : talk.owner, comment.id)
        }
      }),
    )
    await vi.waitFor(() => expect(events).toHaveLength(4 * 7))
    const last = events.at(-1)
    expect(last && 'count' in last && last.count).toBe(12)
    expect(await talk.one.deps.db.comment.count()).toBe(12)
  })
})

it('the author’s edit carries the comments of its place in the order', async () => {
  const reviews = await watchReviews()
  await Promise.all([
    ...Array.from({ length: 4 }, () => add(talk.guest, talk.review)),
    ...[1, 2, 3].map((rating) => talk.owner.client.logs.save.mutate({ ...homogenic, rating })),
  ])
  await vi.waitFor(() => expect(reviews).toHaveLength(7))
  const counts = reviews.map((event) => {
    if (event.type === 'review.saved') return event.review.commentCount
    return event.type === 'review.commented' ? event.commentCount : NaN
  })
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(counts.at(-1)).toBe(4)
})

describe('what vanishes while people comment on it', () => {
  it.each([
    ['a list', 'list', (id: number) => `DELETE FROM List WHERE id = ${id}`, 'List not found'],
    ['a log', 'review', (id: number) => `DELETE FROM Log WHERE id = ${id}`, 'This review is no longer there'],
    [
      'the text of a review',
      'review',
      (id: number) => `UPDATE Log SET review = NULL, reviewedAt = NULL WHERE id = ${id}`,
      'This review is no longer there',
    ],
  ] as const)('%s, is not found, and leaves no comment behind', async (_, kind, sql, message) => {
    const thread = talk[kind]
    const people = [talk.owner, talk.guest, ...(await crowd(talk, 2))]
    let asked: Promise<unknown[]> = Promise.resolve([])
    await talk.one.deps.db.$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe(sql('list' in thread ? thread.list : thread.review))
        asked = Promise.all(people.map((person) => refusal(add(person, thread))))
        // They wait for the transaction's outcome.
        await vi.waitFor(
          async () => {
            const [row] = await talk.two.deps.db.$queryRawUnsafe<{ count: bigint }[]>(waitingTransactions)
            expect(Number(row!.count)).toBe(people.length)
          },
          { interval: RENEWED },
        )
      },
      { timeout: 30_000 },
    )
    for (const answer of await asked) expect(answer).toMatchObject({ code: 'NOT_FOUND', message })
    expect(await standing(talk)).toEqual([])
    expect(
      await talk.one.deps.db.event.count({ where: { type: { in: ['comment.added', 'review.commented'] } } }),
    ).toBe(0)
  })
})

it('two people who comment in one thread do not wait for each other', async () => {
  await talk.there.register('slow')
  await transaction(talk.one.deps.db, async (tx) => {
    const { id: userId } = await tx.user.findUniqueOrThrow({ where: { nickname: 'slow' } })
    await tx.comment.create({
      data: { userId, listId: (talk.list as { list: number }).list, text: 'Slowly.', submission: 'x' },
    })
    await addToCount(tx, await lockUser(tx, userId), { thread: talk.list, by: 1 })
    // The transaction of the first one is still open; others must not wait for its end.
    expect((await add(talk.guest, talk.list, 'Quickly.')).count).toBe(1)
  })
  expect((await add(talk.guest, talk.list)).count).toBe(3)
})
