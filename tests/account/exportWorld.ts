import type { Connection } from 'mariadb'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import type { Person } from '../harness/client.ts'
import { downloadData } from '../support/download.ts'
import { runProduct } from '../support/runProduct.ts'
import { testConnection } from '../support/testServer.ts'

export const zip = '/account/export.zip'

/**
 * Runs the product for the export tests of a file: each test begins
 * with two users; `connection` connects to the product's database.
 */
export function runExports() {
  const plak = runProduct({ settings: { LIMITS_FACTOR: '1' } })
  let connection: Connection
  let ayse: Person
  let fatma: Person
  beforeAll(async () => {
    connection = await testConnection(databaseConfig(plak.server.deps.settings.DATABASE_URL).database)
  })
  afterAll(() => connection.end())
  beforeEach(async () => {
    ;[ayse, fatma] = [await plak.harness.register('ayse'), await plak.harness.register('fatma')]
  })
  const people = () => ({ ayse, fatma, connection, url: plak.server.url })
  const download = (path = zip, person?: Person) =>
    fetch(plak.server.url + path, { headers: person ? { cookie: person.cookies.header() } : {} })
  const exported = (person = ayse) => downloadData(plak.server.url, person.cookies.header())
  return { people, download, exported }
}
