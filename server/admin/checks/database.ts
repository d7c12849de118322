import { createConnection, type Connection } from 'mariadb'
import { databaseConfig } from '../../lib/databaseUrl.ts'
import { readMigrationState } from '../../lib/migrate.ts'
import { findOrphans, sayOrphans } from '../../lib/orphans.ts'
import { readVersion, tooOld } from '../../lib/serverVersion.ts'
import { broken, clockOf, inTime, ok, warning, messageOf, type Found } from './check.ts'

// SQL on bare connections: the checks are about the server, and must end in time if it does not respond.

const ABOUT = 'database'
/** For an operator and the backup. */
const SPARE = 5

type Variables = {
  version: string
  most: number
  mostOfUser: number
  isReadOnly: number
  account: string
  now: number
}

export async function checkDatabase(
  url: string,
  { processes, pool }: { processes: number; pool: number },
): Promise<Found[]> {
  let connection: Connection
  try {
    connection = await inTime(
      createConnection({ ...databaseConfig(url), connectTimeout: 5_000, timezone: 'Z' }),
    )
  } catch (error) {
    const mend = 'Start the database, or correct DATABASE_URL.'
    return [broken(ABOUT, `it cannot be reached (${messageOf(error)})`, mend)]
  }
  try {
    const read = await inTime(readVariables(connection))
    return [
      checkVersion(read),
      checkPool(
        read,
        processes * (pool + 1),
        `${processes} × (${pool} + 1) (PROCESSES × DATABASE_POOL, and one that watches)`,
      ),
      Number(read.isReadOnly) === 0
        ? ok(ABOUT, 'it accepts writes')
        : broken(
            ABOUT,
            'it is read-only',
            'Point DATABASE_URL at the primary, or SET GLOBAL read_only = OFF.',
          ),
      checkAccount(read, url),
      await clockOf(ABOUT, async () => {
        const [row] = await connection.query<{ now: number }[]>(
          'SELECT UNIX_TIMESTAMP(CURRENT_TIMESTAMP(3)) * 1000 AS now',
        )
        return Number(row!.now)
      }),
    ]
  } catch (error) {
    return [broken(ABOUT, `it does not answer (${messageOf(error)})`, 'Look at the log of the database.')]
  } finally {
    await connection.end().catch(() => {})
  }
}

async function readVariables(connection: Connection): Promise<Variables> {
  const [row] = await connection.query<Variables[]>(
    `SELECT VERSION() AS version, @@max_connections AS most, @@max_user_connections AS mostOfUser,
      @@GLOBAL.read_only AS isReadOnly, CURRENT_USER() AS account`,
  )
  return row!
}

function checkVersion({ version }: Variables): Found {
  const problem = tooOld(version)
  const { make, numbers } = readVersion(version) ?? { make: 'A server of version', numbers: [version] }
  const product = `${make} ${numbers.join('.')}`
  const mend = 'Plak needs MariaDB 10.11 or MySQL 8.0.22, or newer: upgrade the server.'
  return problem ? broken(ABOUT, `${product} is too old`, mend) : ok(ABOUT, product)
}

function checkPool({ most, mostOfUser }: Variables, needed: number, product: string): Found {
  const limit = Number(mostOfUser) > 0 ? Math.min(Number(most), Number(mostOfUser)) : Number(most)
  const text = `Plak may open ${needed} connections, ${product}; the server allows ${limit}`
  const mend = 'Lower DATABASE_POOL or PROCESSES, or raise max_connections. Count all machines together.'
  if (needed > limit) return broken('pool', text, mend)
  return needed + SPARE > limit ? warning('pool', text, mend) : ok('pool', text)
}

function checkAccount({ account }: Variables, url: string): Found {
  const isRoot = account.startsWith('root@') && databaseConfig(url).socketPath === undefined
  return isRoot
    ? warning(
        ABOUT,
        'Plak connects as root',
        'Create a separate database user: docs/install.md, "The database".',
      )
    : ok(ABOUT, `its account is ${account}`)
}

export async function checkSchema(url: string): Promise<Found[]> {
  const topic = 'schema'
  try {
    const { applied, pending, unknown, failed } = await inTime(readMigrationState(url))
    const problems = [
      ...failed.map(({ name }) =>
        broken(topic, `the migration ${name} failed half-way`, 'Restore a backup, then: npm run migrate'),
      ),
      ...(pending.length > 0
        ? [broken(topic, `it lacks ${pending.join(', ')}`, 'Back up the database, then: npm run migrate')]
        : []),
      ...(unknown.length > 0
        ? [
            warning(
              topic,
              `it has ${unknown.join(', ')}, which this version does not know`,
              'Run a newer version.',
            ),
          ]
        : []),
    ]
    return problems.length > 0 ? problems : [ok(topic, `${applied.length} migrations, none missing`)]
  } catch (error) {
    return [broken(topic, `it cannot be read (${messageOf(error)})`, 'Create the database: npm run migrate')]
  }
}

export async function checkRows(url: string): Promise<Found> {
  const topic = 'rows'
  const connection = await createConnection({ ...databaseConfig(url), connectTimeout: 5_000 })
  try {
    const orphans = await findOrphans(connection)
    return orphans.length === 0
      ? ok(topic, 'no row lacks the row that it belongs to')
      : broken(
          topic,
          `some lack the row that they belong to: ${sayOrphans(orphans)}`,
          'Delete them, or restore a backup that passes npm run admin -- backup-check.',
        )
  } finally {
    await connection.end().catch(() => {})
  }
}
