import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { disableAccount, makeResetLink } from '../../server/account/operator.ts'
import { texts } from '../../shared/texts.ts'
import { makeHarness, type Harness, type Person, type Visitor } from '../harness/client.ts'
import { makePasskey, answerWith, type SoftKey } from '../support/authenticator.ts'
import { downloadData } from '../support/download.ts'
import { startRedis } from '../support/redis.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'

const origin = 'http://localhost:4321'
let server: TestServer
let redis: Awaited<ReturnType<typeof startRedis>>
let harness: Harness
let person: Person
let ahead = 0
beforeAll(async () => {
  redis = await startRedis()
  server = await startServer({
    settings: { PUBLIC_URL: origin, REDIS_URL: redis.url },
    now: () => new Date(Date.now() + ahead),
  })
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
  await redis.kill()
})
beforeEach(async () => {
  ahead = 0
  await server.reset()
  person = await harness.register('ayse')
})

const { refused, over } = texts.passkeys
type Use = ReturnType<typeof answerWith>

/** A new passkey of somebody who is signed in. */
async function add(
  who: Person = person,
  { name = 'Laptop', ...more }: { name?: string; counts?: boolean } = {},
) {
  const options = await who.client.passkeys.beginAdding.mutate({ password: who.password })
  const { passkey, answer } = makePasskey(options, { origin, ...more })
  await who.client.passkeys.add.mutate({ name, passkey: answer })
  return passkey
}
async function login(passkey: SoftKey, mischief: object = {}, { client }: Visitor = harness.visitor()) {
  const options = await client.passkeys.beginLogin.mutate()
  return await client.passkeys.login.mutate({
    passkey: answerWith(passkey, options, { origin, ...mischief }),
  })
}
async function prove(passkey: SoftKey, { client }: Visitor = person): Promise<Use> {
  return answerWith(passkey, await client.passkeys.beginProof.mutate(), { origin })
}
const mine = async ({ client }: Visitor = person) => (await client.passkeys.mine.query()).passkeys

describe('a passkey', () => {
  it('signs in without a password or a name: the session is like any other, the options for the browser name no account', async () => {
    const options = await person.client.passkeys.beginAdding.mutate({ password: person.password })
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Plak' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(64)
    const { passkey, answer } = makePasskey(options, { origin })
    await person.client.passkeys.add.mutate({ name: '  My phone ', passkey: answer })
    expect(await mine()).toMatchObject([{ name: 'My phone', lastUsedAt: null }])

    const visitor = harness.visitor()
    const asked = await visitor.client.passkeys.beginLogin.mutate()
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(asked.allowCredentials ?? []).toEqual([])
    expect(visitor.cookies.header()).toMatch(/^plak-passkey=/)
    const viewer = await visitor.client.passkeys.login.mutate({
      passkey: answerWith(passkey, asked, { origin }),
    })
    expect(viewer).toEqual({ nickname: 'ayse', avatar: null, bio: null })
    expect(await visitor.client.auth.me.query()).toEqual(viewer)
    const [own] = await mine()
    expect(own!.lastUsedAt).not.toBeNull()
    // A second sign-in at the same browser takes the place of the first.
    await login(passkey, {}, visitor)
    expect(await server.deps.db.session.count()).toBe(2)
  })

  it('is named after the device where no name is given, at most fifty long', async () => {
    await add(person, { name: ' ' })
    expect(await mine()).toMatchObject([{ name: texts.auth.commandLine }])
    const { answer } = makePasskey(
      await person.client.passkeys.beginAdding.mutate({ password: person.password }),
      { origin },
    )
    const long = person.client.passkeys.add.mutate({ name: 'x'.repeat(51), passkey: answer })
    expect((await refusal(long)).fields).toEqual({ name: texts.passkeys.nameLong })
    // What was typed wrong can be typed again: the challenge is still open.
    await person.client.passkeys.add.mutate({ name: 'x'.repeat(50), passkey: answer })
  })

  it('is refused with another challenge, twice, from another browser, elsewhere, unverified, and in another’s name', async () => {
    const passkey = await add()
    const visitor = harness.visitor()
    const options = await visitor.client.passkeys.beginLogin.mutate()
    const use = answerWith(passkey, options, { origin })
    // The challenge belongs to the browser that asked for it.
    const other = harness.visitor()
    await other.client.passkeys.beginLogin.mutate()
    expect((await refusal(other.client.passkeys.login.mutate({ passkey: use }))).message).toBe(over)
    await visitor.client.passkeys.login.mutate({ passkey: use })
    expect((await refusal(visitor.client.passkeys.login.mutate({ passkey: use }))).message).toBe(over)

    expect((await refusal(login(passkey, { challenge: 'made-up' }))).message).toBe(over)
    const stranger = await add(await harness.register('mehmet'))
    for (const mischief of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:4322' },
      { rpId: 'evil.example' },
      { isVerified: false },
    ])
      expect((await refusal(login(passkey, mischief))).message, JSON.stringify(mischief)).toBe(refused)
    expect((await refusal(login({ ...passkey, key: stranger.key }))).message).toBe(refused)
    expect((await refusal(login({ ...passkey, handle: stranger.handle }))).message).toBe(refused)
    expect((await refusal(login({ ...passkey, id: 'unknown' }))).message).toBe(refused)
    expect(await login(passkey)).toMatchObject({ nickname: 'ayse' })
  })

  it('is refused while its counter goes back or stands still; one that is always 0 is none', async () => {
    const passkey = await add()
    await login(passkey)
    expect((await refusal(login(passkey, { counter: 2 }))).message).toBe(refused)
    expect((await refusal(login(passkey, { counter: 1 }))).message).toBe(refused)
    expect((await refusal(login(passkey, { counter: 0 }))).message).toBe(refused)
    await login(passkey, { counter: 4_000_000_000 })
    expect((await refusal(login(passkey, { counter: 4_000_000_000 }))).message).toBe(refused)
    const uncounted = await add(person, { counts: false })
    await login(uncounted)
    await login(uncounted)
  })

  it('stays after a new password, works while passwords are off, and not for a disabled account', async () => {
    const passkey = await add()
    const { link } = await makeResetLink(server.deps, 'ayse')
    const token = new URL(link).hash.slice(1)
    await harness.visitor().client.auth.resetPassword.mutate({ token, password: 'another stylus and groove' })
    expect(await login(passkey)).toMatchObject({ nickname: 'ayse' })
    server.deps.settings.PASSWORD_LOGIN = 'off'
    expect(await login(passkey)).toMatchObject({ nickname: 'ayse' })
    server.deps.settings.PASSWORD_LOGIN = 'on'
    await disableAccount(server.deps, 'ayse')
    expect(await refusal(login(passkey))).toMatchObject({
      code: 'FORBIDDEN',
      message: texts.auth.accountDisabled,
    })
  })

  it('stands in the person’s data without keys, and goes with the account', async () => {
    const passkey = await add()
    const { json: text } = await downloadData(server.url, person.cookies.header())
    expect(text).toContain('"name":"Laptop"')
    const row = await server.deps.db.passkey.findFirstOrThrow()
    for (const secret of [passkey.id, passkey.handle, Buffer.from(row.publicKey).toString('base64')])
      expect(text).not.toContain(secret)
    await person.client.auth.deleteAccount.mutate({ password: person.password })
    expect(await server.deps.db.passkey.count()).toBe(0)
    expect((await refusal(login(passkey))).message).toBe(refused)
  })
})

describe('adding and removing', () => {
  it('ask for a proof each: the password', async () => {
    const begin = (password?: string) => person.client.passkeys.beginAdding.mutate({ password })
    expect((await refusal(begin())).fields).toEqual({ password: texts.auth.passwordRequired })
    expect((await refusal(begin('a wrong one'))).fields).toEqual({ password: 'Wrong password' })
    await add()
    const { id } = (await mine())[0]!
    const remove = (password?: string) => person.client.passkeys.remove.mutate({ id, password })
    expect((await refusal(remove())).fields).toEqual({ password: texts.auth.passwordRequired })
    expect((await refusal(remove('a wrong one'))).fields).toEqual({ password: 'Wrong password' })
    await remove(person.password)
    expect(await mine()).toEqual([])
    expect((await refusal(remove(person.password))).message).toBe(texts.passkeys.gone)
  })

  it('count wrong passwords as the login does', async () => {
    for (let index = 0; index < 10; index++)
      await refusal(person.client.passkeys.beginAdding.mutate({ password: 'wrong' }))
    const begin = person.client.passkeys.beginAdding.mutate({ password: person.password })
    expect((await refusal(begin)).code).toBe('TOO_MANY_REQUESTS')
    expect((await refusal(harness.login(person))).code).toBe('TOO_MANY_REQUESTS')
  })

  it('or a passkey of one’s own, used for just that, once', async () => {
    const passkey = await add()
    const use = await prove(passkey)
    const options = await person.client.passkeys.beginAdding.mutate({ passkey: use })
    expect(options.excludeCredentials).toMatchObject([{ id: passkey.id }])
    expect((await refusal(person.client.passkeys.beginAdding.mutate({ passkey: use }))).message).toBe(over)
    // Not one that was made for signing in, for another session, or by somebody else.
    const asked = await person.client.passkeys.beginLogin.mutate()
    const forLogin = answerWith(passkey, asked, { origin })
    expect((await refusal(person.client.passkeys.beginAdding.mutate({ passkey: forLogin }))).message).toBe(
      over,
    )
    const elsewhere = await harness.login(person)
    const fromThere = await prove(passkey, elsewhere)
    expect((await refusal(person.client.passkeys.beginAdding.mutate({ passkey: fromThere }))).message).toBe(
      over,
    )
    const stranger = await add(await harness.register('mehmet'))
    const theirs = await prove(stranger)
    expect((await refusal(person.client.passkeys.beginAdding.mutate({ passkey: theirs }))).message).toBe(
      refused,
    )
    const { id } = (await mine())[0]!
    await person.client.passkeys.remove.mutate({ id, passkey: await prove(passkey) })
    expect(await mine()).toEqual([])
  })

  it('or, with neither, a sign-in of a moment ago; a person with a passkey has to use it', async () => {
    await server.deps.db.user.updateMany({ data: { passwordHash: null } })
    ahead = 11 * 60_000
    expect((await refusal(person.client.passkeys.beginAdding.mutate({}))).message).toBe(
      texts.auth.signInAgain,
    )
    ahead = 0
    const passkey = await add({ ...person, password: '' })
    const { id } = (await mine())[0]!
    expect((await refusal(person.client.passkeys.remove.mutate({ id }))).message).toBe(texts.passkeys.useOne)
    await person.client.passkeys.remove.mutate({ id, passkey: await prove(passkey) })
  })

  it('touch nobody else’s', async () => {
    const other = await harness.register('mehmet')
    await add(other)
    const { id } = (await mine(other))[0]!
    const remove = person.client.passkeys.remove.mutate({ id, password: person.password })
    expect((await refusal(remove)).message).toBe(texts.passkeys.gone)
    expect(await mine(other)).toHaveLength(1)
  })

  it('take what was made for this session, here, by a device that knows the person, and each once', async () => {
    const begin = () => person.client.passkeys.beginAdding.mutate({ password: person.password })
    const keep = (answer: ReturnType<typeof makePasskey>['answer'], { client }: Visitor = person) =>
      client.passkeys.add.mutate({ name: '', passkey: answer })
    for (const mischief of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
    ]) {
      const { answer } = makePasskey(await begin(), { origin, ...mischief })
      expect((await refusal(keep(answer))).message, JSON.stringify(mischief)).toBe(refused)
    }
    const { answer } = makePasskey(await begin(), { origin })
    expect((await refusal(keep(answer, await harness.login(person)))).message).toBe(over)
    await keep(answer)
    expect((await refusal(keep(answer))).message).toBe(over)
    expect(await mine()).toHaveLength(1)
  })
})

describe('where there can be none, or not now', () => {
  it('an address that is an IP address, or plain http, offers none', async () => {
    for (const [url, offered] of [
      ['http://127.0.0.1:3000', null],
      ['http://[::1]:3000', null],
      ['http://plak.example', null],
      ['https://plak.example', 'https://plak.example'],
    ] as const) {
      const there = await startServer({
        settings: { PUBLIC_URL: url },
        databaseUrl: server.deps.settings.DATABASE_URL,
      })
      const visitors = makeHarness(there.url)
      const { client } = visitors.visitor()
      expect((await client.auth.options.query()).passkeys).toBe(offered)
      if (!offered)
        expect((await refusal(client.passkeys.beginLogin.mutate())).message).toBe(texts.passkeys.notHere)
      await visitors.close()
      await there.close()
    }
  })

  it('without Redis they say so, and work again with it', async () => {
    const passkey = await add()
    await redis.kill()
    for (const call of [
      harness.visitor().client.passkeys.beginLogin.mutate(),
      person.client.passkeys.beginAdding.mutate({ password: person.password }),
    ])
      expect(await refusal(call)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: texts.passkeys.away })
    await redis.start()
    await expect
      .poll(() =>
        login(passkey).then(
          ({ nickname }) => nickname,
          () => null,
        ),
      )
      .toBe('ayse')
  })
})
