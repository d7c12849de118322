import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { disableAccount, makeResetLink } from '../../server/account/operator.ts'
import { texts } from '../../shared/texts.ts'
import { makeHarness, type Person } from '../harness/client.ts'
import { makePasskey, answerWith } from '../support/authenticator.ts'
import { downloadData } from '../support/download.ts'
import { startRedis } from '../support/redis.ts'
import { refusal } from '../support/refusal.ts'
import { runServer } from '../support/runProduct.ts'
import { startServer } from '../support/server.ts'
import { origin, passkeyCalls } from './calls.ts'

let redis: Awaited<ReturnType<typeof startRedis>>
let person: Person
afterAll(() => redis.kill())
const plak = runServer(async () => {
  redis = await startRedis()
  return await startServer({ settings: { PUBLIC_URL: origin, REDIS_URL: redis.url } })
})
beforeEach(async () => {
  person = await plak.harness.register('ayse')
})
const { add, login, mine } = passkeyCalls({
  person: () => person,
  visitor: () => plak.harness.visitor(),
})

const { refused, over } = texts.passkeys

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

    const visitor = plak.harness.visitor()
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
    // A second sign-in in the same browser replaces the first.
    await login(passkey, {}, visitor)
    expect(await plak.server.deps.db.session.count()).toBe(2)
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
    // After a validation error the challenge can still be used.
    await person.client.passkeys.add.mutate({ name: 'x'.repeat(50), passkey: answer })
  })

  it('is refused with another challenge, twice, from another browser, elsewhere, unverified, and in another’s name', async () => {
    const passkey = await add()
    const visitor = plak.harness.visitor()
    const options = await visitor.client.passkeys.beginLogin.mutate()
    const use = answerWith(passkey, options, { origin })
    // The challenge belongs to the browser that requested it.
    const other = plak.harness.visitor()
    await other.client.passkeys.beginLogin.mutate()
    expect((await refusal(other.client.passkeys.login.mutate({ passkey: use }))).message).toBe(over)
    await visitor.client.passkeys.login.mutate({ passkey: use })
    expect((await refusal(visitor.client.passkeys.login.mutate({ passkey: use }))).message).toBe(over)

    expect((await refusal(login(passkey, { challenge: 'made-up' }))).message).toBe(over)
    const stranger = await add(await plak.harness.register('mehmet'))
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
    const { link } = await makeResetLink(plak.server.deps, 'ayse')
    const token = new URL(link).hash.slice(1)
    await plak.harness
      .visitor()
      .client.auth.resetPassword.mutate({ token, password: 'another stylus and groove' })
    expect(await login(passkey)).toMatchObject({ nickname: 'ayse' })
    plak.server.deps.settings.PASSWORD_LOGIN = 'off'
    expect(await login(passkey)).toMatchObject({ nickname: 'ayse' })
    plak.server.deps.settings.PASSWORD_LOGIN = 'on'
    await disableAccount(plak.server.deps, 'ayse')
    expect(await refusal(login(passkey))).toMatchObject({
      code: 'FORBIDDEN',
      message: texts.auth.accountDisabled,
    })
  })

  it('is in the person’s data without keys, and is deleted with the account', async () => {
    const passkey = await add()
    const { json: text } = await downloadData(plak.server.url, person.cookies.header())
    expect(text).toContain('"name":"Laptop"')
    const row = await plak.server.deps.db.passkey.findFirstOrThrow()
    for (const secret of [passkey.id, passkey.handle, Buffer.from(row.publicKey).toString('base64')])
      expect(text).not.toContain(secret)
    await person.client.auth.deleteAccount.mutate({ password: person.password })
    expect(await plak.server.deps.db.passkey.count()).toBe(0)
    expect((await refusal(login(passkey))).message).toBe(refused)
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
        databaseUrl: plak.server.deps.settings.DATABASE_URL,
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
    const calls = [
      plak.harness.visitor().client.passkeys.beginLogin.mutate(),
      person.client.passkeys.beginAdding.mutate({ password: person.password }),
    ]
    for (const each of await Promise.all(calls.map((call) => refusal(call))))
      expect(each).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: texts.passkeys.away })
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
