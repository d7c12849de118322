import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { logins, seed } from '../../demo/seed.ts'
import { unzipped } from '../support/download.ts'
import { DAY, runAdminTasks } from './adminWorld.ts'

const plak = runAdminTasks()
const { admin, json, idOf, trail } = plak
const homogenic = { artist: 'Björk', album: 'Homogenic' }

it('the people of the demo are deleted, and nobody else', async () => {
  await plak.ayse.client.logs.save.mutate({ ...homogenic, rating: 8 })
  await seed(plak.server.deps.db, { picturesBase: 'http://127.0.0.1:1', force: true })
  expect(await plak.server.deps.db.user.count()).toBe(logins.length + 1)
  expect(await admin('remove-demo')).toMatchObject({
    code: 0,
    stdout: `${logins.length} accounts of the demo deleted.\n`,
  })
  expect(await plak.server.deps.db.user.findMany({ select: { nickname: true } })).toEqual([
    { nickname: 'ayse' },
  ])
  expect(await plak.server.deps.db.log.count()).toBe(1)
  expect((await trail())[0]).toMatchObject({
    event: 'admin.remove-demo',
    detail: { accounts: logins.length },
  })
  expect(await json('remove-demo')).toEqual({ removed: [] })
})

describe('accounts', () => {
  it('are listed, and found by the beginning of nickname or e-mail', async () => {
    await plak.harness.register('ayse_two')
    await plak.harness.register('zeynep')
    await plak.server.deps.db.user.update({
      where: { nickname: 'zeynep' },
      data: { email: 'çay@plak.example' },
    })
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
    await plak.harness.visitor().client.auth.resetPassword.mutate({ token, password })
    await plak.harness.login({ nickname: 'fatma', email: '', password })
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
    await plak.harness.register('fatma')
    await admin('reset-link', 'ayse')
    expect(await json('set-email', 'Ayse', 'Neu@Plak.example')).toEqual({
      nickname: 'ayse',
      email: 'neu@plak.example',
    })
    expect(await plak.server.deps.db.passwordReset.count()).toBe(0)
    await plak.harness
      .visitor()
      .client.auth.login.mutate({ identifier: 'neu@plak.example', password: plak.ayse.password })
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
    await plak.ayse.client.logs.save.mutate({ ...homogenic, review: 'Strings.' })
    const refused = await admin('delete', 'ayse')
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toBe(
      'This would permanently delete ayse, with 1 log, 0 lists and 0 comments. Say --yes to do it.\n',
    )
    expect(await idOf('ayse')).toBe(id)
    expect(await json('delete', 'ayse', '--yes')).toEqual({ nickname: 'ayse', deleted: true })
    expect(await plak.server.deps.db.user.count()).toBe(0)
    expect(await trail()).toEqual([{ ...line, event: 'admin.delete', subject: 'ayse' }])
    expect(await plak.ayse.client.auth.me.query()).toBeNull()
  })
})

const line = { id: expect.any(Number) as number, actor: 'operator', address: null, times: 1, detail: null }

it("a person's data are written into a file for the operator alone", async () => {
  await plak.ayse.client.logs.save.mutate({ ...homogenic, rating: 8 })
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
  const fatma = await plak.harness.register('fatma')
  const { id: review } = await plak.ayse.client.logs.save.mutate({
    ...homogenic,
    rating: 8,
    review: 'Strings.',
  })
  const submission = 'e7a4c1f0-52c6-4f6b-9f5e-0c9d8a7b6c5d'
  const { id: list } = await plak.ayse.client.lists.create.mutate({
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
  expect((await plak.ayse.client.comments.list.query({ thread: { list } })).count).toBe(0)
  expect(await json('remove', 'review', String(review))).toEqual({ removed: 'review', id: review })
  expect((await fatma.client.logs.reviews.query(homogenic)).items).toEqual([])
  expect(await plak.ayse.client.logs.mine.query(homogenic)).toMatchObject({ log: { rating: 8 } })
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
    [['role', 'ayse', 'king'], "A role is 'member', 'moderator' or 'admin'."],
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
