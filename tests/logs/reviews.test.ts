import { beforeEach, describe, expect, it } from 'vitest'
import type { Review } from '../../shared/logs.ts'
import type { Person, Visitor } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct()
let reader: Visitor
const homogenic = { artist: 'Björk', album: 'Homogenic' }

beforeEach(async () => {
  reader = plak.harness.visitor()
})

const save = (more: object, by: Person) => by.client.logs.save.mutate({ ...homogenic, ...more })

/** Creates reviews with the given numbers of likes; some have the same time. */
async function reviews(likes: number[]): Promise<void> {
  const { db } = plak.server.deps
  const album = await db.album.create({
    data: { key: 'björk-homogenic', artist: 'Björk', name: 'Homogenic' },
  })
  const people = Array.from({ length: Math.max(likes.length, ...likes) }, (_, index) => `critic${index}`)
  await db.user.createMany({
    data: people.map((nickname) => ({ nickname, email: `${nickname}@plak.example` })),
  })
  const users = await db.user.findMany({
    where: { nickname: { startsWith: 'critic' } },
    orderBy: { id: 'asc' },
  })
  for (const [index, count] of likes.entries()) {
    const reviewedAt = new Date(Date.parse('2026-01-01T00:00:00Z') + Math.floor(index / 3) * 1_000)
    const data = {
      userId: users[index]!.id,
      albumId: album.id,
      review: `Review ${index}`,
      reviewedAt,
      date: reviewedAt,
      createdAt: reviewedAt,
    }
    const { id } = await db.log.create({ data })
    await db.reviewLike.createMany({
      data: users.slice(0, count).map(({ id: userId }) => ({ logId: id, userId })),
    })
  }
}

async function readAll(sort?: 'newest' | 'liked'): Promise<Review[]> {
  const items: Review[] = []
  for (let cursor: string | null = null, page = 0; page < 20; page++) {
    const read = await reader.client.logs.reviews.query({ ...homogenic, cursor, ...(sort && { sort }) })
    items.push(...read.items)
    if (!read.next) return items
    cursor = read.next
  }
  throw new Error('The pages have no end')
}
const told = (items: Review[]) => items.map(({ review, likeCount }) => `${review}: ${likeCount}`)

/** The fields of a review card. */
const fields = [
  'album',
  'commentCount',
  'createdAt',
  'date',
  'favorite',
  'hidden',
  'id',
  'likeCount',
  'liked',
  'listens',
  'rating',
  'relisten',
  'review',
  'tags',
  'user',
  'version',
  'visibility',
]

describe('the reviews of an album', () => {
  const likes = Array.from({ length: 60 }, (_, index) => (index * 7) % 5)

  it('come newest first unless told otherwise, with their likes, each once over the pages', async () => {
    await reviews(likes)
    const expected = likes.map((count, index) => `Review ${index}: ${count}`).toReversed()
    expect(told(await readAll())).toEqual(expected)
    expect(told(await readAll('newest'))).toEqual(expected)
  })

  it('come most liked first, the newer of equals before the older, each once over the pages', async () => {
    await reviews(likes)
    const expected = likes
      .map((count, index) => ({ count, index }))
      .toSorted((a, b) => b.count - a.count || b.index - a.index)
      .map(({ count, index }) => `Review ${index}: ${count}`)
    expect(told(await readAll('liked'))).toEqual(expected)
  })

  it('are 25 a page in both orders', async () => {
    await reviews(Array.from({ length: 25 }, () => 1))
    for (const sort of ['newest', 'liked'] as const) {
      const { items, next } = await reader.client.logs.reviews.query({ ...homogenic, sort })
      expect([items.length, next]).toEqual([25, null])
    }
  })

  it('restart with a cursor of the other order, or of none', async () => {
    await reviews(likes)
    const first = (sort: 'newest' | 'liked', cursor?: string | null) =>
      reader.client.logs.reviews.query({ ...homogenic, sort, cursor })
    const [newest, liked] = [await first('newest'), await first('liked')]
    for (const cursor of [liked.next, 'zz', '', null])
      expect((await first('newest', cursor)).items).toEqual(newest.items)
    for (const cursor of [newest.next, '-', '1-x', 'zzzzzzz-1.1'])
      expect((await first('liked', cursor)).items).toEqual(liked.items)
  })

  it('begin with the one that is asked for, from wherever it stands; a further page is not touched by it', async () => {
    await reviews(likes)
    const { db } = plak.server.deps
    const idOf = async (review: string) => (await db.log.findFirstOrThrow({ where: { review } })).id
    for (const [sort, one] of [
      ['newest', 'Review 1'],
      ['newest', 'Review 58'],
      ['liked', 'Review 0'],
    ] as const) {
      const first = await idOf(one)
      const read = (more: object) => reader.client.logs.reviews.query({ ...homogenic, sort, ...more })
      const [plain, page] = [await read({}), await read({ first })]
      const others = told(plain.items).filter((text) => !text.startsWith(`${one}:`))
      expect(told(page.items)).toEqual([expect.stringContaining(`${one}:`), ...others])
      expect(page.next).toBe(plain.next)
      expect((await read({ first, cursor: plain.next })).items).toEqual(
        (await read({ cursor: plain.next })).items,
      )
    }
  })

  it('leave out one that is asked for and is gone, of another album, or of a disabled account', async () => {
    await reviews([0, 0, 0])
    const { db } = plak.server.deps
    const [gone, elsewhere, disabled] = await db.log.findMany({ orderBy: { id: 'asc' } })
    const other = await db.album.create({ data: { key: 'björk-post', artist: 'Björk', name: 'Post' } })
    await db.log.update({ where: { id: gone!.id }, data: { review: null, reviewedAt: null } })
    await db.log.update({ where: { id: elsewhere!.id }, data: { albumId: other.id } })
    await db.user.update({ where: { id: disabled!.userId }, data: { disabledAt: new Date() } })
    for (const { id } of [gone!, elsewhere!, disabled!]) {
      expect((await reader.client.logs.reviews.query({ ...homogenic, first: id })).items).toEqual([])
    }
  })

  it('leave out blank texts and disabled accounts', async () => {
    await reviews([3, 1, 2])
    const { db } = plak.server.deps
    await db.user.update({ where: { nickname: 'critic0' }, data: { disabledAt: new Date() } })
    await db.log.updateMany({ where: { review: 'Review 1' }, data: { review: null, reviewedAt: null } })
    // The disabled account's like is not counted, either.
    for (const sort of ['newest', 'liked'] as const)
      expect(told(await readAll(sort))).toEqual(['Review 2: 1'])
  })

  it('of an album that nobody needs are empty, and have the position of the live events', async () => {
    expect(await reader.client.logs.reviews.query(homogenic)).toEqual({
      items: [],
      next: null,
      live: expect.stringMatching(/^[0-9a-f]{16}\.\d+$/),
    })
  })

  it('say nothing of who wrote or liked them but the card', async () => {
    await reviews([1])
    const [review] = await readAll()
    expect(Object.keys(review!).toSorted()).toEqual(fields)
    expect(review!.user).toEqual({ nickname: 'critic0', avatar: null })
  })
})

describe('reviews of an album', () => {
  it('are the logs with a text, newest first, in pages, without internal things', async () => {
    const people = await Promise.all(
      Array.from({ length: 28 }, (_, index) => plak.harness.register(`critic${index}`)),
    )
    for (const person of people) await save({ review: `By ${person.nickname}`, rating: 6 }, person)
    await save({ rating: 9 }, await plak.harness.register('author'))
    const { client } = plak.harness.visitor()
    const first = await client.logs.reviews.query(homogenic)
    const second = await client.logs.reviews.query({ ...homogenic, cursor: first.next })
    expect([first.items.length, second.items.length, second.next]).toEqual([25, 3, null])
    const names = [...first.items, ...second.items].map(({ user }) => user.nickname)
    expect(names).toEqual(people.map(({ nickname }) => nickname).toReversed())
    expect(Object.keys(first.items[0]!).toSorted()).toEqual(fields)
  })
  it('a cursor of another life is the first page', async () => {
    const author = await plak.harness.register('author')
    await save({ review: 'Here.' }, author)
    const { items } = await author.client.logs.reviews.query({ ...homogenic, cursor: 'from elsewhere' })
    expect(items).toHaveLength(1)
  })
})
