import { randomBytes } from 'node:crypto'
import type { Connection } from 'mariadb'
import { Prisma } from '../generated/prisma/client.ts'
import { databaseConfig } from '../lib/databaseUrl.ts'
import { HALF_RESTORED, migrate } from '../lib/migrate.ts'
import { connect, connectServer, makeDatabase } from './connection.ts'
import { makeBackup } from './dump.ts'
import { BackupError, readBackup, type Backup } from './file.ts'
import { runningProcesses } from './heartbeat.ts'
import { checkMigrations, load } from './load.ts'
import { fingerprintOf } from './secret.ts'
import { endSessionsAndLinks, readSignInChanges, type SignInChanges } from './signIns.ts'
import { readTables } from './tables.ts'

type Wanted = {
  databaseUrl: string
  /** the current APP_SECRET */
  secret: string
  file: string
  /** whether a database with accounts can be replaced */
  replace?: boolean
  /** whether sessions and links stay valid, for a move to another machine */
  keepSessions?: boolean
  /** folder for the backup of the replaced data */
  folder: string
}

/** The restored backup, and the file of the backup of the previous data. */
type Restored = Backup & {
  before: string | null
  isOtherSecret: boolean
  migrated: string[]
  undone: SignInChanges | null
}

/** The previous state of a database that is replaced. */
type Before = {
  people: number
  store: string | null
  head: string
  next: [string, string][]
  /** null if the database is not the installation of the backup */
  undone?: SignInChanges | null
}

/**
 * Replaces the contents of a database (created if missing) with a backup, migrates it, and starts a new epoch of its event log.
 * After an interrupted restore, the database cannot be used until a restore succeeds.
 * @throws BackupError if the product is running, the database has accounts and `replace` is not set, or the file is invalid;
 * nothing is changed then
 */
export async function restore({
  databaseUrl,
  secret,
  file,
  replace,
  keepSessions,
  folder,
}: Wanted): Promise<Restored> {
  const backup = await readBackup(file)
  await checkMigrations(file, backup.header)
  const connection = await connectOrMake(databaseUrl)
  try {
    const tables = new Set((await readTables(connection)).map(({ name }) => name))
    await refuseRunning(connection, tables)
    refuseForeign(tables, backup)
    const half = await readHalf(connection)
    const before = half ?? (await readBefore(connection, tables, backup))
    if (before.people > 0 && !replace)
      throw new BackupError(
        `The database holds ${before.people === 1 ? 'one person' : `${before.people} people`}. Say --replace to put the backup ` +
          'in their place; what is there now is backed up first.',
      )
    const kept =
      before.people > 0 ? await makeBackup({ databaseUrl, secret, folder, by: 'before-restore' }) : null
    await begin(connection, tables, { before, isMarked: half !== null })
    for (const table of tables) await connection.query(`DROP TABLE ${connection.escapeId(table)}`)
    await load(databaseUrl, file, backup.header, new Map(before.next))
    const migrated = await migrate(databaseUrl, undefined, { isRestoring: true })
    await beginNewLife(connection, backup, before)
    if (!keepSessions) await endSessionsAndLinks(connection)
    await connection.query(`DROP TABLE ${HALF_RESTORED}`)
    const isOtherSecret = backup.header.secretFingerprint !== fingerprintOf(secret)
    return { ...backup, before: kept?.file ?? null, isOtherSecret, migrated, undone: before.undone ?? null }
  } finally {
    await connection.end()
  }
}

/** Connects to a database, which is created if missing. */
async function connectOrMake(databaseUrl: string): Promise<Connection> {
  const there = await connect(databaseUrl)
  if (there) return there
  const connection = await connectServer(databaseUrl)
  const { database } = databaseConfig(databaseUrl)
  await makeDatabase(connection, database, database)
  await connection.query(`USE ${connection.escapeId(database)}`)
  return connection
}

async function refuseRunning(connection: Connection, tables: ReadonlySet<string>): Promise<void> {
  const running = tables.has('Heartbeat') ? await runningProcesses(connection) : 0
  if (running === 0) return
  throw new BackupError(
    `Plak runs on this database (${running === 1 ? 'one process' : `${running} processes`} said so within 15 seconds). ` +
      'Stop it first; after a crash wait these 15 seconds.',
  )
}

/** Refuses a database with tables of other products, which would be dropped. */
function refuseForeign(tables: ReadonlySet<string>, backup: Backup): void {
  const names = [...Object.keys(Prisma.ModelName), ...backup.tables.map(({ name }) => name)]
  const ours = new Set([...names, '_prisma_migrations', HALF_RESTORED])
  const foreign = [...tables].filter((name) => !ours.has(name))
  if (foreign.length === 0) return
  throw new BackupError(
    `The database holds what is none of ours (${foreign.slice(0, 3).join(', ')}): name another one in DATABASE_URL.`,
  )
}

/** State from before an unfinished restore, whose data is already deleted. */
async function readHalf(connection: Connection): Promise<Before | null> {
  if ((await connection.query<unknown[]>('SHOW TABLES LIKE ?', [HALF_RESTORED])).length === 0) return null
  const [row] = await connection.query<{ earlier: string }[]>(`SELECT earlier FROM ${HALF_RESTORED}`)
  return row ? { ...(JSON.parse(row.earlier) as Before), people: 0 } : null
}

async function readBefore(
  connection: Connection,
  tables: ReadonlySet<string>,
  { header }: Backup,
): Promise<Before> {
  const one = async (table: string, column: string) => {
    if (!tables.has(table)) return null
    const [row] = await connection.query<{ value: string | null }[]>(
      `SELECT CAST(${column} AS CHAR) AS value FROM ${connection.escapeId(table)} LIMIT 1`,
    )
    return row?.value ?? null
  }
  const next = (await readTables(connection)).flatMap(({ name, nextNumber }) =>
    nextNumber === null ? [] : [[name, nextNumber] satisfies [string, string]],
  )
  const store = await one('Installation', 'store')
  const isSame = store !== null && store === header.store && tables.has('AuditEntry')
  return {
    people: Number((await one('User', 'COUNT(*)')) ?? 0),
    store,
    head: (await one('EventLog', 'head')) ?? '0',
    next,
    undone: isSame ? await readSignInChanges(connection, header.madeAt) : null,
  }
}

/** Marks the database as incomplete, unless `isMarked`, then checks again for a process that was just started. */
async function begin(
  connection: Connection,
  tables: ReadonlySet<string>,
  { before, isMarked }: { before: Before; isMarked: boolean },
): Promise<void> {
  await connection.query(
    `CREATE TABLE IF NOT EXISTS ${HALF_RESTORED} (id TINYINT PRIMARY KEY, earlier MEDIUMTEXT NOT NULL)`,
  )
  await connection.query(`REPLACE INTO ${HALF_RESTORED} VALUES (1, ?)`, [JSON.stringify(before)])
  try {
    await refuseRunning(connection, tables)
  } catch (error) {
    // A mark of an earlier restore stays: its data is still incomplete.
    if (!isMarked) await connection.query(`DROP TABLE ${HALF_RESTORED}`)
    throw error
  }
  await connection.query('SET SESSION foreign_key_checks = 0')
}

/**
 * Starts a new epoch of the event log, because old cursors are invalid; its numbers continue after those of both histories. The
 * database keeps its installation id.
 */
async function beginNewLife(connection: Connection, { header }: Backup, before: Before): Promise<void> {
  await connection.query('UPDATE EventLog SET life = ?, head = GREATEST(head, ?) WHERE id = 1', [
    randomBytes(8).toString('hex'),
    before.head,
  ])
  const store = before.store ?? header.store ?? randomBytes(16).toString('hex')
  await connection.query('DELETE FROM Heartbeat')
  await connection.query(
    `INSERT INTO Installation (id, store, backupAt, backupSecret) VALUES (1, ?, ?, ?)
     ON DUPLICATE KEY UPDATE store = VALUES(store), backupAt = VALUES(backupAt), backupSecret = VALUES(backupSecret)`,
    [store, header.madeAt.toISOString().slice(0, -1).replace('T', ' '), header.secretFingerprint],
  )
}
