import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeResetLink } from '../../server/account/operator.ts'
import { deviceOf } from '../../server/auth/userAgent.ts'
import { connectionOf } from '../../server/lib/db.ts'
import { texts } from '../../shared/texts.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'

// Two processes: what ends in one must end in the other.
let one: TestServer
let two: TestServer
let here: Harness
let there: Harness
let person: Person
let now = new Date()
beforeAll(async () => {
  one = await startServer({ now: () => now })
  two = await startServer({ databaseUrl: one.deps.settings.DATABASE_URL, now: () => now })
  here = makeHarness(one.url)
  there = makeHarness(two.url)
})
afterAll(async () => {
  await Promise.all([here.close(), there.close()])
  await Promise.all([one.close(), two.close()])
})
beforeEach(async () => {
  now = new Date()
  await one.reset()
  person = await here.register('ayse')
})

const next = 'another stylus and groove'
const isIn = async ({ client }: Pick<Person, 'client'>) => (await client.auth.me.query()) !== null

/** Opens a live stream of a person at the second process; says whether its socket is still there. */
async function listen(who: Person) {
  const before = new Set(two.sockets())
  let started = false
  who.client.activity.live.subscribe({}, { onStarted: () => (started = true), onError: () => {} })
  await vi.waitFor(() => expect(started).toBe(true))
  const [socket] = two.sockets().filter((each) => !before.has(each))
  return { isOpen: () => socket!.readyState === socket!.OPEN }
}

describe('the list of one’s own sessions', () => {
  it('shows each with its device and which one asks, and nothing that leads to a row or a token', async () => {
    await there.login(person)
    const cookie = person.cookies.header()!
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
    await fetch(`${one.url}/trpc/auth.login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': firefox },
      body: JSON.stringify({ identifier: 'ayse', password: person.password }),
    })
    const sessions = await person.client.auth.sessions.query()
    expect(sessions.map(({ device }) => device).toSorted()).toEqual([
      'Command line',
      'Command line',
      'Firefox on Linux',
    ])
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(Object.keys(sessions[0]!).toSorted()).toEqual([
      'createdAt',
      'current',
      'device',
      'id',
      'lastSeenAt',
    ])
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(3)
    for (const { id } of sessions) expect(id).toMatch(/^[\w-]{16}$/)
    expect(JSON.stringify(sessions)).not.toContain(cookie.split('=')[1])
  })
  it('leaves out what is over, and is one’s own alone', async () => {
    const other = await here.register('fatma')
    now = new Date(now.getTime() + 31 * 24 * 60 * 60_000)
    const back = await here.login(person)
    expect(await back.client.auth.sessions.query()).toHaveLength(1)
    expect(await refusal(other.client.auth.sessions.query())).toMatchObject({ code: 'UNAUTHORIZED' })
  })
  it('ends one of them, sockets in other processes included; nobody else’s, and nothing twice', async () => {
    const lost = await there.login(person)
    const stranger = await here.register('fatma')
    const socket = await listen(lost)
    const { id } = (await lost.client.auth.sessions.query()).find(({ current }) => current)!
    await stranger.client.auth.endSession.mutate({ id })
    expect(await isIn(lost)).toBe(true)
    await person.client.auth.endSession.mutate({ id })
    await vi.waitFor(() => expect(socket.isOpen()).toBe(false))
    expect([await isIn(lost), await isIn(person), await isIn(stranger)]).toEqual([false, true, true])
    await person.client.auth.endSession.mutate({ id })
  })
  it('the present one is a logout', async () => {
    const [{ id } = { id: '' }] = await person.client.auth.sessions.query()
    await person.client.auth.endSession.mutate({ id })
    expect(person.cookies.header()).toBeFalsy()
    expect(await one.deps.db.session.count()).toBe(0)
  })
  it('logs out everywhere else', async () => {
    const [lost, alsoLost] = [await there.login(person), await here.login(person)]
    const [gone, mine] = [await listen(lost), await listen({ ...person, ...(await there.login(person)) })]
    expect(mine.isOpen()).toBe(true)
    expect(await person.client.auth.endOtherSessions.mutate()).toEqual({ ended: 3 })
    await vi.waitFor(() => expect(gone.isOpen()).toBe(false))
    expect([await isIn(person), await isIn(lost), await isIn(alsoLost)]).toEqual([true, false, false])
    expect(await person.client.auth.endOtherSessions.mutate()).toEqual({ ended: 0 })
  })
})

it('a socket that opens while its session ends is not left standing', async () => {
  const opening = await there.login(person)
  const { db, bus } = two.deps
  const connection = connectionOf(db)
  const execute = connection.execute.bind(connection)
  let ended = false
  // Just after the session was read as a good one, and before the socket is bound to it, it ends, and everybody is told.
  vi.spyOn(connection, 'execute').mockImplementation(async (query, values: unknown) => {
    const rows: unknown = await execute(query, values)
    if (!ended && typeof query === 'object' && query.sql.includes('from `Session`')) {
      ended = true
      const before = bus.last()
      await person.client.auth.endOtherSessions.mutate()
      await vi.waitFor(() => expect(bus.last()).not.toBe(before))
    }
    return rows
  })
  const refusals: unknown[] = []
  opening.client.activity.live.subscribe({}, { onError: (error) => refusals.push(error.data?.code) })
  await vi.waitFor(() => expect(refusals).toContain('UNAUTHORIZED'))
  expect(ended).toBe(true)
})

describe('a login', () => {
  it('takes the place of the session that the browser had', async () => {
    const before = person.cookies.header()!
    await person.client.auth.login.mutate({ identifier: 'ayse', password: person.password })
    expect(person.cookies.header()).not.toBe(before)
    const answer = await fetch(`${one.url}/trpc/auth.me`, { headers: { cookie: before } })
    expect(await answer.json()).toEqual({ result: { data: null } })
  })
})

it('an account has fifty sessions: at one more the least recently used ends, its socket in another process too', async () => {
  const { db } = one.deps
  const unused = await there.login(person)
  const socket = await listen(unused)
  const [, { id, userId } = { id: 0, userId: 0 }] = await db.session.findMany({ orderBy: { id: 'asc' } })
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  await db.session.update({ where: { id }, data: { lastSeenAt: ago(200) } })
  const expiresAt = new Date(now.getTime() + 24 * 60 * 60_000)
  await db.session.createMany({
    data: Array.from({ length: 48 }, (_, n) => ({
      userId,
      tokenHash: new Uint8Array(32).fill(n + 1),
      createdAt: ago(300),
      lastSeenAt: ago(100 - n),
      expiresAt,
    })),
  })
  expect(await isIn(unused)).toBe(true)
  await db.session.update({ where: { id }, data: { lastSeenAt: ago(200) } })
  const newest = await here.login(person)
  await vi.waitFor(() => expect(socket.isOpen()).toBe(false))
  expect([await isIn(unused), await isIn(person), await isIn(newest)]).toEqual([false, true, true])
  expect(await newest.client.auth.sessions.query()).toHaveLength(50)
  // What is too many by more than one, as from before the limit, goes at once.
  await db.session.createMany({
    data: Array.from({ length: 20 }, (_, n) => ({
      userId,
      tokenHash: new Uint8Array(32).fill(n + 100),
      lastSeenAt: ago(400),
      expiresAt,
    })),
  })
  await here.login(person)
  expect(await db.session.count()).toBe(50)
})

describe('changing the password', () => {
  const change = (input: { current?: string; next?: string } = {}, who = person) =>
    who.client.auth.changePassword.mutate({ current: person.password, next, ...input })

  it('ends every other session and renews this one', async () => {
    const [other, before] = [await there.login(person), person.cookies.header()!]
    const socket = await listen(other)
    await change()
    await vi.waitFor(() => expect(socket.isOpen()).toBe(false))
    expect([await isIn(person), await isIn(other)]).toEqual([true, false])
    expect(person.cookies.header()).not.toBe(before)
    const answer = await fetch(`${one.url}/trpc/auth.me`, { headers: { cookie: before } })
    expect(await answer.json()).toEqual({ result: { data: null } })
    expect((await refusal(here.login(person))).message).toBe('Wrong password')
    expect(await isIn(await here.login({ ...person, password: next }))).toBe(true)
  })
  it.each([
    [{ current: 'wrong' }, { current: 'Wrong password' }],
    [{ current: '' }, { current: 'Please enter your password' }],
    [{ next: '12345' }, { next: 'Password must be at least 6 characters long' }],
    [{ next: 'password123' }, { next: 'Password is too weak' }],
    [{ next: 'AYSE@plak.example' }, { next: 'Password is too weak' }],
  ])('%j is refused at its field, and everything stays', async (input, fields) => {
    const answer = await refusal(change(input))
    expect(answer).toMatchObject({ code: 'BAD_REQUEST', fields })
    expect(await isIn(person)).toBe(true)
    expect(await isIn(await here.login(person))).toBe(true)
  })
  it('guesses count together with those at the login', async () => {
    for (let round = 0; round < 5; round++)
      expect((await refusal(change({ current: 'wrong' }))).message).toBe('Wrong password')
    for (let round = 0; round < 5; round++) {
      expect((await refusal(here.login({ ...person, password: 'wrong' }))).code).toBe('UNAUTHORIZED')
    }
    expect((await refusal(change())).code).toBe('TOO_MANY_REQUESTS')
    expect((await refusal(person.client.auth.deleteAccount.mutate({ password: person.password }))).code).toBe(
      'TOO_MANY_REQUESTS',
    )
  })
  it('ends a link to choose another one', async () => {
    const { link } = await makeResetLink(one.deps, 'ayse')
    await change()
    const token = new URL(link).hash.slice(1)
    const used = here.visitor().client.auth.resetPassword.mutate({ token, password: `${next} 2` })
    expect((await refusal(used)).message).toContain('no longer valid')
  })
  it('two at once: one wins, and nobody is left with a session on the old password', async () => {
    const other = await there.login(person)
    const outcomes = await Promise.allSettled([
      change({ next: `${next} 1` }),
      change({ next: `${next} 2` }, other),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await one.deps.db.session.count()).toBe(1)
  })
  it('a login under way with the old password gets no session that outlives it', async () => {
    const attempts = Array.from({ length: 6 }, () => here.login(person).then(isIn, () => false))
    await change()
    await Promise.all(attempts)
    const [session] = await one.deps.db.session.findMany()
    expect(await one.deps.db.session.count()).toBe(1)
    expect((await person.client.auth.sessions.query()).map(({ createdAt }) => createdAt)).toEqual([
      session!.createdAt.toISOString(),
    ])
  })
})

describe('deleting the account', () => {
  it.each([
    [{ password: '' }, 'Please enter your password'],
    [{}, 'Please enter your password'],
    [{ password: 'wrong' }, 'Wrong password'],
    [{ password: 'x'.repeat(200) }, 'Wrong password'],
  ])('%j: %s', async (input, message) => {
    expect((await refusal(person.client.auth.deleteAccount.mutate(input))).fields).toEqual({
      password: message,
    })
    expect(await isIn(person)).toBe(true)
  })
  it('ends every session and socket', async () => {
    const other = await there.login(person)
    const socket = await listen(other)
    await person.client.auth.deleteAccount.mutate({ password: person.password })
    await vi.waitFor(() => expect(socket.isOpen()).toBe(false))
    expect([await isIn(person), await isIn(other)]).toEqual([false, false])
    expect(person.cookies.header()).toBeFalsy()
    expect((await refusal(here.login(person))).message).toBe('User not found')
  })
  it('submitted twice is done once; whatever else is under way ends well or as a visitor’s', async () => {
    const remove = () => person.client.auth.deleteAccount.mutate({ password: person.password })
    const album = { artist: 'Björk', album: 'Homogenic' }
    const { client } = await here.login(person)
    await here.register('fatma')
    const outcomes = await Promise.allSettled([
      client.favorites.set.mutate({ ...album, favorite: true }),
      remove(),
      remove(),
      client.favorites.set.mutate({ ...album, favorite: true }),
      client.logs.save.mutate({ ...album, rating: 8 }),
      client.follows.set.mutate({ nickname: 'fatma', following: true }),
      client.users.update.mutate({ nickname: 'ayse', avatar: '', bio: 'Still here?', links: [] }),
    ])
    const codes = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? 'done' : (outcome.reason as { data: { code: string } }).data.code,
    )
    expect(codes.filter((code) => !['done', 'UNAUTHORIZED'].includes(code))).toEqual([])
    await vi.waitFor(async () => expect(await one.deps.db.user.count()).toBe(1))
    expect(await one.deps.db.favorite.count()).toBe(0)
  })
})

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome on macOS',
  ],
  ['node', 'Command line'],
  ['', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent, texts)).toBe(device)
})
