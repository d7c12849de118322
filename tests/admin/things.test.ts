import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { backupFolder } from '../../server/backup/dump.ts'
import { adminOf } from '../account/adminWorld.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runAdministration } from './adminWorld.ts'

const plak = runAdministration()

describe('invitations', () => {
  it('are made, listed and revoked; each act is a line of the trail', async () => {
    const { admin } = plak.admin.client
    const { link, uses, expiresAt } = await admin.invite.mutate({ uses: 3, days: 2 })
    expect(link).toMatch(/\/register\?invite=[\w-]{24}$/)
    expect(uses).toBe(3)
    const { registration, invitations } = await admin.invitations.query()
    expect(registration).toBe('open')
    expect(invitations).toEqual([{ id: expect.any(Number), usesLeft: 3, expiresAt }])
    await admin.revokeInvitation.mutate({ id: invitations[0]!.id })
    await admin.revokeInvitation.mutate({ id: invitations[0]!.id })
    expect((await admin.invitations.query()).invitations).toEqual([])
    expect((await plak.lines()).map(({ event, actor }) => [event, actor])).toEqual([
      ['admin.revoke-invitation', 'admin'],
      ['admin.invite', 'admin'],
    ])
  })

  it.each([
    [{ uses: 0 }, { uses: 'Enter a whole number of at least 1' }],
    [{ uses: 1.5 }, { uses: 'Enter a whole number of at least 1' }],
    [{ days: 4_000 }, { days: 'Enter a whole number from 1 to 3,650' }],
  ])('of %j are refused at the field', async (input, fields) => {
    expect((await refusal(plak.admin.client.admin.invite.mutate(input))).fields).toEqual(fields)
  })
})

describe('an announcement', () => {
  it('goes to everybody who is not disabled', async () => {
    const { admin } = plak.admin.client
    await plak.harness.register('fatma')
    await admin.disable.mutate({ ...plak.proven('fatma'), reason: 'Spam.' })
    expect(await admin.recipients.query()).toEqual({ people: 2 })
    expect(await admin.announce.mutate({ text: ' Tonight we move. ' })).toEqual({ told: 2 })
    const { items } = await plak.ayse.client.notifications.list.query({})
    expect(items).toMatchObject([{ kind: 'announcement', detail: { text: 'Tonight we move.' } }])
    expect((await plak.lines())[0]).toMatchObject({ event: 'admin.announce', actor: 'admin' })
    for (const [text, message] of [
      [' ', 'Please write something'],
      ['x'.repeat(1_001), /1,?000/],
    ] as const)
      expect((await refusal(admin.announce.mutate({ text }))).fields).toEqual({
        text: typeof message === 'string' ? message : expect.stringMatching(message),
      })
  })
})

describe('backups', () => {
  const made = new Set<string>()
  afterAll(async () => {
    for (const name of made) await rm(join(backupFolder(), name), { force: true })
  })
  /** Asks again until the check has ended, as the page does. */
  async function checked(name: string): Promise<string | null> {
    const { isRunning, problem } = await plak.admin.client.admin.checkBackup.mutate({ name })
    return isRunning ? await checked(name) : problem
  }
  const get = (path: string, { cookies }: Person) =>
    fetch(plak.server.url + path, { headers: { cookie: cookies.header() ?? '' } })

  it('are made, listed, checked, and downloaded once by whoever proved themselves', async () => {
    const { admin } = plak.admin.client
    const { name, isRunning } = await admin.backUp.mutate()
    made.add(name!)
    expect(isRunning).toBe(false)
    const row = (await admin.backups.query()).backups.find((each) => each.name === name)
    expect(row).toMatchObject({ people: 2, isReadable: true })
    expect(row!.bytes).toBeGreaterThan(1_000)
    expect(await checked(name!)).toBeNull()

    const path = `/admin/backups/${name}`
    expect((await get(path, plak.admin)).status).toBe(404)
    const wrong = admin.downloadBackup.mutate({ name: name!, password: 'a wrong one' })
    expect((await refusal(wrong)).fields).toEqual({ password: 'Wrong password' })
    expect((await get(path, plak.admin)).status).toBe(404)

    const proof = { name: name!, password: plak.admin.password }
    expect(await admin.downloadBackup.mutate(proof)).toEqual({ address: path })
    const other = await plak.harness.login(plak.admin)
    expect((await get(path, other)).status).toBe(404)
    expect((await get(path, plak.ayse)).status).toBe(404)
    const answer = await get(path, plak.admin)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await answer.arrayBuffer()).byteLength).toBe(row!.bytes)
    expect((await get(path, plak.admin)).status).toBe(404)
    expect((await plak.lines()).filter(({ event }) => event.startsWith('admin.'))).toMatchObject([
      { event: 'admin.backup-download', actor: 'admin', detail: { backup: name } },
      { event: 'admin.backup', actor: 'admin' },
    ])
  })

  it('that are damaged are listed, and their check says so; other names are not there', async () => {
    const { admin } = plak.admin.client
    const name = `plak-damaged-${process.pid}.backup.gz`
    made.add(name)
    await writeFile(join(backupFolder(), name), 'not a backup')
    const row = (await admin.backups.query()).backups.find((each) => each.name === name)
    expect(row).toMatchObject({ people: null, isReadable: false })
    expect(await checked(name)).toBe(`${name} is no backup of Plak.`)
    for (const other of ['../store.json', '..', '.env', 'nothing.backup.gz', '']) {
      expect((await refusal(admin.checkBackup.mutate({ name: other }))).code).toBe('NOT_FOUND')
      const download = admin.downloadBackup.mutate({ name: other, password: plak.admin.password })
      expect((await refusal(download)).code).toBe('NOT_FOUND')
    }
  })
})

describe('the trail', () => {
  it('has all lines, newest first, by pages; the command line is the operator', async () => {
    const { audit } = plak.server.deps
    for (let index = 0; index < 60; index++)
      audit.note({ event: 'logout', actor: null, address: '192.0.2.1', detail: { index } })
    audit.note({ event: 'admin.tidy', actor: null })
    await audit.flush()
    const { admin } = plak.admin.client
    const first = await admin.trail.query({})
    expect(first.items).toHaveLength(50)
    const second = await admin.trail.query({ cursor: first.next })
    const lines = [...first.items, ...second.items]
    expect(lines).toHaveLength(61)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(61)
    expect(lines.find(({ event }) => event === 'admin.tidy')!.actor).toBe('operator')
    expect((await admin.trail.query({ cursor: 'nonsense' })).items).toEqual(first.items)
  })

  it('tells an account that is called operator from the command line', async () => {
    const { audit } = plak.server.deps
    const { client } = await plak.harness.register('operator')
    await plak.appoint('operator', 'admin')
    await client.admin.invite.mutate({ uses: 1, days: 1 })
    audit.note({ event: 'admin.tidy', actor: null })
    await audit.flush()
    const lines = await plak.lines()
    const actorsOf = (name: string) =>
      lines.filter(({ event }) => event === name).map(({ actor, isAccount }) => [actor, isAccount])
    expect(actorsOf('admin.tidy')).toEqual([['operator', undefined]])
    expect(actorsOf('admin.invite')).toEqual([['operator', true]])
    const { stdout } = await adminOf(plak)('audit')
    expect(stdout).toContain('admin.tidy  by operator')
    expect(stdout).toContain('admin.invite  by @operator')
  })
})

describe('the overview', () => {
  it('says what doctor says, the worst first, with versions, sizes and jobs', async () => {
    const { checks, versions, sizes, jobs } = await plak.admin.client.admin.overview.query()
    const states = checks.map(({ state }) => ['broken', 'warning', 'ok'].indexOf(state))
    expect(states).toEqual(states.toSorted((one, other) => one - other))
    expect(checks.map(({ about }) => about)).toEqual(
      expect.arrayContaining(['node', 'settings', 'database', 'schema', 'redis', 'backup', 'public address']),
    )
    for (const { state, mend } of checks) expect(mend === undefined).toBe(state === 'ok')
    expect(versions.map(({ name }) => name)).toEqual([
      'Plak',
      'Node',
      expect.stringMatching(/MariaDB|MySQL/),
      'Redis',
    ])
    expect(sizes.counts).toMatchObject({ accounts: 2, admins: 1 })
    expect(sizes.countedAt).toMatch(/Z$/)
    expect(sizes.databaseBytes).toBeGreaterThan(0)
    expect(jobs).toEqual(expect.any(Array))
  })

  it('reads whole tables once a minute for everybody, and says when; accounts are counted each time', async () => {
    const overview = () => plak.admin.client.admin.overview.query()
    const { sizes } = await overview()
    const { db } = plak.server.deps
    const asked = vi.spyOn(db.log, 'count')
    await plak.harness.register('later')
    const again = (await overview()).sizes
    expect(asked).not.toHaveBeenCalled()
    expect(again.countedAt).toBe(sizes.countedAt)
    expect(again.counts['accounts']).toBe(sizes.counts['accounts']! + 1)
  })
})
