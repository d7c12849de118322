import { readdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { clockOf, isAtLeast } from '../../server/admin/checks/check.ts'
import { checkNode } from '../../server/admin/checks/surroundings.ts'
import { noteBackup } from '../../server/backup/newest.ts'
import { runAdmin } from '../../server/operator/commandLine.ts'
import { folder, admin as runTask } from '../backup/place.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { fakeTerminal } from '../support/terminal.ts'
import { testConnection } from '../support/testServer.ts'

type Check = { about: string; state: 'ok' | 'warning' | 'broken'; said: string; mend?: string }
type Report = { ok: boolean; faults: number; warnings: number; checks: Check[] }

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

async function admin(task: string, more: Record<string, string> = {}) {
  const { DATABASE_URL, REDIS_URL, APP_SECRET } = server.deps.settings
  const { streams, outcome } = fakeTerminal()
  const settings = {
    LASTFM_API_KEY: 'x',
    PUBLIC_URL: server.url,
    DATABASE_URL,
    REDIS_URL,
    APP_SECRET,
    ...more,
  }
  const { code, stdout, stderr } = await outcome(
    runAdmin({ args: [task, '--json'], env: settings, ...streams }),
  )
  expect(stderr).toBe('')
  return { code, data: JSON.parse(stdout) as unknown }
}

async function doctor(more: Record<string, string> = {}) {
  const { code, data } = await admin('doctor', more)
  const report = data as Report
  expect(code).toBe(report.ok ? 0 : 1)
  for (const { state, mend } of report.checks) expect(mend === undefined).toBe(state === 'ok')
  const of = (about: string) => report.checks.filter((check) => check.about === about)
  return { ...report, of, broken: report.checks.filter(({ state }) => state === 'broken') }
}

describe('doctor', () => {
  it('finds a sound installation sound, and ends with 0 with warnings alone', async () => {
    await noteBackup(server.deps.db, {
      madeAt: new Date(Date.now() - 50 * 60 * 60_000),
      secretFingerprint: 'f'.repeat(16),
    })
    const { broken, of } = await doctor()
    expect(broken).toEqual([])
    for (const about of [
      'settings',
      'database',
      'pool',
      'schema',
      'redis',
      'mail',
      'disk',
      'catalogue',
      'demo',
      'public address',
    ])
      expect(of(about)).not.toEqual([])
    expect(of('database clock')).toMatchObject([{ state: 'ok' }])
    expect(of('redis clock')).toMatchObject([{ state: 'ok' }])
    expect(of('public address')).toMatchObject([
      { state: 'ok', said: expect.stringContaining('WebSockets included') },
    ])
    expect(of('backup')).toMatchObject([
      { state: 'warning', said: 'the newest was made 50 hours ago' },
      { state: 'warning', said: expect.stringContaining('another APP_SECRET') },
    ])
  })

  it('finds rows without what they belong to, and so does the check of a backup', async () => {
    const connection = await testConnection(new URL(server.deps.settings.DATABASE_URL).pathname.slice(1))
    await connection.query('SET FOREIGN_KEY_CHECKS = 0')
    await connection.query(
      "INSERT INTO ProfileLink (userId, position, type, url) VALUES (77, 0, 'custom', 'https://x.example')",
    )
    expect((await doctor()).of('rows')).toMatchObject([
      { state: 'broken', said: 'some lack the row that they belong to: 1 row of ProfileLink (userId)' },
    ])
    const place = { databaseUrl: server.deps.settings.DATABASE_URL, root: folder() }
    const { data } = await runTask(place, 'backup', '--json')
    const checked = await runTask(place, 'backup-check', String(data.file))
    expect(checked.code).toBe(1)
    expect(checked.stderr).toContain('1 row of ProfileLink (userId)')
    await connection.query('DELETE FROM ProfileLink WHERE userId = 77')
    await connection.end()
    expect((await doctor()).of('rows')).toMatchObject([{ state: 'ok' }])
  })

  it('names each service that is out of reach, and goes on with the others', async () => {
    const refusing = createServer((socket) => void socket.destroy()).listen(0, '127.0.0.1')
    await vi.waitFor(() => expect(refusing.listening).toBe(true))
    const nowhere = `127.0.0.1:${(refusing.address() as AddressInfo).port}`
    const report = await doctor({
      DATABASE_URL: `mysql://plak@${nowhere}/plak`,
      REDIS_URL: 'unix:///nowhere/redis.sock',
      SMTP_URL: `smtp://${nowhere}`,
      SMTP_FROM: 'plak@example.org',
    })
    expect(report.broken.map(({ about }) => about)).toEqual(['database', 'redis', 'mail'])
    refusing.close()
  })

  it('names every wrong setting, and still looks at the database', async () => {
    const { broken, of } = await doctor({ APP_SECRET: 'short', LIMITS_FACTOR: 'many' })
    expect(broken).toMatchObject([
      { about: 'settings', said: expect.stringContaining('APP_SECRET must have') },
      { about: 'settings', said: expect.stringContaining('LIMITS_FACTOR must be') },
    ])
    expect(of('schema')).toMatchObject([{ state: 'ok' }])
  })

  it('warns of what the catalogue lacks', async () => {
    const catalogue = async (more: Record<string, string>) => (await doctor(more)).of('catalogue')
    const contact = { CONTACT: 'plak@example.org' }
    const isMissing = (name: string) => [
      {
        state: 'warning',
        said: `it is not set up yet: ${name} is missing`,
        mend: expect.stringContaining(name),
      },
    ]
    expect(await catalogue({ LASTFM_API_KEY: '', ...contact })).toMatchObject(isMissing('LASTFM_API_KEY'))
    expect(await catalogue({ CATALOGUE: 'musicbrainz' })).toMatchObject(isMissing('CONTACT'))
    expect(await catalogue({})).toMatchObject([
      { state: 'warning', said: expect.stringContaining('MusicBrainz is not asked') },
    ])
    const complete: Record<string, string>[] = [
      contact,
      { MUSICBRAINZ: 'off' },
      { CATALOGUE: 'musicbrainz', ...contact },
    ]
    for (const more of complete) expect(await catalogue(more)).toMatchObject([{ state: 'ok' }])
  })

  it('compares the pool with what the server allows', async () => {
    expect((await doctor({ PROCESSES: '64' })).broken).toMatchObject([
      {
        about: 'pool',
        said: expect.stringMatching(
          /^Plak may open 704 connections, 64 × \(10 \+ 1\) .* the server allows \d+$/,
        ),
      },
    ])
  })

  it('knows of a proxy that nobody declared', async () => {
    expect((await doctor()).of('proxy')).toMatchObject([{ state: 'ok' }])
    await fetch(`${server.url}/livez`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await vi.waitFor(async () =>
      expect((await doctor()).of('proxy')).toMatchObject([
        {
          state: 'warning',
          said: expect.stringContaining('127.0.0.1'),
          mend: expect.stringContaining('TRUSTED_PROXIES'),
        },
      ]),
    )
    expect((await doctor({ TRUSTED_PROXIES: '1' })).of('proxy')).toMatchObject([{ state: 'ok' }])
  })

  it('says of a public address what does not come through there', async () => {
    const { of, broken } = await doctor({ PUBLIC_URL: 'http://127.0.0.1:9' })
    expect(of('public address')).toMatchObject([
      { state: 'warning', said: expect.stringContaining('does not answer') },
    ])
    expect(broken).toEqual([])
  })

  it('knows versions', () => {
    expect(isAtLeast('10.11.6-MariaDB-0+deb12u1', '10.11')).toBe(true)
    expect([isAtLeast('10.9.8', '10.11'), isAtLeast('8.0.21', '8.0.22'), isAtLeast('8.4', '8.0.22')]).toEqual(
      [false, false, true],
    )
    expect([checkNode('18.20.1').state, checkNode('20.19.0').state, checkNode('24.1.0').state]).toEqual([
      'broken',
      'warning',
      'ok',
    ])
  })

  it('knows a clock that is apart', async () => {
    expect(await clockOf('other', async () => Date.now() - 60_000)).toMatchObject({ state: 'warning' })
    expect(await clockOf('other', async () => Date.now())).toMatchObject({ state: 'ok' })
  })
})

describe('migrations', () => {
  const names = readdirSync('prisma/migrations').filter((name) => /^\d{14}_/.test(name))

  it('tells what is applied, pending and unknown', async () => {
    expect(await admin('migrations')).toMatchObject({
      code: 0,
      data: { schema: 'ok', pending: [], unknown: [], failed: [], applied: names.map((name) => ({ name })) },
    })
    const connection = await testConnection(new URL(server.deps.settings.DATABASE_URL).pathname.slice(1))
    const rename = (from: string, to: string) =>
      connection.query('UPDATE _prisma_migrations SET migration_name = ? WHERE migration_name = ?', [
        to,
        from,
      ])
    await rename(names.at(-1)!, '29991231000000_of_tomorrow')
    try {
      expect((await admin('migrations')).data).toMatchObject({
        schema: 'behind',
        pending: names.slice(-1),
        unknown: ['29991231000000_of_tomorrow'],
      })
      expect((await doctor()).of('schema').map(({ state }) => state)).toEqual(['broken', 'warning'])
    } finally {
      await rename('29991231000000_of_tomorrow', names.at(-1)!)
      await connection.end()
    }
  })
})
