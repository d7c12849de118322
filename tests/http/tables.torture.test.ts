import { expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '../../server/lib/migrate.ts'
import { databasePrefix } from '../support/database.ts'
import { startProcess } from '../support/process.ts'
import { dropDatabase, testConnection, testDatabaseUrl } from '../support/testServer.ts'

it('tables that are older end the start, newer ones do not; a database that comes later is waited for', async () => {
  const name = `${databasePrefix(process.ppid)}schema`
  const url = testDatabaseUrl(name)
  const late = await startProcess({
    DATABASE_URL: `${url.replace(/\?.*/, '')}?socket=/nowhere.sock`,
    LOG_LEVEL: 'info',
  })
  await vi.waitFor(() => expect(late.says('waiting 60 seconds for it')).toBe(true), 90_000)
  await late.kill()
  expect((await late.ended).said.match(/waiting 60 seconds/g)).toHaveLength(1)

  await migrate(url)
  onTestFinished(() => dropDatabase(name))
  const connection = await testConnection(name)
  onTestFinished(() => connection.end())
  const newer = await startProcess({ DATABASE_URL: url })
  await newer.isUp()
  const ready = async () => {
    const response = await fetch(`${newer.url}/readyz`)
    return [response.status, ((await response.json()) as { schema: string }).schema]
  }
  await connection.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '2099_later', NOW())`,
  )
  await vi.waitFor(async () => expect(await ready()).toEqual([200, 'ahead']))
  await connection.query(
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%leases'`,
  )
  await vi.waitFor(async () => expect(await ready()).toEqual([503, 'behind']))
  await newer.kill()
  const { code, said } = await (await startProcess({ DATABASE_URL: url })).ended
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /^The database lacks migrations of this version \(\d+_leases\)\. Back it up, .*\n$/,
    ),
  ])
})
