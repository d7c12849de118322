import { createConnection, type Connection } from 'mariadb'
import { databaseConfig } from '../lib/databaseUrl.ts'
import { silentConnect } from '../lib/driver.ts'
import { BackupError } from './file.ts'

// Backups read and write whatever tables a database has, also those of an older version, of which Prisma and Kysely know nothing.
// So this folder uses bare connections and SQL, except for tables that must be those of this version.

const unknownDatabase = 1049
const options = { ...silentConnect, bigIntAsNumber: true }

type Failed = Error & { errno?: number; sqlMessage?: string | null }

const unreachable = ({ sqlMessage, message }: Failed) =>
  new BackupError(`The database cannot be reached (${sqlMessage ?? message}). Check DATABASE_URL.`)

/** Returns null if the server has no database of that name. @throws BackupError if the server is unreachable */
export async function connect(databaseUrl: string): Promise<Connection | null> {
  try {
    return await createConnection({ ...databaseConfig(databaseUrl), ...options })
  } catch (error) {
    if ((error as Failed).errno === unknownDatabase) return null
    throw unreachable(error as Failed)
  }
}

/** The database need not exist. @throws BackupError if the server is unreachable */
export async function connectServer(databaseUrl: string): Promise<Connection> {
  const { database: _, ...server } = databaseConfig(databaseUrl)
  return await createConnection({ ...server, ...options }).catch((error: Failed) => {
    throw unreachable(error)
  })
}

const deniedCodes = new Set([1044, 1045, 1227])

/** @throws BackupError if the user of the connection lacks the privilege */
export async function makeDatabase(connection: Connection, name: string, pattern: string): Promise<void> {
  const charset = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci'
  await connection.query(`CREATE DATABASE ${connection.escapeId(name)} ${charset}`).catch((error: Failed) => {
    if (!deniedCodes.has(error.errno ?? 0)) throw error
    throw new BackupError(
      `The user of DATABASE_URL cannot create the database ${name}. Allow it: GRANT ALL ON \`${pattern}\`.* TO that user.`,
    )
  })
}
