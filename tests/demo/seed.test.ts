import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { albums } from '../../demo/catalog/catalog.ts'
import { logins, seed } from '../../demo/seed.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = makeDb(database.url)
})
beforeEach(() => database.truncate())
afterAll(() => db.$disconnect())

const home = 'http://127.0.0.1:4001'
const now = new Date('2026-11-20T12:00:00.000Z')
const counts = () =>
  Promise.all([db.user.count(), db.log.count(), db.list.count(), db.comment.count(), db.follow.count()])

describe('the filling of an empty database', () => {
  it('writes people, logs and lists as the product would have', async () => {
    expect(await seed(db, { picturesBase: home, now })).toBe(true)
    const [people, logs] = await counts()
    expect(people).toBe(logins.length)
    expect(logs).toBeGreaterThan(550)
    for (const log of await db.log.findMany()) {
      expect(log.reviewedAt === null).toBe(log.review === null)
      expect(log.updatedAt >= log.createdAt && log.createdAt <= now).toBe(true)
      expect(log.date!.toISOString()).toMatch(/T00:00:00\.000Z$/)
    }
    const known = new Map(albums.map((album) => [album.key, album]))
    for (const row of await db.album.findMany()) {
      const { artist, name, hasCover, id } = known.get(row.key)!
      expect(row).toMatchObject({ artist, name, image: hasCover ? `${home}/covers/300x300/${id}.svg` : null })
    }
  })

  it('does nothing where somebody is, except that pictures follow the stand-in', async () => {
    await seed(db, { picturesBase: home, now })
    const before = await counts()
    expect(await seed(db, { picturesBase: 'http://127.0.0.1:4002/', now })).toBe(false)
    expect(await counts()).toEqual(before)
    expect(await db.album.count({ where: { image: { startsWith: home } } })).toBe(0)
    expect(await db.user.count({ where: { avatar: { startsWith: 'http://127.0.0.1:4002/avatars/' } } })).toBe(
      before[0],
    )
  })

  it('adds what is missing when forced, and nothing twice', async () => {
    await seed(db, { picturesBase: home, now })
    const before = await counts()
    const june = { nickname: 'june' }
    // First, because MySQL does not follow every cascade from a user to a comment (server/account/deletion.ts).
    await db.comment.deleteMany({
      where: { OR: [{ user: june }, { log: { user: june } }, { list: { user: june } }] },
    })
    await db.user.delete({ where: june })
    await db.user.create({ data: { nickname: 'stranger', email: 'stranger@plak.example' } })
    expect(await seed(db, { picturesBase: home, now, force: true })).toBe(true)
    expect(await counts()).toEqual([before[0] + 1, ...before.slice(1)])
  })
})
