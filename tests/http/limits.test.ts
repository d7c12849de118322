import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  keyOf,
  listSearches,
  newComments,
  newFollows,
  newLikes,
  newLists,
  newLogs,
  registrationRules,
} from '../../server/core/limits.ts'
import { connectionOf } from '../../server/lib/db.ts'
import type { LimitRule } from '../../server/lib/rateLimit.ts'
import { turkishTexts } from '../../shared/texts/turkish.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { plantAlbums } from '../lists/albums.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let harness: Harness
let ayse: Person
let fatma: Person
let id: number
beforeAll(async () => {
  server = await startServer({ settings: { LIMITS_FACTOR: '1', TRUSTED_PROXIES: '1' } })
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.reset()
  await plantAlbums(server.deps, 3)
  ;[ayse, fatma] = [await harness.register('ayse'), await harness.register('fatma')]
  ;({ id } = await server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'ayse' } }))
})

/** Uses up ayse's limit, except for `but` uses. */
async function useUp(rule: LimitRule, but: number) {
  for (let use = but; use < rule.points; use++) await server.deps.limit(rule).count(keyOf({ id }))
}
const album = (n: number) => ({ artist: 'Artist', album: `Planted ${n}` })
const refused = (call: Promise<unknown>) => refusal(call)

describe('a caller beyond a limit is told so, and for how long', () => {
  it('comments: ten in twenty seconds; neither a retry nor a failure counts', async () => {
    const { id: review } = await fatma.client.logs.save.mutate({ ...album(0), review: 'Strings.' })
    const comment = (submission = randomUUID(), on = review) =>
      ayse.client.comments.add.mutate({ thread: { review: on }, text: 'So true.', submission })
    const submissions = Array.from({ length: 10 }, () => randomUUID())
    await refused(comment(randomUUID(), 999_999))
    for (const submission of submissions) await comment(submission)
    expect(await refused(comment())).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(/^Too many comments, try again in \d+ seconds$/) as string,
    })
    const { comment: again } = await comment(submissions[0])
    await ayse.client.comments.remove.mutate({ id: again.id })
    expect(await server.deps.db.comment.count()).toBe(9)
    // Others are not affected.
    await fatma.client.comments.add.mutate({
      thread: { review },
      text: 'Thank you.',
      submission: randomUUID(),
    })
  })

  it('comments: 300 a day, in hours', async () => {
    const { id: review } = await fatma.client.logs.save.mutate({ ...album(0), review: 'Strings.' })
    await useUp(newComments[1]!, 0)
    const call = ayse.client.comments.add.mutate({
      thread: { review },
      text: 'So true.',
      submission: randomUUID(),
    })
    expect((await refused(call)).message).toBe('Too many comments, try again in 24 hours')
    // The shorter limit is unchanged.
    expect(await server.deps.limit(newComments[0]!).waitOf(keyOf({ id }))).toBe(0)
  })

  it('likes: sixty a minute; taking one back is never refused', async () => {
    const { id: review } = await fatma.client.logs.save.mutate({ ...album(0), review: 'Strings.' })
    const like = (liked: boolean) => ayse.client.logs.like.mutate({ id: review, liked })
    await useUp(newLikes[0]!, 1)
    await like(true)
    expect(await like(false)).toEqual({ liked: false, likeCount: 0 })
    expect((await refused(like(true))).message).toMatch(/^Too many likes, try again in \d+ seconds$/)
    expect(await like(false)).toEqual({ liked: false, likeCount: 0 })
  })

  it('follows: thirty a minute and 400 a day; unfollowing is never refused', async () => {
    const follow = (following: boolean, nickname = 'fatma') =>
      ayse.client.follows.set.mutate({ nickname, following })
    await useUp(newFollows[0]!, 1)
    await refused(follow(true, 'nobody'))
    await follow(true)
    await follow(true)
    await follow(false)
    expect((await refused(follow(true))).message).toMatch(/^Too many follows, try again in \d+ seconds$/)
    await follow(false)
  })

  it('lists: fifty new ones a day; a retry gets its list, and a save does not count', async () => {
    const create = (submission: string) =>
      ayse.client.lists.create.mutate({ name: 'Night', description: '', albums: [album(0)], submission })
    const submission = randomUUID()
    await useUp(newLists[0]!, 1)
    const list = await create(submission)
    expect((await refused(create(randomUUID()))).message).toBe('Too many new lists, try again in 24 hours')
    expect(await create(submission)).toEqual(list)
    const save = { ...list, version: 1, name: 'Day', description: '', albums: [album(1)] }
    await ayse.client.lists.save.mutate(save)
    await ayse.client.lists.remove.mutate(list)
  })

  it('logs: 300 in three hours by hand; edits and removals do not count', async () => {
    await useUp(newLogs[0]!, 1)
    const log = await ayse.client.logs.save.mutate({ ...album(0), rating: 5 })
    const calls = [
      ayse.client.logs.save.mutate(album(1)),
      ayse.client.logs.setListened.mutate({ ...album(2), listened: true }),
    ]
    for (const each of await Promise.all(calls.map((call) => refused(call))))
      expect(each.message).toBe('Too many logs, try again in 3 hours')
    await ayse.client.logs.save.mutate({ ...album(0), rating: 6 })
    await ayse.client.logs.setListened.mutate({ ...album(0), listened: true })
    await ayse.client.logs.remove.mutate({ id: log.id })
  })
})

describe('new accounts of an address', () => {
  const register = (username: string, from: string, more: object = {}) =>
    fetch(`${server.url}/trpc/auth.register`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': from,
      },
      body: JSON.stringify({
        username,
        email: `${username}@plak.example`,
        password: 'a stylus and a groove',
        ...more,
      }),
    })

  it('are five in half an hour and twenty a day; a refused one is none, IPv6 counts by its /64', async () => {
    const from = (n: number) => `2001:db8:1:2::${n}`
    expect((await register('one', from(1))).status).toBe(200)
    for (const more of [{ password: 'short' }, { username: 'ayse' }, { email: 'ayse@plak.example' }])
      expect((await register('another', from(2), more)).status).toBeGreaterThanOrEqual(400)
    for (const [index, name] of ['two', 'three', 'four', 'five'].entries())
      expect((await register(name, from(index))).status).toBe(200)
    const answer = await register('six', from(9))
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(1_700)
    const { error } = (await answer.json()) as { error: { message: string; data: { id: string } } }
    expect(error.data.id).toBe('limits.registrations')
    expect(error.message).toBe('Too many new accounts, try again in 30 minutes')
    expect(turkishTexts.limits.registrations(1_800)).toContain(' 30 dakika sonra ')
    expect((await register('six', '2001:db8:1:3::1')).status).toBe(200)
    for (let use = 0; use < 20; use++)
      await server.deps.limit(registrationRules[1]!).count('2001:db8:9:9::/64')
    expect((await register('seven', '2001:db8:9:9::1')).status).toBe(429)
  })
})

it('a batch says the longest wait', async () => {
  await useUp(newLogs[0]!, 0)
  await useUp(newFollows[0]!, 0)
  const answer = await fetch(`${server.url}/trpc/follows.set,logs.save,follows.set?batch=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: ayse.cookies.header() },
    body: JSON.stringify({
      0: { nickname: 'fatma', following: true },
      1: album(0),
      2: { nickname: 'fatma', following: false },
    }),
  })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(10_000)
})

it('LIMITS_FACTOR multiplies them, 0 turns them off, and the throttle of sign-in stays as it is', async () => {
  const servers = ['0', '2'].map((factor) =>
    startServer({
      settings: { LIMITS_FACTOR: factor, TRUSTED_PROXIES: '1' },
      databaseUrl: server.deps.settings.DATABASE_URL,
    }),
  )
  const [off, double] = await Promise.all(servers)
  onTestFinished(async () => void (await Promise.all([off!.close(), double!.close()])))
  await useUp(newLikes[0]!, 0)
  const key = keyOf({ id })
  expect(await server.deps.limit(newLikes[0]!).waitOf(key)).toBeGreaterThan(0)
  expect(await off!.deps.limit(newLikes[0]!).waitOf(key)).toBe(0)
  expect(await double!.deps.limit(newLikes[0]!).waitOf(key)).toBe(0)
  await useUp(newLikes[0]!, 0)
  expect(await double!.deps.limit(newLikes[0]!).waitOf(key)).toBeGreaterThan(0)
  const wrong = () => harness.visitor().client.auth.login.mutate({ identifier: 'ayse', password: 'wrong' })
  for (let failure = 0; failure < 10; failure++) await refused(wrong())
  const there = makeHarness(off!.url)
  onTestFinished(() => there.close())
  const call = there.visitor().client.auth.login.mutate({ identifier: 'ayse', password: 'wrong' })
  expect((await refused(call)).code).toBe('TOO_MANY_REQUESTS')
})

describe('what is dear to do for anybody', () => {
  it('searches of lists are limited, two at a time; reading the newest does not count', async () => {
    const search = (query: string) => ayse.client.lists.search.query({ query })
    for (let use = 10; use < listSearches.points; use++)
      await server.deps.limit(listSearches).count(keyOf({ id }))
    let running = 0
    let most = 0
    const pool = connectionOf(server.deps.db)
    const execute = pool.execute.bind(pool) as (...values: unknown[]) => Promise<unknown>
    vi.spyOn(pool, 'execute').mockImplementation(async (...values: unknown[]) => {
      const isSearch = JSON.stringify(values[0]).includes('LOCATE')
      if (isSearch) most = Math.max(most, ++running)
      const rows = await execute(...values)
      if (isSearch) running--
      return rows
    })
    await Promise.all(Array.from({ length: 10 }, (_, index) => search(`nothing ${index}`)))
    expect(most).toBe(2)
    expect((await refused(search('anything'))).message).toMatch(
      /^Too many searches, try again in \d+ seconds$/,
    )
    expect((await search('')).items).toEqual([])
  })
})
