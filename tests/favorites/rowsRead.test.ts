import { afterAll, beforeAll, expect, it } from 'vitest'
import { listFavorites } from '../../server/logs/favorites/queries.ts'
import { albumKey } from '../../shared/albumKey.ts'
import { countRowsRead } from '../support/rowsRead.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.close())

it('a page of hearts reads one opinion for each, however many the person has', async () => {
  const { db } = server.deps
  const { id: userId } = await db.user.create({ data: { nickname: 'owner', email: 'owner@plak.example' } })
  const names = Array.from({ length: 600 }, (_, index) => `Album ${index}`)
  const artist = 'Somebody'
  await db.album.createMany({
    data: names.map((name) => ({ key: albumKey({ artist, album: name }), artist, name })),
  })
  const albums = await db.album.findMany({ select: { id: true } })
  await db.favorite.createMany({ data: albums.map(({ id: albumId }) => ({ userId, albumId })) })
  const addedAt = new Date()
  await db.opinion.createMany({
    data: albums.map(({ id: albumId }) => ({ userId, albumId, visibility: 'everyone' as const, addedAt })),
  })
  await db.$executeRaw`ANALYZE TABLE Favorite, Opinion, Album`

  const counted = countRowsRead(server.deps.settings.DATABASE_URL)
  const read = () => listFavorites({ db: counted.db }, null, { nickname: 'owner' })
  await read()
  const before = await counted.rowsRead()
  expect((await read()).items).toHaveLength(24)
  expect((await counted.rowsRead()) - before).toBeLessThan(300)
})
