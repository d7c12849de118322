import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { disableAccount, enableAccount } from '../../server/account/operator.ts'
import { getFeed } from '../../server/activity/queries.ts'
import { change } from '../../server/core/change.ts'
import type { SignedIn } from '../../server/core/trpc.ts'
import { transaction } from '../../server/lib/db.ts'
import { removeLog, saveLog, setListened } from '../../server/logs/mutations.ts'
import { replaceSynced } from '../../server/logs/write/bulk.ts'
import { lockUser, lockUsers } from '../../server/users/lock.ts'
import { writeHeads } from '../../server/users/write/feedHeads.ts'
import { albumKey } from '../../shared/albumKey.ts'
import { countRowsRead } from '../support/rowsRead.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let clock = Date.parse('2026-11-20T12:00:00Z')
// The clock sometimes stands still, as between two processes: several logs have the same time.
beforeAll(
  async () =>
    void (server = await startServer({ now: () => new Date((clock += Math.random() < 0.5 ? 0 : 1)) })),
)
beforeEach(() => server.reset())
afterAll(() => server.close())

const viewerOf = (id: number) => ({ id }) as SignedIn

async function makePeople(count: number): Promise<number[]> {
  const { db } = server.deps
  const names = Array.from({ length: count }, (_, index) => `person${index}`)
  await db.user.createMany({
    data: names.map((nickname) => ({ nickname, email: `${nickname}@plak.example` })),
  })
  return (await db.user.findMany({ select: { id: true }, orderBy: { id: 'asc' } })).map(({ id }) => id)
}

async function makeAlbums(count: number): Promise<{ id: number; artist: string; album: string }[]> {
  const { db } = server.deps
  const names = Array.from({ length: count }, (_, index) => `Album ${index}`)
  const data = names.map((name) => ({
    key: albumKey({ artist: 'Somebody', album: name }),
    artist: 'Somebody',
    name,
  }))
  await db.album.createMany({ data })
  const rows = await db.album.findMany({ orderBy: { id: 'asc' } })
  return rows.map(({ id, artist, name }) => ({ id, artist, album: name }))
}

/** Returns users whose head is not the newest log that a recount finds. */
const wrongHeads = () => server.deps.db.$queryRaw<unknown[]>`
  SELECT u.nickname, u.lastLogAt, u.lastLogId, l.feedAt, l.id
  FROM User u LEFT JOIN Log l ON l.userId = u.id AND l.feedAt IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM Log n WHERE n.userId = u.id AND n.feedAt IS NOT NULL
      AND (n.feedAt > l.feedAt OR n.feedAt = l.feedAt AND n.id > l.id))
  WHERE NOT (u.lastLogAt <=> l.feedAt AND u.lastLogId <=> l.id)`

describe('where a person’s newest log stands', () => {
  it('is right after every kind of change, many at once', async () => {
    const { deps } = server
    const people = await makePeople(4)
    const albums = await makeAlbums(6)
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]!
    const ref = () => {
      const { artist, album } = pick(albums)
      return { artist, album }
    }
    const someDay = () => new Date(clock + 1 - Math.floor(Math.random() * 500))
    const saved = () => new Map(albums.filter(() => Math.random() < 0.5).map(({ id }) => [id, someDay()]))
    const deeds: ((viewer: SignedIn) => Promise<unknown>)[] = [
      (viewer) => saveLog(deps, viewer, { ...ref(), rating: 5 }),
      (viewer) => setListened(deps, viewer, { ...ref(), listened: true }),
      (viewer) => setListened(deps, viewer, { ...ref(), listened: false, evenIfRated: true }),
      (viewer) =>
        change(deps, async (write) => replaceSynced(write, await lockUser(write.tx, viewer.id), saved())),
      async (viewer) => {
        const log = await deps.db.log.findFirst({
          where: { userId: viewer.id },
          orderBy: { createdAt: 'desc' },
        })
        if (log) await removeLog(deps, viewer, log)
      },
    ]
    for (let round = 0; round < 25; round++) {
      await Promise.all(Array.from({ length: 8 }, () => pick(deeds)(viewerOf(pick(people)))))
      expect(await wrongHeads()).toEqual([])
    }
    expect(await deps.db.user.count({ where: { lastLogId: { not: null } } })).toBeGreaterThan(0)
  })

  it.each([1, 20])(
    'of %i people is found without reading their other logs, or those of others',
    async (count) => {
      const { people } = await makeWorld({ followed: 40, logs: 100 })
      const { db, rowsRead } = countRowsRead(server.deps.settings.DATABASE_URL)
      const some = people.slice(0, count)
      // The first call prepares the statement.
      const write = () => transaction(db, async (tx) => writeHeads(tx, await lockUsers(tx, some)))
      await write()
      const before = await rowsRead()
      await write()
      expect((await rowsRead()) - before).toBeLessThan(count * 20 + 20)
    },
  )
})

type Size = { followed: number; logs: number; strangers?: number; strangersLogs?: number }

/** Creates users whose logs share times, some of them imports. The viewer is the last one and follows all but the strangers. */
async function makeWorld({ followed, logs, strangers = 0, strangersLogs = 0 }: Size) {
  const { db } = server.deps
  const people = await makePeople(followed + strangers + 1)
  const albums = await makeAlbums(Math.max(logs, strangersLogs))
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute))
  const rows = people.slice(0, -1).flatMap((userId, index) => {
    const isFollowed = index < followed
    return albums.slice(0, isFollowed ? logs : strangersLogs).map(({ id: albumId }, nth) => {
      // Pairs of users share a time; strangers are newer than everybody followed.
      const moment = at((isFollowed ? 0 : 10_000) + Math.floor(index / 2) * 7 + nth * 3)
      const isImport = (index + nth) % 5 === 4
      const source = isImport ? ('spotify' as const) : ('manual' as const)
      return { userId, albumId, source, createdAt: at(0), feedAt: isImport ? null : moment, date: at(0) }
    })
  })
  for (let from = 0; from < rows.length; from += 2_000)
    await db.log.createMany({ data: rows.slice(from, from + 2_000) })
  await transaction(db, async (tx) => writeHeads(tx, await lockUsers(tx, people)))
  const viewer = people.at(-1)!
  await db.follow.createMany({
    data: people.slice(0, followed).map((followingId) => ({ followerId: viewer, followingId })),
  })
  return { viewer: viewerOf(viewer), people }
}

/** Returns the expected feed, by the plain join. */
const naive = async (viewer: SignedIn): Promise<number[]> => {
  const rows = await server.deps.db.$queryRaw<{ id: number }[]>`
    SELECT l.id FROM Follow f JOIN Log l ON l.userId = f.followingId JOIN User u ON u.id = l.userId
    WHERE f.followerId = ${viewer.id} AND l.feedAt IS NOT NULL AND u.disabledAt IS NULL ORDER BY l.feedAt DESC, l.id DESC`
  return rows.map(({ id }) => id)
}

/** Reads all pages of the feed, and checks the sizes of the full ones. */
async function readAll(viewer: SignedIn): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | null = null; ;) {
    const page = await getFeed(server.deps, viewer, { cursor })
    ids.push(...page.items.map(({ id }) => id))
    if (page.next === null) return ids
    expect(page.items).toHaveLength(50)
    cursor = page.next
  }
}

describe('the pages of the feed are those of the plain join', () => {
  it.each([
    ['a few people', { followed: 7, logs: 40 }],
    ['more people than a page has entries', { followed: 70, logs: 6 }],
    ['many people', { followed: 520, logs: 2 }],
    [
      'many people who are silent while strangers are not',
      { followed: 510, logs: 1, strangers: 70, strangersLogs: 100 },
    ],
  ])('for who follows %s', async (_, size) => {
    const { viewer, people } = await makeWorld(size)
    const all = await naive(viewer)
    expect(all.length).toBeGreaterThan(100)
    expect(await readAll(viewer)).toEqual(all)

    // Disables the users with the newest logs, and later enables them.
    const { db } = server.deps
    const where = { id: { in: people.slice(0, size.followed) } }
    const newest = await db.user.findMany({ where, orderBy: { lastLogAt: 'desc' }, take: 3 })
    for (const { nickname } of newest) await disableAccount(server.deps, nickname)
    const rest = await naive(viewer)
    expect(rest.length).toBeLessThan(all.length)
    expect(await readAll(viewer)).toEqual(rest)
    for (const { nickname } of newest) await enableAccount(server.deps, nickname)
    expect(await readAll(viewer)).toEqual(all)
  })

  it('a later page reads few logs of each person', async () => {
    const { viewer } = await makeWorld({ followed: 60, logs: 100 })
    const { db, rowsRead } = countRowsRead(server.deps.settings.DATABASE_URL)
    const read = (cursor: string | null) => getFeed({ ...server.deps, db }, viewer, { cursor })
    const { next } = await read(null)
    await read(next)
    const before = await rowsRead()
    expect((await read(next)).items).toHaveLength(50)
    expect((await rowsRead()) - before).toBeLessThan(3_000)
  })

  it('is empty for a person who follows nobody, or only people without logs', async () => {
    const [viewer, other] = await makePeople(2)
    expect(await readAll(viewerOf(viewer!))).toEqual([])
    await server.deps.db.follow.create({ data: { followerId: viewer!, followingId: other! } })
    expect(await readAll(viewerOf(viewer!))).toEqual([])
  })
})
