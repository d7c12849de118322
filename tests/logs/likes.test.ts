import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReviewEvent } from '../../shared/events.ts'
import type { Person, Visitor } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { RENEWED, waitingTransactions } from '../support/transactions.ts'
import { startTwo, type TwoServers } from '../support/twoServers.ts'

let servers: TwoServers
let one: TwoServers['one']
let two: TwoServers['two']
let here: TwoServers['here']
let there: TwoServers['there']
let author: Person
let id: number
const homogenic = { artist: 'Björk', album: 'Homogenic' }

// Two processes: likes go to both, the watcher is connected to the other.
beforeAll(async () => {
  servers = await startTwo()
  ;({ one, two, here, there } = servers)
  return servers.close
})
beforeEach(async () => {
  await one.reset()
  author = await here.register('author')
  ;({ id } = await author.client.logs.save.mutate({ ...homogenic, review: 'Strings and volcanoes.' }))
})

const like = (by: Visitor, liked = true, of = id) => by.client.logs.like.mutate({ id: of, liked })
const likes = () => one.deps.db.reviewLike.count({ where: { logId: id } })
const crowd = (size: number) =>
  Promise.all(Array.from({ length: size }, (_, index) => here.register(`liker${index}`)))

/** Subscribes to the album's reviews from now on, as a visitor of the other process. */
async function watch(by: Visitor = there.visitor()) {
  await servers.settled()
  const events: ReviewEvent[] = []
  let open = false
  by.client.logs.liveReviews.subscribe(homogenic, {
    onData: ({ data }) => (data.type === 'live' ? (open = true) : events.push(data)),
    onError: (error) => events.push({ type: `failed: ${error.message}` } as never),
  })
  await vi.waitFor(() => expect(open).toBe(true))
  return events
}
const countsIn = (events: ReviewEvent[]) =>
  events.flatMap((event) => (event.type === 'review.liked' ? [event.likeCount] : []))

describe('a like', () => {
  it('is given and taken back; the same twice changes nothing', async () => {
    const [reader] = await crowd(1)
    expect(await like(reader!)).toEqual({ liked: true, likeCount: 1 })
    expect(await like(reader!)).toEqual({ liked: true, likeCount: 1 })
    expect(await like(author)).toEqual({ liked: true, likeCount: 2 })
    expect(await like(reader!, false)).toEqual({ liked: false, likeCount: 1 })
    expect(await like(reader!, false)).toEqual({ liked: false, likeCount: 1 })
    expect(await one.deps.db.event.count({ where: { type: 'review.liked' } })).toBe(3)
  })

  it('needs a sign-in', async () => {
    expect(await refusal(like(here.visitor()))).toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'You must be logged in to like',
    })
  })

  it('of a review that never was, has no text or whose author is disabled is not found', async () => {
    const [reader] = await crowd(1)
    const missing = { code: 'NOT_FOUND', message: 'This review is no longer there' }
    expect(await refusal(like(reader!, true, 2 ** 31 - 1))).toMatchObject(missing)
    await author.client.logs.save.mutate({ ...homogenic, review: '' })
    expect(await refusal(like(reader!))).toMatchObject(missing)
    await author.client.logs.save.mutate({ ...homogenic, review: 'Back.' })
    await one.deps.db.user.update({ where: { nickname: 'author' }, data: { disabledAt: new Date() } })
    expect(await refusal(like(reader!))).toMatchObject(missing)
    expect(await likes()).toBe(0)
  })

  it('outlives an edit and hides with the text', async () => {
    const [reader] = await crowd(1)
    await like(reader!)
    await author.client.logs.save.mutate({ ...homogenic, review: '' })
    await author.client.logs.save.mutate({ ...homogenic, review: 'Again.' })
    expect((await reader!.client.logs.reviews.query(homogenic)).items).toMatchObject([
      { likeCount: 1, liked: true },
    ])
    expect((await author.client.logs.reviews.query(homogenic)).items).toMatchObject([
      { likeCount: 1, liked: false },
    ])
    expect((await there.visitor().client.logs.reviews.query(homogenic)).items).toMatchObject([
      { likeCount: 1, liked: false },
    ])
  })
})

describe('likes at once', () => {
  it('twenty tabs of one person at two processes make one like', async () => {
    const [reader] = await crowd(1)
    const tabs = [reader!, await there.login(reader!)]
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => like(tabs[index % 2]!)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"liked":true,"likeCount":1}']),
    )
    expect(await likes()).toBe(1)
  })

  it('of two people do not wait for each other', async () => {
    const readers = await crowd(2)
    const { id: userId } = await one.deps.db.user.findUniqueOrThrow({ where: { nickname: 'liker0' } })
    await one.deps.db.$transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO ReviewLike (logId, userId) VALUES (${id}, ${userId})`
      // The transaction of the first one is still open; others must not wait for its end, which can be fifty seconds.
      expect(await like(readers[1]!)).toEqual({ liked: true, likeCount: 1 })
    })
    expect(await like(readers[0]!)).toEqual({ liked: true, likeCount: 2 })
  })

  it('while the review is removed are not found, never an error, and leave nothing', async () => {
    const readers = await crowd(6)
    let asked: Promise<unknown[]> = Promise.resolve([])
    await one.deps.db.$transaction(
      async (tx) => {
        await tx.$executeRaw`DELETE FROM Log WHERE id = ${id}`
        asked = Promise.all(readers.map((reader) => refusal(like(reader))))
        // The likes are written and wait for the outcome of the review's transaction.
        await vi.waitFor(
          async () => {
            const [row] = await two.deps.db.$queryRawUnsafe<{ count: bigint }[]>(waitingTransactions)
            expect(Number(row!.count)).toBeGreaterThan(0)
          },
          { interval: RENEWED },
        )
      },
      { timeout: 30_000 },
    )
    for (const answer of await asked)
      expect(answer).toMatchObject({ code: 'NOT_FOUND', message: 'This review is no longer there' })
    expect(await one.deps.db.reviewLike.count()).toBe(0)
  })
})

describe('live', () => {
  it('a reader at another process receives the exact counts, in order', async () => {
    const readers = await crowd(12)
    const events = await watch()
    await like(readers[0]!)
    await vi.waitFor(() => expect(events).toEqual([{ type: 'review.liked', id, likeCount: 1 }]))
    await Promise.all(readers.slice(1).map((reader) => like(reader)))
    await vi.waitFor(() => expect(countsIn(events).at(-1)).toBe(12))
    expect(countsIn(events)).toEqual(countsIn(events).toSorted((a, b) => a - b))
    await Promise.all(readers.slice(0, 5).map((reader) => like(reader, false)))
    await vi.waitFor(() => expect(countsIn(events).at(-1)).toBe(7))
  })

  it('the author’s edit carries the count of its place in the order, though it was written before', async () => {
    const readers = await crowd(3)
    const events = await watch()
    await Promise.all([
      ...readers.map((reader) => like(reader)),
      ...[1, 2, 3, 4].map((rating) => author.client.logs.save.mutate({ ...homogenic, rating })),
    ])
    await servers.settled()
    await vi.waitFor(() => expect(events.length).toBeGreaterThanOrEqual(5))
    const counts = events.map((event) =>
      event.type === 'review.saved'
        ? event.review.likeCount
        : event.type === 'review.liked'
          ? event.likeCount
          : NaN,
    )
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    await vi.waitFor(() =>
      expect(events.at(-1)).toMatchObject(
        events.at(-1)!.type === 'review.saved' ? { review: { likeCount: 3 } } : { likeCount: 3 },
      ),
    )
  })

  it('what was missed is replayed with the counts', async () => {
    const readers = await crowd(3)
    const reader = there.visitor()
    const { live } = await reader.client.logs.reviews.query(homogenic)
    for (const each of readers) await like(each)
    const events: ReviewEvent[] = []
    reader.client.logs.liveReviews.subscribe(
      { ...homogenic, lastEventId: live },
      { onData: ({ data }) => events.push(data) },
    )
    // Likes that get their numbers together are also counted together.
    await vi.waitFor(() => expect(countsIn(events).at(-1)).toBe(3))
    expect(countsIn(events)).toEqual(countsIn(events).toSorted((a, b) => a - b))
    expect(events).toHaveLength(3)
  })

  it('nothing that is sent names who liked', async () => {
    const [reader] = await crowd(1)
    const events = await watch()
    await like(reader!)
    await vi.waitFor(() => expect(events).toHaveLength(1))
    expect(
      JSON.stringify(
        await one.deps.db.event.findMany({
          where: { type: 'review.liked' },
          select: { payload: true, userId: true },
        }),
      ),
    ).toBe(JSON.stringify([{ payload: JSON.stringify({ id, likeCount: 1 }), userId: null }]))
  })
})
