import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../../server/lib/migrate.ts'
import { databasePrefix } from '../support/database.ts'
import { dropDatabase, testConnection, testDatabaseUrl } from '../support/testServer.ts'

const name = `${databasePrefix(process.ppid)}runner`
const url = () => testDatabaseUrl(name)
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plak-migrations-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await dropDatabase(name)
})

function write(migration: string, sql: string) {
  mkdirSync(join(folder, migration), { recursive: true })
  writeFileSync(join(folder, migration, 'migration.sql'), sql)
}

async function ask<Row>(sql: string): Promise<Row[]> {
  const connection = await testConnection(name)
  try {
    return await connection.query<Row[]>(sql)
  } finally {
    await connection.end()
  }
}

describe('migrate', () => {
  test('makes the database, applies what is new in order, and does nothing twice', async () => {
    write('2_second', 'INSERT INTO song VALUES (1); INSERT INTO song VALUES (2);')
    write('1_first', 'CREATE TABLE song (id INT PRIMARY KEY);')
    writeFileSync(join(folder, 'migration_lock.toml'), 'provider = "mysql"')
    expect(await migrate(url(), folder)).toEqual(['1_first', '2_second'])
    expect(await migrate(url(), folder)).toEqual([])
    write('3_third', 'INSERT INTO song VALUES (3);')
    expect(await migrate(url(), folder)).toEqual(['3_third'])
    expect(await ask('SELECT id FROM song ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  })

  test("keeps Prisma's own history", async () => {
    const sql = 'CREATE TABLE song (id INT PRIMARY KEY);'
    write('1_first', sql)
    await migrate(url(), folder)
    expect(await ask('SELECT * FROM _prisma_migrations')).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        checksum: createHash('sha256').update(sql).digest('hex'),
        finished_at: expect.any(Date),
        migration_name: '1_first',
        logs: null,
        rolled_back_at: null,
        started_at: expect.any(Date),
        applied_steps_count: 1,
      },
    ])
  })

  test('is done once by several at the same moment', async () => {
    write('1_first', 'CREATE TABLE song (id INT PRIMARY KEY); DO SLEEP(0.1); INSERT INTO song VALUES (1);')
    const results = await Promise.all([1, 2, 3].map(() => migrate(url(), folder)))
    expect(results.flat()).toEqual(['1_first'])
    expect(await ask('SELECT id FROM song')).toEqual([{ id: 1 }])
  })

  test('takes its turn on an empty server, and keeps it however long a migration takes', async () => {
    write('1_first', 'CREATE TABLE song (id INT PRIMARY KEY);')
    write('2_second', 'DO SLEEP(0.8); INSERT INTO song VALUES (1);')
    const turn = { lease: 300, patience: 60_000 }
    const results = await Promise.all([1, 2, 3].map(() => migrate(url(), folder, { turn })))
    expect(results.flat()).toEqual(['1_first', '2_second'])
    expect(await ask('SELECT id FROM song')).toEqual([{ id: 1 }])
    expect((await ask('SHOW TABLES')).length).toBe(2)
  })

  test('goes on when the turn of a process that was killed has run out', async () => {
    write('1_first', 'CREATE TABLE song (id INT PRIMARY KEY);')
    await migrate(url(), folder)
    write('2_second', 'INSERT INTO song VALUES (1);')
    const program = `
      import { createConnection } from 'mariadb'
      import { databaseConfig } from './server/lib/databaseUrl.ts'
      import { inTurn } from './server/lib/migrationTurn.ts'
      const open = () => createConnection(databaseConfig(process.env.DATABASE_URL))
      const hang = () => new Promise(() => console.log('my turn'))
      await inTurn(await open(), open, hang, { lease: 1_500, patience: 1_000 })`
    const holder = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, DATABASE_URL: url() },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(holder.stdout, 'data')
    const waits = { lease: 1_500, patience: 0 }
    await expect(migrate(url(), folder, { turn: waits })).rejects.toThrow(
      'Another process has been migrating',
    )
    holder.kill('SIGKILL')
    expect(await migrate(url(), folder)).toEqual(['2_second'])
  })

  test('refuses a migration that was changed after it had been applied', async () => {
    write('1_first', 'CREATE TABLE song (id INT PRIMARY KEY);')
    await migrate(url(), folder)
    write('1_first', 'CREATE TABLE song (id BIGINT PRIMARY KEY);')
    await expect(migrate(url(), folder)).rejects.toThrow(
      'The migration 1_first was changed after it had been applied. Restore its migration.sql',
    )
  })

  test('stops at a failure, and refuses to go on until somebody has looked', async () => {
    write('1_first', 'CREATE TABLE song (id INT PRIMARY KEY); INSERT INTO record VALUES (1);')
    write('2_second', 'CREATE TABLE album (id INT PRIMARY KEY);')
    await expect(migrate(url(), folder)).rejects.toThrow(/^The migration 1_first failed: .*record/)
    await expect(migrate(url(), folder)).rejects.toThrow(/1_first failed half-way \(.*record.*\)\. Restore/)
    expect(await ask('SHOW TABLES')).toHaveLength(2)

    await ask('DROP TABLE song')
    await ask('DELETE FROM _prisma_migrations')
    write('1_first', 'CREATE TABLE song (id INT PRIMARY KEY);')
    expect(await migrate(url(), folder)).toEqual(['1_first', '2_second'])
  })

  test('refuses a database of a newer version', async () => {
    write('1_first', 'CREATE TABLE song (id INT PRIMARY KEY);')
    await migrate(url(), folder)
    rmSync(join(folder, '1_first'), { recursive: true })
    await expect(migrate(url(), folder)).rejects.toThrow('which this version does not know: run a newer one')
  })
})
