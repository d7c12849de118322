import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConnection } from 'mariadb'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { makeBackup } from '../../server/backup/dump.ts'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { folder } from '../backup/place.ts'
import { makeHarness } from '../harness/client.ts'
import { startServer } from '../support/server.ts'
import { testConnection, testDatabaseUrl } from '../support/testServer.ts'

// Starts no container: it parses the file, and runs the statements that create the users on the tests' database.

type Service = { environment?: Record<string, string>; command?: string[] }
const text = readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8')
const { services } = parse(text, { merge: true }) as { services: Record<string, Service> }

it('no password has a default, and the product knows neither that of root nor that of the migrations', () => {
  const withDefault = [...text.matchAll(/\$\{(\w*PASSWORD):-([^}]+)\}/g)].map(([, name]) => name)
  expect(withDefault).toEqual([])
  expect(services['mysql']!.environment!['MYSQL_ROOT_PASSWORD']).toMatch(/^\$\{MYSQL_ROOT_PASSWORD:\?Set /)
  const command = services['redis']!.command!
  expect(command[command.indexOf('--requirepass') + 1]).toMatch(/^\$\{REDIS_PASSWORD:\?Set /)
  const settings = JSON.stringify(services['app'])
  expect(settings).toContain('mysql://plak:${MYSQL_PASSWORD:-}@mysql')
  expect(settings).toContain('redis://:${REDIS_PASSWORD}@redis')
  expect(settings).not.toMatch(/MYSQL_ROOT_PASSWORD|MYSQL_MIGRATION_PASSWORD/)
  expect(services['app']!.command).toEqual(['node', 'scripts/serve.mjs'])
  expect(services['migrate']!.environment!['DATABASE_URL']).toMatch(/^mysql:\/\/plak_migration:/)
})

it('one user of the database migrates, and the other runs the product and its backups, and changes no table', async () => {
  const name = `plak_compose_${process.pid}`
  const root = await testConnection('mysql')
  onTestFinished(async () => {
    await root.query(`DROP DATABASE IF EXISTS ${name}; DROP USER IF EXISTS ${name}_migration, ${name}`)
    await root.end()
  })
  const script = services['mysql-users']!.command![0]!
  const statements = /<<SQL\n(.*)\nSQL/s.exec(script)![1]!
  const sql = statements
    .replaceAll('\\`', '`')
    .replaceAll('plak\\_check', `${name}\\_check`)
    .replaceAll(/\bplak(_migration)?\b/g, `${name}$1`)
    .replaceAll(/\$\$(MIGRATION|PLAK)_PASSWORD/g, 'secret')
  // They run at each start, when the users already exist.
  for (let start = 0; start < 2; start++) await root.query(sql)

  const [about] = await root.query<{ version: string }[]>('SELECT VERSION() AS version')
  const isMySql = !about!.version.includes('MariaDB')
  const urlOf = (user: string) => {
    const url = new URL(testDatabaseUrl(name))
    if (isMySql && url.searchParams.has('socket')) url.searchParams.set('ssl', 'skip-verify')
    return Object.assign(url, { username: user, password: 'secret' }).href
  }
  await migrate(urlOf(`${name}_migration`))
  const databaseUrl = urlOf(name)
  const server = await startServer({ databaseUrl })
  onTestFinished(() => server.close())
  const harness = makeHarness(server.url)
  onTestFinished(() => harness.close())
  const { client } = await harness.register('ayse')
  await client.logs.save.mutate({ artist: 'Björk', album: 'Homogenic', rating: 8 })
  const made = await makeBackup({ databaseUrl, secret: 'x', folder: folder(), by: 'schedule' })
  expect(made.rows).toBeGreaterThan(1)

  const product = await createConnection(databaseConfig(databaseUrl))
  onTestFinished(() => product.end())
  for (const statement of ['CREATE TABLE own (id INT)', 'DROP TABLE Session', 'ALTER TABLE User ADD x INT'])
    await expect(product.query(statement)).rejects.toThrow(/command denied/)
})
