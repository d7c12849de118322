import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listFollows } from '../../server/follows/queries.ts'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { countRowsRead } from '../support/rowsRead.ts'
import { runProduct } from '../support/runProduct.ts'
import { testConnection } from '../support/testServer.ts'

const plak = runProduct()
let star: Person
let viewer: Person
beforeEach(async () => {
  ;[star, viewer] = [await plak.harness.register('star'), await plak.harness.register('viewer')]
})

const follow = (who: Person, nickname: string) => who.client.follows.set.mutate({ nickname, following: true })

/** Writes many followers of the star, several of them in the same millisecond. */
async function manyFollowers(count: number): Promise<void> {
  const connection = await testConnection(databaseConfig(plak.server.deps.settings.DATABASE_URL).database)
  try {
    const [row] = await connection.query<{ id: number }[]>("SELECT id FROM User WHERE nickname = 'star'")
    for (let from = 0; from < count; from += 10_000) {
      const numbers = Array.from({ length: Math.min(10_000, count - from) }, (_, index) => from + index)
      await connection.batch(
        'INSERT INTO User (nickname, email, updatedAt) VALUES (?, ?, NOW(3))',
        numbers.map((number) => [`fan${number}`, `fan${number}@plak.example`]),
      )
    }
    await connection.query(
      `INSERT INTO Follow (followerId, followingId, createdAt)
       SELECT id, ?, FROM_UNIXTIME(1700000000 + FLOOR(id / 7)) FROM User WHERE nickname LIKE 'fan%'`,
      [row!.id],
    )
    await connection.query('ANALYZE TABLE User, Follow')
  } finally {
    await connection.end()
  }
}

async function walk(most = Infinity) {
  const seen: string[] = []
  let pages = 0
  let cursor: string | null = null
  do {
    const page: { items: { nickname: string }[]; next: string | null } = await plak.harness
      .visitor()
      .client.follows.followers.query({ nickname: 'star', cursor })
    pages++
    seen.push(...page.items.map(({ nickname }) => nickname))
    cursor = page.next
  } while (cursor && pages < most)
  return { seen, pages, cursor }
}

describe('followers and following', () => {
  it('stand newest first, each with what the viewer is to them', async () => {
    const [one, two] = [await plak.harness.register('one'), await plak.harness.register('two')]
    for (const who of [one, two, viewer]) await follow(who, 'star')
    await follow(viewer, 'two')
    await one.client.visibility.setPrivate.mutate({ isPrivate: true })
    const followers = await viewer.client.follows.followers.query({ nickname: 'STAR' })
    expect(followers).toEqual({
      items: [
        { nickname: 'viewer', avatar: null, relation: 'self', isPrivate: false },
        { nickname: 'two', avatar: null, relation: 'following', isPrivate: false },
        { nickname: 'one', avatar: null, relation: 'none', isPrivate: true },
      ],
      next: null,
    })
    const following = await plak.harness.visitor().client.follows.following.query({ nickname: 'viewer' })
    expect(following.items.map(({ nickname, relation }) => [nickname, relation])).toEqual([
      ['two', 'visitor'],
      ['star', 'visitor'],
    ])
    expect((await star.client.follows.following.query({ nickname: 'star' })).items).toEqual([])
  })
  it('those of an unknown person are not found; disabled people are not shown', async () => {
    expect((await refusal(viewer.client.follows.followers.query({ nickname: 'nobody' }))).message).toBe(
      'User not found',
    )
    await follow(viewer, 'star')
    await plak.server.deps.db.user.updateMany({
      where: { nickname: 'viewer' },
      data: { disabledAt: new Date() },
    })
    expect((await star.client.follows.followers.query({ nickname: 'star' })).items).toEqual([])
    expect((await refusal(star.client.follows.following.query({ nickname: 'viewer' }))).message).toBe(
      'User not found',
    )
  })
  it('page by page nobody is missing and nobody stands twice', async () => {
    await manyFollowers(333)
    const { seen, pages } = await walk()
    expect(pages).toBe(7)
    expect(seen).toHaveLength(333)
    expect(new Set(seen).size).toBe(333)
  })
  it('a cursor does not tell whether somebody hidden exists', async () => {
    const [one, hidden] = [await plak.harness.register('one'), await plak.harness.register('hidden')]
    for (const who of [one, hidden]) await follow(who, 'star')
    const { db } = plak.server.deps
    await db.follow.updateMany({ data: { createdAt: new Date(1_700_000_000_000) } })
    await hidden.client.people.block.mutate({ nickname: 'viewer' })
    const pageAfter = (nickname: string) =>
      viewer.client.follows.followers.query({
        nickname: 'star',
        cursor: `${(1_700_000_000_000).toString(36)}.${nickname}`,
      })
    expect(await pageAfter('hidden')).toEqual(await pageAfter('nobody'))
    expect((await pageAfter('viewer')).items).toEqual([])
  })

  it('a page goes on where it ended when the last one has another name or is gone', async () => {
    await manyFollowers(120)
    const { seen, cursor } = await walk(1)
    await plak.server.deps.db.user.updateMany({
      where: { nickname: seen.at(-1)! },
      data: { nickname: 'renamed' },
    })
    const { items } = await viewer.client.follows.followers.query({ nickname: 'star', cursor })
    expect(items.filter(({ nickname }) => seen.includes(nickname))).toEqual([])
    expect(items.length).toBeGreaterThan(40)
  })
  it.each(['nonsense', '', '9.9.9', 'zzzzzzzzz.fan1', '\u0000', '0.Ayse'])(
    'a cursor that is none (%j) is never a failure',
    async (cursor) => {
      await follow(viewer, 'star')
      const { items } = await viewer.client.follows.followers.query({ nickname: 'star', cursor })
      expect(items.length).toBeLessThanOrEqual(1)
    },
  )
})

it('twenty thousand followers: each page is one short stretch of an index', async () => {
  await manyFollowers(20_000)
  const { db, rowsRead } = countRowsRead(plak.server.deps.settings.DATABASE_URL)
  const seen = new Set<string>()
  let cursor: string | null = null
  for (let round = 0; round < 20; round++) {
    const before = await rowsRead()
    const page = await listFollows({ db }, null, 'followers', { nickname: 'star', cursor })
    expect((await rowsRead()) - before).toBeLessThan(1_000)
    for (const { nickname } of page.items) seen.add(nickname)
    cursor = page.next
  }
  expect(seen.size).toBe(1_000)
  expect((await viewer.client.users.profile.query({ nickname: 'star' })).followers).toBe(20_000)

  // The account can also be deleted: at once for everybody, in the database in steps.
  await star.client.auth.deleteAccount.mutate({ password: star.password })
  expect(await refusal(viewer.client.users.profile.query({ nickname: 'star' }))).toMatchObject({
    code: 'NOT_FOUND',
  })
  await vi.waitFor(async () => expect(await plak.server.deps.db.follow.count()).toBe(0), 60_000)
})
