import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createConnection, type Connection } from 'mariadb'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { setRole } from '../../server/account/operator.ts'
import { getAdminSettings } from '../../server/admin/settings.ts'
import { startHeartbeat } from '../../server/backup/heartbeat.ts'
import { hasOtherSecret } from '../../server/backup/newest.ts'
import { installSecret } from '../../server/backup/secret.ts'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import { migrate, readMigrations } from '../../server/lib/migrate.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { settled } from '../support/settled.ts'
import { testConnection } from '../support/testServer.ts'
import { admin, folder, linesOf, noDatabase, SECRET, writeWithHeader } from './place.ts'

let server: TestServer
let harness: Harness
let ayse: Person
let databaseUrl: string
beforeAll(async () => {
  server = await startServer()
  databaseUrl = server.deps.settings.DATABASE_URL
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.reset()
  ayse = await harness.register('ayse')
})

async function connect(url: string): Promise<Connection> {
  const connection = await createConnection({ ...databaseConfig(url), bigIntAsNumber: true })
  onTestFinished(() => connection.end())
  return connection
}

const readLog = async () => {
  const { epoch, head } = (
    await server.deps.db.$queryRaw<
      { epoch: string; head: bigint }[]
    >`SELECT life AS epoch, head FROM EventLog`
  )[0]!
  return { epoch, head: Number(head) }
}

/** Subscribes like a page that resumes from a position. */
async function watch(person: Person, lastEventId: string | null) {
  const heard: string[] = []
  let position = ''
  person.client.activity.live.subscribe(
    { lastEventId },
    {
      onData: ({ id, data }) => {
        heard.push(data.type)
        position = id
      },
      onError: () => {},
    },
  )
  return { heard, position: () => position }
}

describe('restoring', () => {
  it('is refused while the product runs or if there are people; --replace keeps the previous data, and live events restart', async () => {
    const root = folder()
    const homogenic = { artist: 'Björk', album: 'Homogenic' }
    await ayse.client.logs.save.mutate({ ...homogenic, rating: 8 })
    await settled(server.deps)
    const { last: file } = await admin({ databaseUrl, root }, 'backup')
    const zeynep = await harness.register('zeynep')
    await zeynep.client.follows.set.mutate({ nickname: 'ayse', following: true })
    await settled(server.deps)
    const before = await readLog()
    const [{ store } = { store: '' }] = await server.deps.db.installation.findMany()
    const numbers = await server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'zeynep' } })

    const end = await startHeartbeat(server.deps)
    for (const more of [[], ['--replace']]) {
      const { code, stderr } = await admin({ databaseUrl, root }, 'restore', file, ...more)
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^Plak runs on this database \(one process/)])
    }
    await end()
    const refused = await admin({ databaseUrl, root }, 'restore', file)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^The database holds 2 people\. Say --replace/),
    ])
    expect(await server.deps.db.user.count()).toBe(2)

    // This server does not register itself (only server/main.ts does), so it misses the restore like a frozen one.
    const live = await watch(ayse, null)
    await vi.waitFor(() => expect(live.heard).toEqual(['live']))
    const old = live.position()
    const replacing = ['--replace', '--keep-sessions', '--json']
    const restored = await admin({ databaseUrl, root }, 'restore', file, ...replacing)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    await vi.waitFor(() => expect(live.heard).toContain('reset'))
    const after = await readLog()
    expect(after.epoch).not.toBe(before.epoch)
    expect(after.head).toBeGreaterThanOrEqual(before.head)
    await vi.waitFor(async () => expect(server.deps.bus.last()).toBe(await server.deps.bus.position()))

    // The deleted user is no longer signed in, and nobody gets their id.
    expect((await refusal(zeynep.client.activity.feed.query({}))).code).toBe('UNAUTHORIZED')
    expect((await server.deps.db.user.findMany()).map(({ nickname }) => nickname)).toEqual(['ayse'])
    expect((await server.deps.db.installation.findMany())[0]!.store).toBe(store)
    const efe = await harness.register('efe')
    const { id } = await server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'efe' } })
    expect(id).toBeGreaterThan(numbers.id)

    // Open streams continue, and a client that resumes from an earlier position has to refetch.
    await efe.client.follows.set.mutate({ nickname: 'ayse', following: true })
    await settled(server.deps)
    const back = await watch(efe, old)
    await vi.waitFor(() => expect(back.heard).toEqual(['reset']))
    await ayse.client.logs.save.mutate({ ...homogenic, rating: 3 })
    await vi.waitFor(() => expect(back.heard).toEqual(['reset', 'log.saved']))

    // The previous data is in a backup of its own.
    const kept = restored.data['before'] as string
    expect(dirname(kept)).toBe(join(root, '.data/backups'))
    expect(linesOf(kept).filter((line) => /^\["\d+","(ayse|zeynep)"/.test(line))).toHaveLength(2)
  })

  it('of another APP_SECRET says so, and takes the one that is packed in where none is set', async () => {
    const root = folder()
    const packed = join(root, 'packed.gz')
    await admin({ databaseUrl, root }, 'backup', packed, '--with-secret')
    const target = noDatabase('secret')
    const other = 'another secret of the tests, as long as the first'
    mkdirSync(join(root, '.data'))
    writeFileSync(join(root, '.data/secret'), `${other}\n`)
    const restored = await admin({ databaseUrl: target, root, secret: other }, 'restore', packed)
    expect([restored.code, restored.last]).toEqual([
      0,
      expect.stringMatching(/that of the backup is now in \.data\/secret/),
    ])
    expect(restored.stdout).not.toContain(SECRET)
    expect(readFileSync(join(root, '.data/secret'), 'utf8')).toBe(`${SECRET}\n`)
    expect(readFileSync(join(root, '.data/secret.before'), 'utf8')).toBe(`${other}\n`)
    expect(await installSecret(root, 'one of the environment', SECRET)).toMatch(/is in the file \(gunzip/)
    expect(await installSecret(root, other, undefined)).toMatch(/set it to the previous one, or .* Spotify/)

    const settings = { ...server.deps.settings, APP_SECRET: other }
    const [backup] = await (
      await connect(target)
    ).query<{ secret: string }[]>('SELECT backupSecret AS secret FROM Installation')
    await server.deps.db.installation.updateMany({ data: { backupSecret: backup!.secret } })
    expect(await hasOtherSecret({ db: server.deps.db, settings })).toBe(true)
    expect(await hasOtherSecret(server.deps)).toBe(false)
    expect(
      await hasOtherSecret({ db: server.deps.db, settings: { ...settings, APP_SECRET_BEFORE: SECRET } }),
    ).toBe(false)
  })

  it('under another APP_SECRET starts without the stored secrets, and the settings say so', async () => {
    const root = folder()
    await setRole(server.deps, 'ayse', 'admin')
    const { version } = await ayse.client.admin.settings.query()
    const values = { SPOTIFY_CLIENT_ID: 'id', SPOTIFY_CLIENT_SECRET: 'a secret of Spotify' }
    await ayse.client.admin.saveSettings.mutate({ values, version })
    const { last: file } = await admin({ databaseUrl, root }, 'backup')
    const target = noDatabase('sealed')
    const secret = 'another secret of the tests, as long as the first'
    expect(await admin({ databaseUrl: target, root, secret }, 'restore', file)).toMatchObject({ code: 0 })

    const restored = await startServer({ databaseUrl: target, settings: { APP_SECRET: secret } })
    try {
      const { settings } = await getAdminSettings(restored.deps)
      const found = settings.filter(({ name }) => name in values)
      expect(found.map(({ name, value, isUnreadable }) => [name, value, isUnreadable])).toEqual([
        ['SPOTIFY_CLIENT_ID', 'id', false],
        ['SPOTIFY_CLIENT_SECRET', null, true],
      ])
      expect(restored.deps.spotify).toBeNull()
      const { stdout } = await admin({ databaseUrl: target, root, secret }, 'doctor')
      expect(stdout).toContain('SPOTIFY_CLIENT_SECRET was stored, and can no longer be opened')
    } finally {
      await restored.close()
    }
  })

  it('brings an older backup up to date, refuses a newer one, what is half there and what is not ours', async () => {
    const root = folder()
    const older = noDatabase('older')
    const names = (await readMigrations()).map(({ name }) => name)
    // As in a version that had no backups.
    await migrate(older, undefined, { only: names.filter((name) => name < '20261122140100') })
    const connection = await connect(older)
    await connection.query(
      `INSERT INTO User (nickname, email, createdAt, updatedAt) VALUES ('ece', 'ece@plak.test', NOW(3), NOW(3))`,
    )
    const file = join(root, 'older.gz')
    expect(await admin({ databaseUrl: older, root }, 'backup', file)).toMatchObject({
      code: 0,
      stderr: '',
      last: file,
    })
    const { migrations } = JSON.parse(linesOf(file)[0]!) as { migrations: object[] }
    const newer = writeWithHeader(file, join(root, 'newer.gz'), {
      version: '9.9.9',
      migrations: [...migrations, { name: '29990101000000_later', checksum: 'x' }],
    })
    const half = writeWithHeader(file, join(root, 'half.gz'), { failedMigration: '20261122110000_audit' })
    const refused = async (which: string, url = older) =>
      (await admin({ databaseUrl: url, root }, 'restore', which, '--replace')).stderr
    expect(await refused(newer)).toMatch(
      /made by a newer version \(9\.9\.9; .*29990101000000_later.*update first/,
    )
    expect(await refused(half)).toMatch(/while the migration 20261122110000_audit had failed half-way/)

    await connection.query('CREATE TABLE song (id INT PRIMARY KEY)')
    expect(await refused(file)).toMatch(/holds tables of another product \(song\)/)
    await connection.query('DROP TABLE song')
    expect(await connection.query('SELECT COUNT(*) AS count FROM User')).toEqual([{ count: 1 }])

    // A restore that was interrupted: nothing uses the database until it is repeated, which does not need --replace.
    await connection.query(`CREATE TABLE _restoring (id TINYINT PRIMARY KEY, earlier MEDIUMTEXT NOT NULL)`)
    await connection.query(
      `INSERT INTO _restoring VALUES (1, '{"store":"abc","head":"77","next":[["User","50"]]}')`,
    )
    await expect(migrate(older)).rejects.toThrow('A restore of this database did not finish: do it again')
    const restored = await admin({ databaseUrl: older, root }, 'restore', file, '--json')
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    expect(restored.data['migrated']).toEqual(names.filter((name) => name >= '20261122140100'))
    expect(await connection.query('SELECT nickname FROM User')).toEqual([{ nickname: 'ece' }])
    expect(await connection.query('SELECT store, head FROM Installation, EventLog')).toEqual([
      { store: 'abc', head: 77 },
    ])
    await connection.query(
      `INSERT INTO User (nickname, email, updatedAt) VALUES ('can', 'can@plak.test', NOW(3))`,
    )
    expect(await connection.query(`SELECT id FROM User WHERE nickname = 'can'`)).toEqual([{ id: 50 }])
  })
})

it('a server does not begin on a database that is half restored', async () => {
  const connection = await testConnection(new URL(databaseUrl).pathname.slice(1))
  await connection.query('CREATE TABLE _restoring (id TINYINT PRIMARY KEY, earlier MEDIUMTEXT NOT NULL)')
  onTestFinished(async () => {
    await connection.query('DROP TABLE _restoring')
    await connection.end()
  })
  await expect(startHeartbeat(server.deps)).rejects.toThrow('did not finish')
  expect(await server.deps.db.heartbeat.count()).toBe(0)
})
