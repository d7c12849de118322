import { createConnection, type Connection } from 'mariadb'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'

/** Returns the URL of a database on the tests' own MySQL server, or on another one. */
export function testDatabaseUrl(database: string, server = process.env.TEST_DATABASE_URL): string {
  if (!server) {
    throw new Error(
      'These tests need a database: run them by `npm test`, one folder by ' +
        '`npm run check -- tests/logs`. (Or set TEST_DATABASE_URL and TEST_REDIS_URL to servers for tests.)',
    )
  }
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Connects to a database of that server; without a name, only to the server. */
export async function testConnection(database?: string, on?: string): Promise<Connection> {
  const { database: name, ...server } = databaseConfig(testDatabaseUrl(database ?? 'none', on))
  // A wide limit, for busy machines.
  const options = { multipleStatements: true, timezone: 'Z', connectTimeout: 60_000 }
  return createConnection(database ? { ...server, ...options, database: name } : { ...server, ...options })
}

export async function dropDatabase(name: string, on?: string): Promise<void> {
  const connection = await testConnection(undefined, on)
  try {
    await connection.query(`DROP DATABASE IF EXISTS ${connection.escapeId(name)}`)
  } finally {
    await connection.end()
  }
}
