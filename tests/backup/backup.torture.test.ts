import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Connection } from 'mariadb'
import { createConnection } from 'mariadb'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { lastBackup } from '../../server/backup/newest.ts'
import { fingerprintOf } from '../../server/backup/secret.ts'
import { sumTables } from '../../server/backup/tables.ts'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import { version } from '../../server/lib/version.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { admin, folder, linesOf, noDatabase, SECRET } from './place.ts'

let server: TestServer
let harness: Harness
let people: Person[]
beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
  people = await Promise.all(['ayse', 'mehmet', 'zeynep'].map((name) => harness.register(name)))
  // Unusual characters, and some that other programs treat as line ends.
  const odd = `Sabah: \\ ' " \u0000 \u2028 🎶 \r\n`
  await people[0]!.client.logs.save.mutate({ artist: 'Björk', album: 'Homogenic', rating: 9, review: odd })
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

async function connect(databaseUrl: string): Promise<Connection> {
  const connection = await createConnection({ ...databaseConfig(databaseUrl), bigIntAsNumber: true })
  onTestFinished(() => connection.end())
  return connection
}

const albums = [
  { artist: 'Björk', album: 'Homogenic' },
  { artist: 'Portishead', album: 'Dummy' },
]

/** Starts users who write, each time several rows in one transaction, until they are stopped; counts their writes. */
function writers() {
  let isOver = false
  let count = 0
  const working = people.map(async ({ client }, at) => {
    const { id } = await client.lists.create.mutate({
      name: `Of ${at}`,
      description: '',
      albums: [albums[0]!],
      submission: crypto.randomUUID(),
    })
    while (!isOver) {
      const thread = { list: id }
      await Promise.all([
        client.logs.save.mutate({ ...albums[count % 2]!, rating: count % 10 }),
        // A position in an order, which is a number between two others.
        client.listenLater.set.mutate({ ...albums[at % 2]!, wanted: true, position: 1 / (3 + count) }),
        client.comments.add.mutate({
          thread,
          text: `No. ${count}`,
          submission: crypto.randomUUID(),
        } as never),
      ])
      count++
    }
  })
  return {
    count: () => count,
    stop: async () => {
      isOver = true
      await Promise.all(working)
    },
  }
}

it('a backup that is made while people write is of one moment, and restores to equal checksums', async () => {
  const root = folder()
  const { url: databaseUrl } = { url: server.deps.settings.DATABASE_URL }
  const writing = writers()
  await vi.waitFor(() => expect(writing.count()).toBeGreaterThan(3))
  const before = writing.count()
  const made = await admin({ databaseUrl, root }, 'backup')
  await vi.waitFor(() => expect(writing.count()).toBeGreaterThan(before))
  await writing.stop()
  expect([made.code, made.stderr]).toEqual([0, ''])
  expect(made.last).toMatch(/\/\.data\/backups\/plak-[\dTZ-]+\.backup\.gz$/)
  expect(statSync(made.last).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(root, '.data/backups'))).toHaveLength(1)
  expect(gunzipSync(readFileSync(made.last)).toString()).not.toContain(SECRET)
  expect(JSON.parse(linesOf(made.last)[0]!)).toMatchObject({
    version,
    lastMigration: readdirSync('prisma/migrations')
      .filter((name) => /^\d/.test(name))
      .toSorted()
      .at(-1),
    secretFingerprint: fingerprintOf(SECRET),
  })
  expect(await lastBackup(server.deps)).toEqual(expect.any(Date))

  const elsewhere = noDatabase('restored')
  const restoring = ['restore', made.last, '--keep-sessions', '--json']
  const restored = await admin({ databaseUrl: elsewhere, root }, ...restoring)
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  expect(restored.data).toMatchObject({ otherSecret: false, before: null, migrated: [] })
  const connection = await connect(elsewhere)
  const sums = await sumTables(connection)
  const kept = JSON.parse(linesOf(made.last).at(-1)!) as { tables: typeof sums }
  // The new life of the event log, and the audit row of the restore.
  const changed = Object.keys(sums).filter((name) => sums[name]!.sha256 !== kept.tables[name]?.sha256)
  expect(changed).toEqual(['AuditEntry', 'EventLog', 'Installation'])
  expect(kept.tables['Comment']!.rows).toBeGreaterThan(3)
  // Rows of one transaction are either all present or all missing.
  const [whole] = await connection.query<Record<string, number>[]>(`
    SELECT (SELECT COUNT(*) FROM Comment) AS comments, (SELECT SUM(comments) FROM CommentCount) AS counted,
      (SELECT COUNT(*) FROM Event WHERE type = 'comment.added') AS told`)
  expect(Number(whole!['counted'])).toBe(Number(whole!['comments']))
  expect(Number(whole!['told'])).toBe(Number(whole!['comments']))
  const [trail] = await connection.query<{ event: string }[]>(
    'SELECT event FROM AuditEntry ORDER BY id DESC LIMIT 1',
  )
  expect(trail).toEqual({ event: 'admin.restore' })
})

it('is checked by restoring it aside, and one that is damaged or not whole is refused', async () => {
  const root = folder()
  const databaseUrl = server.deps.settings.DATABASE_URL
  const file = join(root, 'all.gz')
  const made = await admin({ databaseUrl, root }, 'backup', file, '--with-secret', '--json')
  expect(made.data).toMatchObject({ file, withSecret: true, tables: { User: { rows: 3 } } })
  expect(JSON.stringify(made.data)).not.toContain(SECRET)
  expect(JSON.parse(linesOf(file)[0]!)).toMatchObject({ secret: SECRET })
  const check = (name: string) => admin({ databaseUrl, root }, 'backup-check', join(root, name))
  const good = await check('all.gz')
  expect([good.code, good.stderr]).toEqual([0, ''])
  expect(good.stdout).toMatch(/all\.gz is good: \d+ rows, 3 people, made at .* by version [\d.]+\.\n$/)
  const connection = await connect(databaseUrl)
  expect(await connection.query(`SHOW DATABASES LIKE '%\\_check\\_%'`)).toEqual([])

  const bytes = readFileSync(file)
  const text = gunzipSync(bytes).toString()
  const flipped = Buffer.from(bytes)
  flipped[bytes.length >> 1]! ^= 1
  const lines = text.trimEnd().split('\n')
  const withoutRow = lines.filter((_, at) => at !== lines.findIndex((line) => /^\["\d+","ayse"/.test(line)))
  expect(withoutRow).toHaveLength(lines.length - 1)
  const wrong: Record<string, [Buffer, RegExp]> = {
    truncated: [bytes.subarray(0, bytes.length >> 1), /is damaged or not whole \(unexpected end of file\)/],
    flipped: [flipped, /is damaged or not whole/],
    endless: [
      gzipSync(`${lines.slice(0, -1).join('\n')}\n`),
      /is damaged or not whole \(its end is missing\)/,
    ],
    shorter: [gzipSync(`${withoutRow.join('\n')}\n`), /is damaged or not whole \(a checksum is wrong\)/],
    edited: [gzipSync(text.replace('"ayse"', '"efe"')), /is damaged or not whole \(a checksum is wrong\)/],
    longer: [gzipSync(`${text}[]\n`), /is damaged or not whole/],
    text: [Buffer.from('SELECT 1'), /is no backup of Plak\./],
    other: [gzipSync('{"some":"thing"}\n'), /is no backup of Plak\./],
  }
  for (const [name, [content, sentence]] of Object.entries(wrong)) {
    writeFileSync(join(root, name), content)
    const refused = await check(name)
    expect([name, refused.code, refused.stderr]).toEqual([name, 1, expect.stringMatching(sentence)])
  }
  expect((await check('nowhere')).stderr).toBe(`There is no file ${join(root, 'nowhere')}.\n`)
  expect((await admin({ databaseUrl, root }, 'backup-check')).code).toBe(2)
})

it('one that is ended or killed half-way leaves no file', async () => {
  const [root, target] = [folder(), folder()]
  const databaseUrl = server.deps.settings.DATABASE_URL
  // Tables are read in the order of their names: the first ones are already written when this lock stops it.
  const blocking = await connect(databaseUrl)
  await blocking.query('LOCK TABLES User WRITE')
  onTestFinished(async () => void (await blocking.query('UNLOCK TABLES')))
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    REDIS_URL: process.env.TEST_REDIS_URL,
    APP_SECRET: SECRET,
    LASTFM_API_KEY: 'x',
  }
  const args = ['dist/server/admin.js', 'backup', join(target, 'killed.gz')]
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
  const ended = new Promise((done) => child.once('exit', done))
  onTestFinished(() => void child.kill('SIGKILL'))
  const ending = new AbortController()
  const told = admin({ databaseUrl, root, signal: ending.signal }, 'backup', join(target, 'told.gz'))
  const partial = (name: string) => readdirSync(target).filter((each) => each.startsWith(`.${name}.gz.`))
  await vi.waitFor(() => expect([partial('told').length, partial('killed').length]).toEqual([1, 1]), 60_000)
  ending.abort()
  child.kill('SIGKILL')
  expect(await told).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('told to end') as string,
  })
  await ended
  expect(readdirSync(target)).toEqual(partial('killed'))
  const lost = join(target, 'nowhere', 'x.gz')
  expect(await admin({ databaseUrl, root }, 'backup', lost)).toMatchObject({
    code: 1,
    stderr: `${lost} cannot be written (ENOENT): name another place.\n`,
  })
})
