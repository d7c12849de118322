import type { Connection } from 'mariadb'
import { endAllSessionsAndLinks } from '../auth/accessWays.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { databaseConfig } from '../lib/databaseUrl.ts'
import { makeDb, type Db } from '../lib/db.ts'
import { HALF_RESTORED, migrate } from '../lib/migrate.ts'
import { kysely, rows } from '../lib/sql.ts'
import { beginEpoch } from '../live/eventLog.ts'
import { connect, connectServer, makeDatabase } from './connection.ts'
import { makeBackup } from './dump.ts'
import { BackupError, readBackup, type Backup } from './file.ts'
import { runningProcesses } from './heartbeat.ts'
import { checkMigrations, load } from './load.ts'
import { noteBackup } from './newest.ts'
import { fingerprintOf } from './secret.ts'
import { readSignInChanges, type SignInChanges } from './signIns.ts'
import { readTables } from './tables.ts'

type RestoreOptions = {
  databaseUrl: string
  secret: string
  file: string
  replace?: boolean
  /** whether sessions and links stay valid, for a move to another machine */
  keepSessions?: boolean
  folder: string
}

type Restoration = Backup & {
  previousFile: string | null
  isOtherSecret: boolean
  migrated: string[]
  undone: SignInChanges | null
}

type PreviousState = {
  people: number
  store: string | null
  head: number
  next: [string, string][]
  /** null if the database is not the installation of the backup */
  undone?: SignInChanges | null
}

/** A bare connection for the structure, a client for the tables of this version, and the names of all tables. */
type Target = { connection: Connection; db: Db; tables: ReadonlySet<string> }

/** Statements on whole tables can take as long as they need. */
const noTimeouts = { statement: 0, silence: 0 }

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
}: RestoreOptions): Promise<Restoration> {
  const backup = await readBackup(file)
  await checkMigrations(file, backup.header)
  const connection = await connectOrMake(databaseUrl)
  const db = makeDb(databaseUrl, { connections: 1, timings: noTimeouts })
  try {
    const tables = new Set((await readTables(connection)).map(({ name }) => name))
    const target = { connection, db, tables }
    await refuseRunning(target)
    refuseForeign(target, backup)
    const half = await readHalf(connection)
    const previous = half ?? (await readPrevious(target, backup))
    if (previous.people > 0 && !replace)
      throw new BackupError(
        `The database holds ${previous.people === 1 ? 'one person' : `${previous.people} people`}. Say --replace to put the backup ` +
          'in their place; the present data is backed up first.',
      )
    const previousBackup =
      previous.people > 0 ? await makeBackup({ databaseUrl, secret, folder, by: 'before-restore' }) : null
    await begin(target, { previous, isMarked: half !== null })
    for (const table of tables) await connection.query(`DROP TABLE ${connection.escapeId(table)}`)
    await load(databaseUrl, file, backup.header, new Map(previous.next))
    const migrated = await migrate(databaseUrl, undefined, { isRestoring: true })
    await beginEpoch(db, previous.head)
    await db.heartbeat.deleteMany()
    await noteBackup(db, backup.header, previous.store)
    if (!keepSessions) await endAllSessionsAndLinks(db)
    await connection.query(`DROP TABLE ${HALF_RESTORED}`)
    const isOtherSecret = backup.header.secretFingerprint !== fingerprintOf(secret)
    const { undone = null } = previous
    return { ...backup, previousFile: previousBackup?.file ?? null, isOtherSecret, migrated, undone }
  } finally {
    await db.$disconnect()
    await connection.end()
  }
}

async function connectOrMake(databaseUrl: string): Promise<Connection> {
  const existing = await connect(databaseUrl)
  if (existing) return existing
  const connection = await connectServer(databaseUrl)
  const { database } = databaseConfig(databaseUrl)
  await makeDatabase(connection, database, database)
  await connection.query(`USE ${connection.escapeId(database)}`)
  return connection
}

async function refuseRunning({ db, tables }: Target): Promise<void> {
  const running = tables.has('Heartbeat') ? await runningProcesses({ db }) : 0
  if (running === 0) return
  throw new BackupError(
    `Plak runs on this database (${running === 1 ? 'one process' : `${running} processes`} said so within 15 seconds). ` +
      'Stop it first; after a crash wait these 15 seconds.',
  )
}

/** Refuses a database with tables of other products, which would be dropped. */
function refuseForeign({ tables }: Target, backup: Backup): void {
  const names = [...Object.keys(Prisma.ModelName), ...backup.tables.map(({ name }) => name)]
  const ownTables = new Set([...names, '_prisma_migrations', HALF_RESTORED])
  const foreign = [...tables].filter((name) => !ownTables.has(name))
  if (foreign.length === 0) return
  throw new BackupError(
    `The database holds tables of another product (${foreign.slice(0, 3).join(', ')}): use another database in DATABASE_URL.`,
  )
}

/** State from before an unfinished restore, whose data is already deleted. */
async function readHalf(connection: Connection): Promise<PreviousState | null> {
  if ((await connection.query<unknown[]>('SHOW TABLES LIKE ?', [HALF_RESTORED])).length === 0) return null
  const [row] = await connection.query<{ earlier: string }[]>(`SELECT earlier FROM ${HALF_RESTORED}`)
  if (!row) return null
  const previous = JSON.parse(row.earlier) as PreviousState
  // An earlier version wrote `head` as text.
  return { ...previous, head: Number(previous.head), people: 0 }
}

async function readPrevious({ connection, db, tables }: Target, { header }: Backup): Promise<PreviousState> {
  const next = (await readTables(connection)).flatMap(({ name, nextNumber }) =>
    nextNumber === null ? [] : [[name, nextNumber] satisfies [string, string]],
  )
  const [log] = tables.has('EventLog') ? await rows(db, kysely.selectFrom('EventLog').select('head')) : []
  const installation = tables.has('Installation')
    ? await db.installation.findFirst({ select: { store: true } })
    : null
  const store = installation?.store ?? null
  const isSame = store !== null && store === header.store && tables.has('AuditEntry')
  return {
    people: tables.has('User') ? await db.user.count() : 0,
    store,
    head: log?.head ?? 0,
    next,
    undone: isSame ? await readSignInChanges(db, header.madeAt) : null,
  }
}

/** Marks the database as incomplete first, then checks again for a process that was just started. */
async function begin(
  target: Target,
  { previous, isMarked }: { previous: PreviousState; isMarked: boolean },
): Promise<void> {
  const { connection } = target
  await connection.query(
    `CREATE TABLE IF NOT EXISTS ${HALF_RESTORED} (id TINYINT PRIMARY KEY, earlier MEDIUMTEXT NOT NULL)`,
  )
  await connection.query(`REPLACE INTO ${HALF_RESTORED} VALUES (1, ?)`, [JSON.stringify(previous)])
  try {
    await refuseRunning(target)
  } catch (error) {
    // A mark of an earlier restore stays: its data is still incomplete.
    if (!isMarked) await connection.query(`DROP TABLE ${HALF_RESTORED}`)
    throw error
  }
  await connection.query('SET SESSION foreign_key_checks = 0')
}
