import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recountComments } from '../../server/comments/counts.ts'
import { randomLists } from '../../server/lists/read/random.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { countRowsRead } from '../support/rowsRead.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let harness: Harness
let owner: number
let albums: number[]

beforeAll(async () => {
  // The tests do not need the catalogue: it is unreachable from the start.
  server = await startServer({ settings: { LASTFM_BASE: 'http://127.0.0.1:9/2.0/' } })
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await server.reset()
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.reset()
  owner = await person('owner')
  albums = []
  for (let index = 0; index < 7; index++) {
    const data = {
      key: `artist-album_${index}`,
      artist: 'Artist',
      name: `Album ${index}`,
      image: `https://i.test/${index}`,
    }
    albums.push((await server.deps.db.album.create({ data })).id)
  }
})

async function person(nickname: string): Promise<number> {
  const data = { nickname, email: `${nickname}@plak.example`, avatar: `https://i.test/${nickname}` }
  return (await server.deps.db.user.create({ data })).id
}

async function list(
  name: string,
  more: { id?: number; userId?: number; description?: string } = {},
  size = 1,
): Promise<number> {
  const { id } = await server.deps.db.list.create({
    data: { name, userId: owner, submission: randomUUID(), ...more },
  })
  const data = albums.slice(0, size).map((albumId, position) => ({ listId: id, albumId, position }))
  await server.deps.db.listAlbum.createMany({ data })
  return id
}

const random = () => harness.visitor().client.lists.random.query()

describe('random lists', () => {
  test('return nothing if there are none', async () => expect(await random()).toEqual([]))

  test('show everything that a card shows, with exact counts', async () => {
    const { db } = server.deps
    const id = await list('Seven records', { description: 'For a rainy day' }, 7)
    const empty = await list('Empty', {}, 0)
    const fans = [await person('fan_one'), await person('fan_two')]
    await db.listLike.createMany({ data: fans.map((userId) => ({ listId: id, userId })) })
    const comment = (text: string) => ({ userId: fans[0]!, listId: id, text, submission: randomUUID() })
    await db.comment.createMany({ data: ['One', 'Two', 'Three'].map(comment) })
    await recountComments(db)
    const found = await random()
    expect(found.find((card) => card.id === id)).toEqual({
      id,
      name: 'Seven records',
      description: 'For a rainy day',
      owner: { nickname: 'owner', avatar: 'https://i.test/owner' },
      visibility: 'everyone',
      hidden: false,
      albumCount: 7,
      likeCount: 2,
      commentCount: 3,
      createdAt: expect.stringMatching(/Z$/),
      covers: [0, 1, 2, 3, 4].map((n) => ({
        artist: 'Artist',
        name: `Album ${n}`,
        image: `https://i.test/${n}`,
        year: null,
      })),
    })
    const nothing = { description: '', albumCount: 0, likeCount: 0, commentCount: 0, covers: [] }
    expect(found.find((card) => card.id === empty)).toMatchObject(nothing)
  })

  test.each([1, 2, 3, 5])('of %i there are as many as three at the most, each once', async (count) => {
    const ids: number[] = []
    for (let index = 0; index < count; index++) ids.push(await list(`List ${index}`))
    for (let round = 0; round < 5; round++) {
      const found = (await random()).map(({ id }) => id)
      expect(found).toHaveLength(Math.min(3, count))
      expect(new Set(found).size).toBe(found.length)
      expect(found.every((id) => ids.includes(id))).toBe(true)
    }
  })

  test('are others each time, and each list has its turn', async () => {
    for (let index = 0; index < 10; index++) await list(`List ${index}`)
    const seen = new Map<string, number>()
    for (let round = 0; round < 60; round++) {
      for (const { name } of await random()) seen.set(name, (seen.get(name) ?? 0) + 1)
    }
    expect(seen.size).toBe(10)
    // The mean is 18 each; three times as many would not be random.
    expect(Math.max(...seen.values())).toBeLessThan(54)
  })

  test('are found also where few are left of many', async () => {
    const ids = [
      await list('First', { id: 5 }),
      await list('Far', { id: 800_000 }),
      await list('Farther', { id: 2_000_000_000 }),
    ]
    for (let round = 0; round < 5; round++) {
      const found = (await random()).map(({ id }) => id)
      expect(found.toSorted((a, b) => a - b)).toEqual(ids)
    }
    // Ids continue from the highest: resets them for the next tests.
    await server.deps.db.list.deleteMany()
    await server.deps.db.$executeRaw`ALTER TABLE List AUTO_INCREMENT = 1`
  })

  test('leave out those of a disabled account', async () => {
    const gone = await person('gone')
    await server.deps.db.user.update({ where: { id: gone }, data: { disabledAt: new Date() } })
    await list('Theirs', { userId: gone })
    const id = await list('Ours')
    expect((await random()).map((card) => card.id)).toEqual([id])
  })

  test('of 100,000 read a few rows only', async () => {
    const { db } = server.deps
    await db.$executeRaw`
      INSERT INTO List (userId, name, submission, createdAt, updatedAt)
      WITH RECURSIVE digit (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM digit WHERE n < 9)
      SELECT ${owner}, 'One of many', UUID(), NOW(3), NOW(3) FROM digit a, digit b, digit c, digit d, digit e`
    expect(await db.list.count()).toBe(100_000)
    const counted = countRowsRead(server.deps.settings.DATABASE_URL)
    for (let round = 0; round < 9; round++) {
      const before = await counted.rowsRead()
      expect(await randomLists(counted, null)).toHaveLength(3)
      expect((await counted.rowsRead()) - before).toBeLessThan(1_000)
    }
  })
})
