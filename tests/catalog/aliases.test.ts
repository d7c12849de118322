import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepImportedAlbums } from '../../server/catalog/imports.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let harness: Harness
let author: Person
const own = { artist: 'Björk', album: 'Homogenic' }
const old = { artist: 'bjork', album: 'homogenic' }

beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  server.demo.behave()
  await server.reset()
  author = await harness.register('author')
})

/** Runs on another process of the product, which cannot reach the catalogue and has no cache of it. */
async function outage(run: (author: Person) => Promise<void>) {
  await server.forget()
  const settings = { LASTFM_BASE: 'http://127.0.0.1:9/2.0/' }
  const cold = await startServer({ databaseUrl: server.deps.settings.DATABASE_URL, settings })
  const there = makeHarness(cold.url)
  try {
    await run(await there.login(author))
  } finally {
    await there.close()
    await cold.close()
  }
}

async function aliases(): Promise<number> {
  const rows = await server.deps.db.$queryRaw<{ count: bigint }[]>`SELECT COUNT(*) AS count FROM AlbumAlias`
  return Number(rows[0]!.count)
}

describe('an old link, with the catalogue down', () => {
  test('finds the album that was logged under that name', async () => {
    const { id } = await author.client.logs.save.mutate({ ...old, rating: 9, review: 'Strings.' })
    await outage(async ({ client }) => {
      expect(await client.catalog.album.query(old)).toMatchObject({ artist: 'Björk', name: 'Homogenic' })
      expect((await client.logs.mine.query(old)).log).toMatchObject({ id, rating: 9 })
      expect((await client.logs.reviews.query(old)).items).toMatchObject([{ id, review: 'Strings.' }])
      expect(await client.logs.save.mutate({ ...old, rating: 7 })).toMatchObject({ id, rating: 7 })
      await client.favorites.set.mutate({ ...old, favorite: true })
      expect(await client.logs.mine.query(own)).toMatchObject({ favorite: true })
    })
    expect(await server.deps.db.album.count()).toBe(1)
  })

  test('finds the album that was logged under its own name, once somebody followed the link', async () => {
    const { id } = await author.client.logs.save.mutate(own)
    await harness.visitor().client.catalog.album.query(old)
    await outage(async ({ client }) => {
      expect(await client.catalog.album.query(old)).toMatchObject({ artist: 'Björk', name: 'Homogenic' })
      expect((await client.logs.mine.query(old)).log?.id).toBe(id)
    })
  })

  test('that nobody followed says that the catalogue is away', async () => {
    await author.client.logs.save.mutate(own)
    await outage(async ({ client }) => {
      expect(await refusal(client.catalog.album.query(old))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      expect(await client.logs.mine.query(old)).toMatchObject({ log: null, favorite: false })
    })
  })
})

describe('what is remembered', () => {
  test('is one row for a name, however often and in whatever case it is followed', async () => {
    await author.client.logs.save.mutate(own)
    const visits = Array.from({ length: 30 }, (_, index) =>
      harness.visitor().client.catalog.album.query(index % 2 ? old : { artist: 'BJORK', album: 'Homogenic' }),
    )
    await Promise.all(visits)
    expect(await aliases()).toBe(1)
  })

  test('is nothing for an album that nobody needs, and for its own names in another case', async () => {
    await harness.visitor().client.catalog.album.query(old)
    expect(await aliases()).toBe(0)
    await author.client.logs.save.mutate({ artist: 'BJÖRK', album: 'HOMOGENIC' })
    await author.client.catalog.album.query({ artist: 'BJÖRK', album: 'HOMOGENIC' })
    expect(await aliases()).toBe(0)
  })

  test('spares the catalogue the next question', async () => {
    await author.client.logs.save.mutate(old)
    await server.forget()
    server.demo.forgetRequests()
    await author.client.favorites.set.mutate({ ...old, favorite: true })
    expect(server.demo.requests()).toEqual([])
  })

  test('an album of that very name comes first', async () => {
    await author.client.logs.save.mutate(old)
    const { id } = await server.deps.db.album.create({
      data: { key: 'bjork-homogenic', artist: 'Bjork', name: 'Homogenic' },
    })
    expect(await author.client.logs.mine.query(old)).toMatchObject({ log: null, favorite: false })
    expect((await author.client.logs.mine.query(own)).log).not.toBeNull()
    const imported = { artist: 'Bjork', name: 'Homogenic', image: null }
    expect(await keepImportedAlbums(server.deps, [imported])).toEqual([id])
  })

  test('goes with the album', async () => {
    const { id } = await author.client.logs.save.mutate(old)
    expect(await aliases()).toBe(1)
    await author.client.logs.remove.mutate({ id })
    await server.deps.db.album.deleteMany()
    expect(await aliases()).toBe(0)
  })
})
