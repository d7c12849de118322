import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { logins, seed } from '../../demo/seed.ts'
import { tidyInTurn, type Tidied } from '../../server/account/tidy.ts'
import { runAdmin } from '../../server/adminTasks.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { unzipped } from '../support/download.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { fakeTerminal, type Outcome } from '../support/terminal.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const DAY = 24 * 60 * 60_000

let server: TestServer
let harness: Harness
let ayse: Person
beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.reset()
  ayse = await harness.register('ayse')
  await server.deps.audit.flush()
  await server.deps.db.auditEntry.deleteMany()
})

/** Runs a task as `npm run admin` does, in this process. */
async function admin(...args: string[]): Promise<Outcome> {
  const { DATABASE_URL, REDIS_URL, APP_SECRET } = server.deps.settings
  const settings = { LASTFM_API_KEY: 'x', PUBLIC_URL: 'https://plak.example' }
  const { streams, outcome } = fakeTerminal()
  return outcome(runAdmin({ args, env: { DATABASE_URL, REDIS_URL, APP_SECRET, ...settings }, ...streams }))
}

/** The one document that a task with --json prints. */
async function json<Data = Record<string, unknown>>(...args: string[]): Promise<Data> {
  const { code, stdout, stderr } = await admin(...args, '--json')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.trim().split('\n')).toHaveLength(1)
  return JSON.parse(stdout) as Data
}

const idOf = async (nickname: string) =>
  (await server.deps.db.user.findUniqueOrThrow({ where: { nickname }, select: { id: true } })).id

type Line = { event: string; actor: string | null; subject: string | null; detail: unknown; at: string }
async function trail() {
  await server.deps.audit.flush()
  return (await json<Line[]>('audit')).map(({ at, ...line }) => {
    expect(at).toMatch(/^\d{4}-.*Z$/)
    return line
  })
}

it('the people of the demo are deleted, and nobody else', async () => {
  await ayse.client.logs.save.mutate({ ...homogenic, rating: 8 })
  await seed(server.deps.db, { picturesBase: 'http://127.0.0.1:1', force: true })
  expect(await server.deps.db.user.count()).toBe(logins.length + 1)
  expect(await admin('remove-demo')).toMatchObject({
    code: 0,
    stdout: `${logins.length} accounts of the demo deleted.\n`,
  })
  expect(await server.deps.db.user.findMany({ select: { nickname: true } })).toEqual([{ nickname: 'ayse' }])
  expect(await server.deps.db.log.count()).toBe(1)
  expect((await trail())[0]).toMatchObject({
    event: 'admin.remove-demo',
    detail: { accounts: logins.length },
  })
  expect(await json('remove-demo')).toEqual({ removed: [] })
})

describe('accounts', () => {
  it('are listed, and found by the beginning of nickname or e-mail', async () => {
    await harness.register('ayse_two')
    await harness.register('zeynep')
    await server.deps.db.user.update({ where: { nickname: 'zeynep' }, data: { email: 'çay@plak.example' } })
    await admin('disable', 'ayse_two')
    const accounts = await json<Record<string, unknown>[]>('users')
    expect(accounts.map(({ nickname, email, role, disabled }) => [nickname, email, role, disabled])).toEqual([
      ['ayse', 'ayse@plak.example', 'member', false],
      ['ayse_two', 'ayse_two@plak.example', 'member', true],
      ['zeynep', 'çay@plak.example', 'member', false],
    ])
    const found = async (search: string) =>
      (await json<{ nickname: string }[]>('users', '--search', search)).map(({ nickname }) => nickname)
    expect(await found(' AYSE_')).toEqual(['ayse_two'])
    expect(await found('ayse@plak')).toEqual(['ayse'])
    expect(await found('çay')).toEqual(['zeynep'])
    expect(await found('yse')).toEqual([])
    expect(await found('%')).toEqual([])
    const { stdout } = await admin('users', '--search', 'ayse')
    expect(stdout).toMatch(/^ayse +ayse@plak\.example .*\nayse_two .* disabled\n2 accounts\.\n$/)
    expect(stdout).not.toContain('argon2')
  })
  it('are made, and the link opens them within a week', async () => {
    const made = await json<{ link: string; expiresAt: string }>('create', ' Fatma ', 'Fatma@Plak.example')
    expect(made).toMatchObject({ nickname: 'fatma', email: 'fatma@plak.example' })
    expect(made.link).toMatch(/^https:\/\/plak\.example\/reset#[\w-]{43}$/)
    const days = (new Date(made.expiresAt).getTime() - Date.now()) / DAY
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    const password = 'a stylus and a groove'
    const token = new URL(made.link).hash.slice(1)
    await harness.visitor().client.auth.resetPassword.mutate({ token, password })
    await harness.login({ nickname: 'fatma', email: '', password })
    expect(await trail()).toEqual(
      expect.arrayContaining([
        { ...line, event: 'admin.create', subject: 'fatma' },
        { ...line, event: 'password.reset', actor: 'fatma', subject: 'fatma', address: '127.0.0.1' },
      ]),
    )
  })
  it.each([
    [['create', 'ayse', 'other@plak.example'], 'ayse: This username is already in use.'],
    [['create', 'other', 'AYSE@plak.example'], 'other: This email address is already in use.'],
    [['create', 'edit', 'other@plak.example'], 'edit: This username is already in use.'],
    [['create', 'no', 'other@plak.example'], 'no: Username must be at least 3 characters long.'],
    [['create', 'other', 'other'], 'other: Invalid email address.'],
    [['set-email', 'ayse', 'no address'], 'ayse: Invalid email address.'],
    [['set-email', 'nobody', 'other@plak.example'], 'nobody: User not found.'],
    [['role', 'nobody', 'member'], 'nobody: User not found.'],
    [['delete', 'nobody', '--yes'], 'nobody: User not found.'],
    [['remove', 'list', '2147483647'], 'list: List not found.'],
  ])('%j cannot be done: %s', async (args, sentence) => {
    expect(await admin(...args)).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` })
    const { code, stdout } = await admin(...args, '--json')
    expect([code, JSON.parse(stdout)]).toEqual([1, { error: sentence }])
    expect(await trail()).toEqual([])
  })
  it('get another e-mail address, with which a link to choose a password is over', async () => {
    await harness.register('fatma')
    await admin('reset-link', 'ayse')
    expect(await json('set-email', 'Ayse', 'Neu@Plak.example')).toEqual({
      nickname: 'ayse',
      email: 'neu@plak.example',
    })
    expect(await server.deps.db.passwordReset.count()).toBe(0)
    await harness
      .visitor()
      .client.auth.login.mutate({ identifier: 'neu@plak.example', password: ayse.password })
    expect((await admin('set-email', 'ayse', 'fatma@plak.example')).stderr).toBe(
      'ayse: This email address is already in use.\n',
    )
    expect(JSON.stringify(await trail())).not.toContain('plak.example')
  })
  it('become moderators and members again', async () => {
    expect(await json('role', 'ayse', 'moderator')).toEqual({ nickname: 'ayse', role: 'moderator' })
    expect((await json<{ role: string }[]>('users'))[0]!.role).toBe('moderator')
    expect((await admin('role', 'ayse', 'member')).stdout).toBe('ayse is a member.\n')
    expect((await trail()).slice(0, 2).map(({ detail }) => detail)).toEqual([
      { role: 'member' },
      { role: 'moderator' },
    ])
  })
  it('are deleted with --yes alone; the trail says so by the name, for 180 days', async () => {
    const id = await idOf('ayse')
    await ayse.client.logs.save.mutate({ ...homogenic, review: 'Strings.' })
    const refused = await admin('delete', 'ayse')
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toBe(
      'This would delete ayse for good, with 1 log, 0 lists and 0 comments. Say --yes to do it.\n',
    )
    expect(await idOf('ayse')).toBe(id)
    expect(await json('delete', 'ayse', '--yes')).toEqual({ nickname: 'ayse', deleted: true })
    expect(await server.deps.db.user.count()).toBe(0)
    expect(await trail()).toEqual([{ ...line, event: 'admin.delete', subject: 'ayse' }])
    expect(await ayse.client.auth.me.query()).toBeNull()
  })
})

const line = { id: expect.any(Number) as number, actor: 'operator', address: null, times: 1, detail: null }

it("a person's data are written into a file for the operator alone", async () => {
  await ayse.client.logs.save.mutate({ ...homogenic, rating: 8 })
  const folder = await mkdtemp(join(tmpdir(), 'plak-export-'))
  try {
    const { file, ...rest } = await json<{ file: string; bytes: number }>('export', 'Ayse', folder)
    expect(file).toMatch(/\/plak-ayse-\d{4}-\d\d-\d\d\.zip$/)
    const { mode, size } = await stat(file)
    expect([rest, mode & 0o777]).toEqual([{ nickname: 'ayse', bytes: size }, 0o600])
    expect((await unzipped(await readFile(file))).get('listenings.csv')).toContain('Homogenic')
    const { stdout } = await admin('export', 'ayse', file)
    expect(stdout.trim().split('\n').at(-1)).toBe(file)
    expect(await readdir(folder)).toHaveLength(1)
    expect((await trail())[0]).toMatchObject({ event: 'admin.export', subject: 'ayse' })
    expect(await admin('export', 'nobody')).toMatchObject({ code: 1, stderr: 'nobody: User not found.\n' })
    expect(await admin('export', 'ayse', join(folder, 'none/x.zip'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Name another place.') as string,
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('a comment, a review and a list are removed as by their owner, live', async () => {
  const fatma = await harness.register('fatma')
  const { id: review } = await ayse.client.logs.save.mutate({ ...homogenic, rating: 8, review: 'Strings.' })
  const submission = 'e7a4c1f0-52c6-4f6b-9f5e-0c9d8a7b6c5d'
  const { id: list } = await ayse.client.lists.create.mutate({
    name: 'Rain',
    albums: [homogenic],
    submission,
  })
  const { comment } = await fatma.client.comments.add.mutate({
    thread: { list },
    text: 'So true.',
    submission,
  })
  const heard: string[] = []
  const listen = { onData: ({ data }: { data: { type: string } }) => void heard.push(data.type) }
  let started = 0
  const hooks = { ...listen, onStarted: () => void started++, onError: () => {} }
  fatma.client.comments.live.subscribe({ thread: { list } }, hooks as never)
  fatma.client.lists.live.subscribe({ id: list }, hooks as never)
  fatma.client.logs.liveReviews.subscribe(homogenic, hooks as never)
  await vi.waitFor(() => expect(started).toBe(3))

  expect((await admin('remove', 'comment', String(comment.id))).stdout).toBe(
    `The comment ${comment.id} is removed.\n`,
  )
  expect((await ayse.client.comments.list.query({ thread: { list } })).count).toBe(0)
  expect(await json('remove', 'review', String(review))).toEqual({ removed: 'review', id: review })
  expect((await fatma.client.logs.reviews.query(homogenic)).items).toEqual([])
  expect(await ayse.client.logs.mine.query(homogenic)).toMatchObject({ log: { rating: 8 } })
  await json('remove', 'list', String(list))
  await vi.waitFor(() =>
    expect(heard).toEqual(expect.arrayContaining(['comment.removed', 'review.removed', 'list.removed'])),
  )
  expect((await admin('remove', 'review', String(review))).code).toBe(1)
  expect((await trail()).slice(0, 3).map(({ subject, detail }) => [subject, detail])).toEqual([
    ['ayse', { thing: 'list', id: list }],
    ['ayse', { thing: 'review', id: review }],
    ['fatma', { thing: 'comment', id: comment.id }],
  ])
})

it('stats count, audit shows the last lines, tidy deletes what is over and nothing else', async () => {
  const { db } = server.deps
  const id = await idOf('ayse')
  const past = new Date(Date.now() - 91 * DAY)
  await harness.login(ayse)
  await server.deps.audit.flush()
  await db.auditEntry.deleteMany()
  const [old] = await db.session.findMany()
  await db.session.update({ where: { id: old!.id }, data: { lastSeenAt: past } })
  await db.passwordReset.create({
    data: { userId: id, tokenHash: new Uint8Array(32), createdAt: past, expiresAt: past },
  })
  await db.emailLink.create({
    data: {
      userId: id,
      purpose: 'change',
      email: 'new@plak.example',
      tokenHash: new Uint8Array(32),
      createdAt: past,
      expiresAt: past,
    },
  })
  const seen = { event: 'login', actorId: id, subjectId: id }
  await db.auditEntry.createMany({
    data: [
      { ...seen, createdAt: past, address: '192.0.2.1' },
      { ...seen, createdAt: new Date(), address: '192.0.2.2' },
      { event: 'admin.role', subjectId: id, createdAt: past },
    ],
  })
  expect(await json('stats')).toMatchObject({
    accounts: 1,
    disabled: 0,
    sessions: 2,
    reviews: 0,
    auditLines: 3,
  })
  expect((await admin('tidy')).stdout).toBe(
    'Deleted: 1 session, 2 links, 0 invitations, 0 authorisations, 1 line of the trail.\n',
  )
  expect([await db.session.count(), await db.passwordReset.count(), await db.emailLink.count()]).toEqual([
    1, 0, 0,
  ])
  expect((await trail()).map(({ event }) => event)).toEqual(['admin.tidy', 'login', 'admin.role'])
  expect(await json<Line[]>('audit', '--last', '1')).toMatchObject([
    { event: 'admin.tidy', actor: 'operator' },
  ])
  const { stdout } = await admin('audit', '--last', '3')
  expect(stdout.split('\n')[1]).toMatch(/^\S+Z {2}login {2}by ayse {2}from 192\.0\.2\.2$/)
})

it('the server tidies by itself, one process at a time and once an hour', async () => {
  const { deps } = server
  const { db } = deps
  const over = new Date(Date.now() - DAY)
  const spend = () =>
    db.invitation.create({ data: { codeHash: new Uint8Array(32), usesLeft: 1, expiresAt: over } })
  await spend()
  const turns = await Promise.all([tidyInTurn(deps), tidyInTurn(deps), tidyInTurn(deps)])
  expect(turns.filter(Boolean)).toHaveLength(1)
  expect(await db.invitation.count()).toBe(0)
  await spend()
  expect(await tidyInTurn(deps)).toBe(false)
  await db.lease.update({ where: { name: 'tidy' }, data: { until: over } })
  expect(await tidyInTurn(deps)).toBe(true)
  expect(await db.invitation.count()).toBe(0)
})

it('tidy deletes old live events, aliases of unused albums, and mail that is no longer sent', async () => {
  const { db } = server.deps
  const at = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000)
  const named = (key: string) => ({ key, artist: 'Björk', name: key })
  const [used, unused] = [
    await db.album.create({ data: named('used') }),
    await db.album.create({ data: named('unused') }),
  ]
  await db.favorite.create({ data: { userId: await idOf('ayse'), albumId: used.id } })
  const key = (number: number) => new Uint8Array(32).fill(number)
  await db.albumAlias.createMany({
    data: [
      { key: key(1), albumId: unused.id },
      ...Array.from({ length: 60 }, (_, index) => ({ key: key(100 + index), albumId: used.id })),
    ],
  })
  const mail = { kind: 'reset', language: 'en', nonce: key(1), notBefore: at(0) }
  await db.mail.createMany({
    data: [
      { ...mail, createdAt: at(49) },
      { ...mail, createdAt: at(1) },
    ],
  })
  await db.event.deleteMany()
  const head = Number((await db.eventLog.findUniqueOrThrow({ where: { id: 1 } })).head)
  const event = { topic: 'list:1', type: 'list.removed', payload: '{"id":1}' }
  await db.event.createMany({
    data: [25, 24.5, 23, 25].map((hours, index) => ({
      ...event,
      seq: head + index + 1,
      createdAt: at(hours),
    })),
  })
  await db.eventLog.update({ where: { id: 1 }, data: { head: head + 4 } })

  const { events, aliases, mails } = await json<Tidied>('tidy')
  expect({ events, aliases, mails }).toEqual({ events: 2, aliases: 11, mails: 1 })
  expect(await db.eventLog.findUnique({ where: { id: 1 }, select: { pruned: true } })).toEqual({
    pruned: BigInt(head + 2),
  })
  expect(await db.event.count()).toBe(2)
  expect(await db.albumAlias.count({ where: { albumId: used.id } })).toBe(50)
  expect(await db.mail.count()).toBe(1)
})

describe('what is not understood', () => {
  it.each([
    [['disable'], "'disable' takes {nickname}."],
    [['disable', ''], "'disable' takes {nickname}."],
    [['tidy', 'ayse'], "'tidy' takes nothing."],
    [['create', 'fatma'], "'create' takes {nickname} {email}."],
    [['explode'], "There is no task 'explode'."],
    [['sessions-prune'], "There is no task 'sessions-prune'."],
    [['constructor'], "There is no task 'constructor'."],
    [['users', '--sort', 'x'], "'users': Unknown option '--sort'"],
    [['users', '--search'], "'users': Option '--search <value>' argument missing"],
    [['audit', '--last', '0'], '--last takes a whole number of at least 1.'],
    [['audit', '--last', 'ten'], '--last takes a whole number of at least 1.'],
    [['role', 'ayse', 'king'], "A role is 'member' or 'moderator'."],
    [['remove', 'profile', '1'], "There is no 'profile' to remove"],
    [['remove', 'list', '0'], 'The id takes a whole number of at least 1.'],
  ])('%j ends with 2: %s', async (args, sentence) => {
    const { code, stdout, stderr } = await admin(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
    expect(stderr).not.toMatch(/at \w+ \(/)
  })
  it('is helped', async () => {
    const { code, stdout } = await admin('--help')
    expect(code).toBe(0)
    expect(stdout).toContain('create {nickname} {email}')
    expect((await admin()).code).toBe(2)
  })
})
