import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectionOf } from '../../server/lib/db.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { startTwo, type TwoServers } from '../support/twoServers.ts'
import { isIn, listen } from './signedIn.ts'

// Two processes: sessions that end in one must end in the other.
let one: TwoServers['one']
let two: TwoServers['two']
let here: TwoServers['here']
let there: TwoServers['there']
let person: Person
let now = new Date()
beforeAll(async () => {
  const servers = await startTwo({ now: () => now })
  ;({ one, two, here, there } = servers)
  return servers.close
})
beforeEach(async () => {
  now = new Date()
  await one.reset()
  person = await here.register('ayse')
})

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
    const socket = await listen(two, lost)
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
    const [gone, mine] = [
      await listen(two, lost),
      await listen(two, { ...person, ...(await there.login(person)) }),
    ]
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
  // Ends the session after it was read as valid and before the socket is bound to it, and waits until the event is dispatched.
  vi.spyOn(connection, 'execute').mockImplementation(async (query, values: unknown) => {
    const rows: unknown = await execute(query, values)
    if (!ended && typeof query === 'string' && query.includes('from `Session`')) {
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
  const socket = await listen(two, unused)
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
  // More excess sessions than one, as from before the limit, are all ended at once.
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
    const socket = await listen(two, other)
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
