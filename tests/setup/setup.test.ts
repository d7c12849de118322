import { describe, expect, it } from 'vitest'
import { setRole } from '../../server/account/operator.ts'
import { runAdmin } from '../../server/operator/commandLine.ts'
import { createFirstAdmin } from '../../server/setup/account.ts'
import { makeSetupLink } from '../../server/setup/link.ts'
import { firstAccountInput } from '../../shared/setup.ts'
import { adminOf } from '../account/adminWorld.ts'
import { fetchPage } from '../admin/fetchPage.ts'
import { runProduct } from '../support/runProduct.ts'
import { fakeTerminal } from '../support/terminal.ts'

const plak = runProduct({ settings: { REGISTRATION: 'closed' } })

const account = { username: 'deniz', email: 'deniz@plak.example', password: 'a stylus and a groove' }

async function newToken() {
  const link = await makeSetupLink(plak.server.deps)
  const [address, token] = link!.split('#')
  expect(address).toBe(`${plak.server.deps.settings.PUBLIC_URL}/setup`)
  expect(token).toMatch(/^[\w-]{43}$/)
  return token!
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    ({ message, data }: { message: string; data: { httpStatus: number } }) => [data.httpStatus, message],
  )
const absent = (path: string) => [404, `No procedure found on path "${path}"`]
/** Registers although the product takes nobody. */
async function settle(nickname: string) {
  plak.server.deps.settings.REGISTRATION = 'open'
  try {
    return await plak.harness.register(nickname)
  } finally {
    plak.server.deps.settings.REGISTRATION = 'closed'
  }
}

describe('a setup link', () => {
  it('may be opened any number of times, makes the first administrator once, and signs them in', async () => {
    const { client } = plak.harness.visitor()
    const token = await newToken()
    for (const _ of [1, 2]) expect(await client.setup.state.query({ token })).toEqual({ next: 'account' })
    const viewer = await client.setup.createAccount.mutate({ ...account, token })
    expect(viewer).toMatchObject({ nickname: 'deniz', isAdmin: true, isModerator: true })
    expect(await client.auth.me.query()).toMatchObject({ nickname: 'deniz', isAdmin: true })
    expect(await client.setup.state.query({})).toEqual({ next: 'settings' })
    await plak.server.deps.audit.flush()
    const { items } = await client.admin.trail.query({})
    expect(items.map(({ event, actor }) => [event, actor])).toEqual([
      ['login', 'deniz'],
      ['admin.setup', 'deniz'],
      ['admin.setup-link', 'operator'],
    ])
    const other = plak.harness.visitor().client
    expect(await codeOf(other.setup.state.query({ token }))).toEqual(absent('setup.state'))
    const second = { ...account, username: 'fatma', email: 'fatma@plak.example', token }
    expect(await codeOf(other.setup.createAccount.mutate(second))).toEqual(absent('setup.createAccount'))
    expect(await plak.server.deps.db.user.count()).toBe(1)
  })
  it('ends when a newer one is made, and only its hash is stored', async () => {
    const { client } = plak.harness.visitor()
    const [first, second] = [await newToken(), await newToken()]
    expect(await codeOf(client.setup.state.query({ token: first }))).toEqual(absent('setup.state'))
    expect(await client.setup.state.query({ token: second })).toEqual({ next: 'account' })
    const { tokenHash } = await plak.server.deps.db.setup.findUniqueOrThrow({ where: { id: 1 } })
    expect(Buffer.from(tokenHash!).toString('base64url')).not.toBe(second)
  })
  it('shows its procedures to nobody else, whatever the input', async () => {
    const token = await newToken()
    const post = async (name: string, body: string) => {
      const response = await fetch(`${plak.server.url}/trpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      return [response.status, ((await response.json()) as { error: { message: string } }).error.message]
    }
    for (const body of ['{}', '[]', '"x"', '{', '{"token":5}', '{"token":"wrong","username":""}'])
      expect([body, await post('setup.createAccount', body)]).toEqual([body, absent('setup.createAccount')])
    const mistakes = plak.harness
      .visitor()
      .client.setup.createAccount.mutate({ ...account, username: '', token })
    await expect(mistakes).rejects.toMatchObject({ data: { fields: { username: expect.any(String) } } })
    await settle('ayse')
    await setRole(plak.server.deps, 'ayse', 'admin')
    for (const input of [
      '{"token":5}',
      '{"token":"wrong"}',
      '{}',
      '5',
      `{"token":"${'x'.repeat(300)}"}`,
      '{',
    ]) {
      const response = await fetch(`${plak.server.url}/trpc/setup.state?input=${encodeURIComponent(input)}`)
      const body = (await response.json()) as { error: { message: string } }
      expect([input, response.status, body.error.message]).toEqual([input, ...absent('setup.state')])
    }
  })
  it('is not spent by an account that is refused', async () => {
    await settle('ayse')
    const { client } = plak.harness.visitor()
    const token = await newToken()
    const create = (change: object) => client.setup.createAccount.mutate({ ...account, ...change, token })
    for (const [change, field] of [
      [{ username: 'ayse' }, 'username'],
      [{ email: 'ayse@plak.example' }, 'email'],
      [{ username: 'admin-' }, 'username'],
      [{ password: 'password1234' }, 'password'],
      [{ confirmPassword: 'another one' }, 'confirmPassword'],
    ] as const)
      await expect(create(change)).rejects.toMatchObject({
        data: { fields: { [field]: expect.any(String) } },
      })
    expect(await create({})).toMatchObject({ isAdmin: true })
  })
  it('makes one administrator of two people who use it at once', async () => {
    const token = await newToken()
    const people = ['deniz', 'fatma', 'meral'].map((username) =>
      codeOf(
        plak.harness.visitor().client.setup.createAccount.mutate({
          ...account,
          username,
          email: `${username}@plak.example`,
          token,
        }),
      ),
    )
    const outcomes = await Promise.all(people)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== 'done')).toEqual(
      [1, 2].map(() => absent('setup.createAccount')),
    )
    expect(await plak.server.deps.db.user.count()).toBe(1)
  })
  it('is over for somebody whose request was checked before, also if they want the same name', async () => {
    const token = await newToken()
    const input = firstAccountInput.parse({ ...account, token })
    await plak.harness.visitor().client.setup.createAccount.mutate(input)
    // A browser that can be given a session is all that is asked of the caller up to there.
    const caller = { cookie: {} } as Parameters<typeof createFirstAdmin>[1]
    const late = { path: 'setup.createAccount', language: 'en' } as const
    await expect(createFirstAdmin(plak.server.deps, caller, input, late)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: absent('setup.createAccount')[1],
    })
  })
  it('is over when somebody became an administrator in another way', async () => {
    const token = await newToken()
    await settle('ayse')
    await setRole(plak.server.deps, 'ayse', 'admin')
    const { client } = plak.harness.visitor()
    expect(await codeOf(client.setup.state.query({ token }))).toEqual(absent('setup.state'))
    const making = client.setup.createAccount.mutate({ ...account, token })
    expect(await codeOf(making)).toEqual(absent('setup.createAccount'))
    expect(await makeSetupLink(plak.server.deps)).toBeNull()
  })
})

describe('/setup', () => {
  const get = (reader: Parameters<typeof fetchPage>[1], path = '/setup') =>
    fetchPage(plak.server.url, reader, path)
  it('is there for everybody until there is an administrator', async () => {
    const visitor = plak.harness.visitor()
    const { status, html } = await get(visitor)
    expect([status, html.includes('<title>Set up Plak · Plak</title>')]).toEqual([200, true])
    expect(await visitor.client.setup.state.query({})).toEqual({ next: 'link' })
    expect(await codeOf(visitor.client.setup.state.query({ token: 'wrong' }))).toEqual(absent('setup.state'))
  })
  it('is then an unknown path, except for administrators until they have finished it', async () => {
    const ayse = await settle('ayse')
    const moderator = await settle('moderator')
    await setRole(plak.server.deps, 'moderator', 'moderator')
    const deniz = plak.harness.visitor()
    await deniz.client.setup.createAccount.mutate({ ...account, token: await newToken() })
    for (const reader of [plak.harness.visitor(), ayse, moderator]) {
      const unknown = await get(reader, '/no-such-page')
      expect(unknown.status).toBe(404)
      expect(await get(reader)).toEqual(unknown)
      expect(await codeOf(reader.client.setup.state.query({}))).toEqual(absent('setup.state'))
      expect(await codeOf(reader.client.setup.finish.mutate())).toEqual(absent('setup.finish'))
    }
    expect((await get(deniz)).status).toBe(200)
    await Promise.all([1, 2, 3].map(() => deniz.client.setup.finish.mutate()))
    expect(await get(deniz)).toEqual(await get(deniz, '/no-such-page'))
    expect(await codeOf(deniz.client.setup.state.query({}))).toEqual(absent('setup.state'))
  })
  it('begins again for a later first administrator', async () => {
    const { deps } = plak.server
    const deniz = plak.harness.visitor()
    await deniz.client.setup.createAccount.mutate({ ...account, token: await newToken() })
    await deniz.client.setup.finish.mutate()
    await deps.db.user.deleteMany()
    const fatma = plak.harness.visitor()
    const later = { ...account, username: 'fatma', token: await newToken() }
    await fatma.client.setup.createAccount.mutate(later)
    expect(await fatma.client.setup.state.query({})).toEqual({ next: 'settings' })
    expect((await get(fatma)).status).toBe(200)
  })
})

describe('npm run admin -- setup-link', () => {
  const task = (...args: string[]) => adminOf(plak)('setup-link', ...args)
  it('prints the link alone, and each one ends the one before', async () => {
    const { code, stdout, stderr } = await task()
    expect([code, stderr]).toEqual([0, ''])
    const [, first] = /^https:\/\/plak\.example\/setup#([\w-]{43})\n$/.exec(stdout)!
    const { link } = JSON.parse((await task('--json')).stdout) as { link: string }
    const { client } = plak.harness.visitor()
    expect(await codeOf(client.setup.state.query({ token: first! }))).toEqual(absent('setup.state'))
    expect(await client.setup.state.query({ token: link.split('#')[1]! })).toEqual({ next: 'account' })
  })
  it('is refused where there is an administrator', async () => {
    await settle('ayse')
    await setRole(plak.server.deps, 'ayse', 'admin')
    expect(await task()).toMatchObject({ code: 1, stdout: '', stderr: 'There is an admin already.\n' })
  })
  it('is refused in the demo', async () => {
    const demo = Object.assign(Object.create(plak.server.deps) as typeof plak.server.deps, {
      settings: { ...plak.server.deps.settings, PLAK_DEMO: '1' as const },
    })
    expect(await makeSetupLink(demo)).toBeNull()
    const { DATABASE_URL, REDIS_URL, APP_SECRET } = plak.server.deps.settings
    const env = { DATABASE_URL, REDIS_URL, APP_SECRET, PLAK_DEMO: '1' }
    const { streams, outcome } = fakeTerminal()
    const refused = { code: 1, stdout: '', stderr: 'There is an admin already.\n' }
    expect(await outcome(runAdmin({ args: ['setup-link'], env, ...streams }))).toMatchObject(refused)
  })
})
