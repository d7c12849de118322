import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConnection, type Connection } from 'mariadb'
import { databaseConfig } from './databaseUrl.ts'
import { inTurn, type TurnTiming } from './migrationTurn.ts'
import { Refusal } from './refusal.ts'
import { root } from './root.ts'
import { tooOld } from './serverVersion.ts'

// Prisma's own tool needs an engine that is not available offline. This code applies the same folders and keeps the same table,
// so `prisma migrate` accepts the history.

type Migration = { name: string; sql: string; checksum: string }
type Applied = { migration_name: string; checksum: string; finished_at: Date | null; logs: string | null }

const ownFolder = join(root, 'prisma/migrations')
const unknownDatabase = 1049

/** True if `migrate` only found migrations of a newer version: an older version can run with those. */
export const isAhead = (error: unknown): boolean => (error as { isAhead?: boolean } | null)?.isAhead === true

/** Table that exists while a backup is being restored; it remains if the restore does not complete. */
export const HALF_RESTORED = '_restoring'
export const halfRestored =
  'A restore of this database did not finish: do it again (npm run admin -- restore {file}), then start.'

/**
 * Also creates a missing database. `only` limits the migrations to these names: a backup needs the schema of its time.
 * `isRestoring` is true if a restore is running. Several processes can migrate at once, on one machine or many: the later ones
 * wait for their turn.
 */
export async function migrate(
  databaseUrl: string,
  folder = ownFolder,
  {
    only,
    isRestoring = false,
    turn,
  }: { only?: readonly string[]; isRestoring?: boolean; turn?: TurnTiming } = {},
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => only?.includes(name) ?? true)
  const connection = await connect(databaseUrl)
  const isHalf = async () =>
    !isRestoring && (await connection.query<unknown[]>('SHOW TABLES LIKE ?', [HALF_RESTORED])).length > 0
  try {
    await connection.query(historyTable)
    if (isUpToDate(migrations, await readHistory(connection)) && !(await isHalf())) return []
    return await inTurn(
      connection,
      () => connect(databaseUrl),
      async (isMine) => {
        if (await isHalf()) throw new Error(halfRestored)
        const pending = findPending(migrations, await readHistory(connection))
        for (const migration of pending) {
          if (!(await isMine())) throw new Error('Another process continues this migration: start again.')
          await apply(connection, migration)
        }
        return pending.map(({ name }) => name)
      },
      turn,
    )
  } finally {
    await connection.end()
  }
}

const isUpToDate = (migrations: Migration[], history: Applied[]) =>
  history.length === migrations.length &&
  migrations.every(({ name, checksum }) =>
    history.some(
      (row) => row.migration_name === name && row.checksum === checksum && row.finished_at !== null,
    ),
  )

/**
 * Comparison of a database's schema with this version: `pending` migrations are missing, `unknown` ones belong to another
 * version.
 */
export type MigrationState = {
  /** applied migrations, oldest first, with the time (UTC) of each */
  applied: { name: string; at: Date }[]
  pending: string[]
  unknown: string[]
  failed: { name: string; why: string | null }[]
}

/** @throws if the database cannot be reached or does not exist */
export async function readMigrationState(databaseUrl: string, folder = ownFolder): Promise<MigrationState> {
  const connection = await createConnection({ ...databaseConfig(databaseUrl), timezone: 'Z' })
  try {
    return await compareMigrations(connection, await readMigrations(folder))
  } finally {
    await connection.end()
  }
}

/** The connection must have the time zone UTC. */
export async function compareMigrations(
  connection: Connection,
  migrations: readonly Pick<Migration, 'name'>[],
): Promise<MigrationState> {
  const migrationNames = migrations.map(({ name }) => name)
  const isOurs = (await connection.query<unknown[]>(`SHOW TABLES LIKE '\\_prisma\\_migrations'`)).length > 0
  const history = isOurs ? await readHistory(connection) : []
  const applied = history.flatMap(({ migration_name: name, finished_at: at }) => (at ? [{ name, at }] : []))
  const names = new Set(applied.map(({ name }) => name))
  return {
    applied,
    pending: migrationNames.filter((name) => !names.has(name)),
    unknown: [...names].filter((name) => !migrationNames.includes(name)),
    failed: history
      .filter(({ finished_at: at }) => at === null)
      .map(({ migration_name: name, logs: why }) => ({ name, why })),
  }
}

export async function readMigrations(folder = ownFolder): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${folder}/${name}/migration.sql`, 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function connect(databaseUrl: string): Promise<Connection> {
  const options = { multipleStatements: true, charset: 'utf8mb4', timezone: 'Z' }
  const config = { ...databaseConfig(databaseUrl), ...options }
  try {
    return await fit(createConnection(config))
  } catch (error) {
    if ((error as { errno?: number }).errno !== unknownDatabase) throw error
  }
  const { database, ...server } = config
  const connection = await fit(createConnection(server))
  const name = connection.escapeId(database)
  const charset = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci'
  await connection.query(`CREATE DATABASE IF NOT EXISTS ${name} ${charset}`)
  await connection.query(`USE ${name}`)
  return connection
}

/** Checks the version before anything is created. @throws Refusal */
async function fit(connecting: Promise<Connection>): Promise<Connection> {
  const connection = await connecting
  const problem = tooOld(connection.serverVersion())
  if (problem === null) return connection
  await connection.end()
  throw new Refusal(problem)
}

function readHistory(connection: Connection): Promise<Applied[]> {
  return connection.query<Applied[]>(
    `SELECT migration_name, checksum, finished_at, logs FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY started_at`,
  )
}

/** @throws if the history has failed, unknown or changed migrations */
function findPending(migrations: Migration[], history: Applied[]): Migration[] {
  const pending = migrations.filter(({ name }) => !history.some((applied) => applied.migration_name === name))
  for (const { migration_name: name, checksum, finished_at, logs } of history) {
    const file = migrations.find((migration) => migration.name === name)
    if (finished_at === null) {
      throw new Error(
        `The migration ${name} failed half-way${logs ? ` (${logs})` : ''}. Restore a backup of the ` +
          `database; or undo by hand what it did and delete its row of _prisma_migrations; then start again.`,
      )
    }
    if (!file) {
      const sentence = `The database has the migration ${name}, which this version does not know: run a newer one.`
      throw Object.assign(new Error(sentence), { isAhead: pending.length === 0 })
    }
    if (file.checksum !== checksum) {
      throw new Error(
        `The migration ${name} was changed after it had been applied. Restore its migration.sql, and put ` +
          `the change into a migration of its own.`,
      )
    }
  }
  return pending
}

async function apply(connection: Connection, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID()
  await connection.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES (?, ?, ?)', [
    id,
    checksum,
    name,
  ])
  try {
    await connection.query(sql)
  } catch (error) {
    const { sqlMessage, message } = error as { sqlMessage?: string; message: string }
    const reason = sqlMessage ?? message
    await connection.query('UPDATE _prisma_migrations SET logs = ? WHERE id = ?', [reason, id])
    throw new Error(`The migration ${name} failed: ${reason}`, { cause: error })
  }
  await connection.query(
    'UPDATE _prisma_migrations SET finished_at = CURRENT_TIMESTAMP(3), applied_steps_count = 1 WHERE id = ?',
    [id],
  )
}

const historyTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         DATETIME(3),
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      DATETIME(3),
    started_at          DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    applied_steps_count INTEGER UNSIGNED NOT NULL DEFAULT 0
  ) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`
