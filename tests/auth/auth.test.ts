import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectionOf } from '../../server/lib/db.ts'
import { texts } from '../../shared/texts.ts'
import { makeHarness } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { startServer } from '../support/server.ts'

const plak = runProduct({ now: () => now, usualHashes: true })
let now = new Date()
beforeEach(async () => {
  now = new Date()
})

const good = { username: 'ayse', email: 'ayse@plak.example', password: 'a stylus and a groove' }
const register = (more: Partial<typeof good> & { confirmPassword?: string } = {}) =>
  plak.harness.visitor().client.auth.register.mutate({ ...good, ...more })
const login = (identifier: string, password: string) =>
  plak.harness.visitor().client.auth.login.mutate({ identifier, password })

describe('registering', () => {
  it('signs the new person in, lower-cased and trimmed', async () => {
    const { client } = plak.harness.visitor()
    const viewer = await client.auth.register.mutate({
      ...good,
      username: ' AySe ',
      email: ' Ayse@PLAK.example ',
    })
    expect(viewer).toEqual({ nickname: 'ayse', avatar: null, bio: null })
    expect(await client.auth.me.query()).toEqual(viewer)
    expect(await plak.server.deps.db.user.findFirst({ select: { email: true } })).toEqual({
      email: 'ayse@plak.example',
    })
  })

  it.each([
    [{ confirmPassword: 'another' }, { confirmPassword: 'Passwords do not match' }],
    [{ password: '12345' }, { password: 'Password must be at least 6 characters long' }],
    [{ password: 'x'.repeat(129) }, { password: 'Password must be at most 128 characters long' }],
    [{ username: 'ab' }, { username: 'Username must be at least 3 characters long' }],
    [{ username: 'x'.repeat(31) }, { username: 'Username must be at most 30 characters long' }],
    [{ username: 'ayşe' }, { username: 'Username can only contain letters, numbers, and underscores' }],
    [{ username: 'a b c' }, { username: 'Username can only contain letters, numbers, and underscores' }],
    [{ email: 'nobody' }, { email: 'Invalid email address' }],
    [{ email: 'a@b' }, { email: 'Invalid email address' }],
    [{ password: 'password123' }, { password: 'Password is too weak' }],
    [{ password: 'PASSWORD123' }, { password: 'Password is too weak' }],
    [{ password: 'GSXR1000' }, { password: 'Password is too weak' }],
    [{ password: 'Galatasaray1905' }, { password: 'Password is too weak' }],
    [{ password: 'aaaaaaaa' }, { password: 'Password is too weak' }],
    [{ username: 'seventies', password: 'Seventies' }, { password: 'Password is too weak' }],
    [{ password: 'ayse@plak.example' }, { password: 'Password is too weak' }],
    [{ username: 'edit' }, { username: 'This username is already in use' }],
  ])('%j is refused at its field', async (more, fields) => {
    expect((await refusal(register(more))).fields).toEqual(fields)
    expect(await plak.server.deps.db.user.count()).toBe(0)
  })

  it('names every field at fault at once', async () => {
    const { fields } = await refusal(
      register({ username: '', email: '', password: '', confirmPassword: 'x' }),
    )
    expect(Object.keys(fields).sort()).toEqual(['confirmPassword', 'email', 'password', 'username'])
  })

  it('a taken nickname and a taken e-mail are named', async () => {
    await register()
    expect((await refusal(register({ email: 'other@plak.example' }))).fields).toEqual({
      username: texts.auth.nicknameTaken,
    })
    expect((await refusal(register({ username: 'other' }))).fields).toEqual({ email: texts.auth.emailTaken })
  })

  it('the same name wanted by ten at the same moment is given to one', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => register({ email: `someone${index}@plak.example` })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect((outcome.reason as Error).message).toBe(texts.auth.nicknameTaken)
    }
    expect(await plak.server.deps.db.user.count()).toBe(1)
  })

  it('keeps neither the password nor the session’s token', async () => {
    const { client, cookies } = plak.harness.visitor()
    await client.auth.register.mutate(good)
    const token = cookies.header()!.split('=')[1]!
    const [user, session] = [
      await plak.server.deps.db.user.findFirstOrThrow(),
      await plak.server.deps.db.session.findFirstOrThrow(),
    ]
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(
      JSON.stringify([user, session, Buffer.from(session.tokenHash).toString('base64url')]),
    ).not.toContain(token)
  })
})

describe('logging in', () => {
  beforeEach(() => register())

  it('by nickname and by e-mail, however they are written', async () => {
    for (const identifier of ['ayse', 'AYSE', ' ayse@plak.example', 'Ayse@Plak.Example']) {
      expect((await login(identifier, good.password)).nickname).toBe('ayse')
    }
  })
  it.each([
    ['nobody', good.password, 'User not found', 'identifier'],
    ['çağla', good.password, 'User not found', 'identifier'],
    ['ayse\u0000', good.password, 'User not found', 'identifier'],
    ['nobody@plak.example', good.password, 'User not found', 'identifier'],
    ['not@an@email', good.password, 'Invalid email address', 'identifier'],
    ['ayse', 'wrong', 'Wrong password', 'password'],
    ['ayse', `${good.password} `, 'Wrong password', 'password'],
    ['ayse', '', 'Please enter your password', 'password'],
    [' ', good.password, 'Please enter your email or username', 'identifier'],
  ])('%j with %j: %s', async (identifier, password, message, field) => {
    expect((await refusal(login(identifier, password))).fields).toEqual({ [field]: message })
  })
  it('a disabled account is told so, after the right password alone, and its sessions are over', async () => {
    const person = await plak.harness.login({ nickname: 'ayse', email: good.email, password: good.password })
    await plak.server.deps.db.user.updateMany({ data: { disabledAt: now } })
    expect((await refusal(login('ayse', good.password))).message).toBe('This account has been disabled')
    expect((await refusal(login('ayse', 'wrong'))).message).toBe('Wrong password')
    expect(await person.client.auth.me.query()).toBeNull()
  })
  it('is throttled by account, says how long, and lets the right one in when the time is over', async () => {
    const wrong = () => refusal(login('ayse', 'wrong'))
    const answers = []
    for (let round = 0; round < 12; round++) answers.push((await wrong()).code)
    expect(answers).toEqual([...Array(10).fill('UNAUTHORIZED'), 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
    const { message } = await wrong()
    expect(message).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/)
    // Another account is not affected.
    await register({ username: 'fatma', email: 'fatma@plak.example' })
    expect((await login('fatma', good.password)).nickname).toBe('fatma')
  })
  it('right passwords are no tries', async () => {
    for (let round = 0; round < 15; round++)
      expect((await login('ayse', good.password)).nickname).toBe('ayse')
  })
  it('nickname and e-mail of one account share its tries', async () => {
    for (const identifier of ['ayse', good.email]) {
      for (let round = 0; round < 5; round++)
        expect((await refusal(login(identifier, 'wrong'))).code).toBe('UNAUTHORIZED')
    }
    for (const identifier of ['ayse', good.email]) {
      expect((await refusal(login(identifier, 'wrong'))).code).toBe('TOO_MANY_REQUESTS')
    }
  })

  describe('while the database is out of reach', () => {
    const down = () => Object.assign(new Error(), { code: 'P2039' })
    const systemError = { code: 'SERVICE_UNAVAILABLE', message: 'System error' }
    afterEach(() => void vi.restoreAllMocks())

    it('is a system error, also in a browser with an old session', async () => {
      const person = await plak.harness.login({
        nickname: 'ayse',
        email: good.email,
        password: good.password,
      })
      vi.spyOn(connectionOf(plak.server.deps.db), 'execute').mockRejectedValue(
        Object.assign(new Error(), { errno: 45_028 }),
      )
      vi.spyOn(plak.server.deps.db.user, 'findUnique').mockRejectedValue(down())
      const wish = { identifier: 'ayse', password: good.password }
      expect(await refusal(login('ayse', good.password))).toMatchObject(systemError)
      expect(await refusal(person.client.auth.login.mutate(wish))).toMatchObject(systemError)
      // A signed-in user is not reported as signed out.
      expect(await refusal(person.client.auth.me.query())).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      vi.restoreAllMocks()
      expect(await person.client.auth.me.query()).toMatchObject({ nickname: 'ayse' })
      expect(await person.client.auth.login.mutate(wish)).toMatchObject({ nickname: 'ayse' })
    })
    it('no try is spent', async () => {
      vi.spyOn(plak.server.deps.db, '$transaction').mockRejectedValue(down())
      for (let round = 0; round < 12; round++) {
        expect(await refusal(login('ayse', good.password))).toMatchObject(systemError)
      }
      vi.restoreAllMocks()
      expect((await refusal(login('ayse', 'wrong'))).message).toBe('Wrong password')
    })
  })
})

describe('a session', () => {
  it('ends with the logout, and only that one', async () => {
    const [one, two] = [
      await plak.harness.register('ayse'),
      await plak.harness.login({ nickname: 'ayse', email: '', password: 'ayse has a record player' }),
    ]
    const stolen = one.cookies.header()!
    await one.client.auth.logout.mutate()
    expect(one.cookies.header()).toBeFalsy()
    const answer = await fetch(`${plak.server.url}/trpc/auth.me`, { headers: { cookie: stolen } })
    expect(await answer.json()).toEqual({ result: { data: null } })
    expect((await two.client.auth.me.query())?.nickname).toBe('ayse')
    await one.client.auth.logout.mutate()
  })
  it('ends when nobody used it for 30 days, and after 180 days in any case', async () => {
    const DAY = 24 * 60 * 60 * 1000
    const began = now.getTime()
    const { client } = await plak.harness.register('ayse')
    for (let day = 29; day < 180; day += 29) {
      now = new Date(began + day * DAY)
      expect(await client.auth.me.query()).not.toBeNull()
      await vi.waitFor(async () => {
        expect((await plak.server.deps.db.session.findFirstOrThrow()).lastSeenAt).toEqual(now)
      })
    }
    now = new Date(began + 181 * DAY)
    expect(await client.auth.me.query()).toBeNull()
    now = new Date(began + 174 * DAY + 31 * DAY)
    expect(await client.auth.me.query()).toBeNull()
  })
  it.each(['', 'x', 'a'.repeat(10_000), '%00', '"><script>'])(
    'a cookie %# of nobody is a visitor',
    async (token) => {
      const answer = await fetch(`${plak.server.url}/trpc/auth.me`, { headers: { cookie: `plak=${token}` } })
      expect(await answer.json()).toEqual({ result: { data: null } })
    },
  )
})

it('password login can be turned off', async () => {
  const closed = await startServer({
    settings: { PASSWORD_LOGIN: 'off' },
    databaseUrl: plak.server.deps.settings.DATABASE_URL,
  })
  const there = makeHarness(closed.url)
  expect((await refusal(there.register('ayse'))).message).toBe('Email/password login is not allowed')
  expect(
    (await refusal(there.visitor().client.auth.login.mutate({ identifier: 'ayse', password: 'x' }))).message,
  ).toBe('Email/password login is not allowed')
  await there.close()
  await closed.close()
})
