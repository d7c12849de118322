import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import type { Connection } from 'mariadb'
import { root as ownRoot } from '../lib/root.ts'
import { version } from '../lib/version.ts'
import { connect } from './connection.ts'
import { BackupError, FORMAT, type Footer, type Header } from './file.ts'
import { fingerprintOf } from './secret.ts'
import { readRows, readTables, type Sum } from './tables.ts'

export const backupFolder = (root = ownRoot): string => join(root, '.data/backups')

const nothingThere = 'The database has no tables of Plak: there is nothing to back up.'
/** milliseconds without writes after which a partial file is abandoned */
const LEFT_OVER = 10 * 60 * 1_000

/** Part of the file name, because the schedule only deletes its own backups. */
type Maker = 'operator' | 'schedule' | 'before-restore' | 'before-upgrade'

export type Made = Omit<Header, 'secret' | 'plak' | 'format'> & Footer & { file: string; bytes: number }

type Wanted = {
  databaseUrl: string
  /** APP_SECRET. The backup contains its fingerprint, and the secret itself if `withSecret` is set. */
  secret: string
  withSecret?: boolean
  /** a file, or an existing folder; the default is a generated name in `folder`, which is created */
  place?: string | undefined
  folder: string
  by?: Maker
  signal?: AbortSignal
}

/**
 * Writes a consistent snapshot into a file that only its owner can read. It has a temporary name until it is
 * complete, and is deleted if the backup fails.
 * @throws BackupError if the file cannot be written; errors of the database; an AbortError
 */
export async function makeBackup(options: Wanted): Promise<Made> {
  const { place, folder, by = 'operator', signal } = options
  const madeAt = new Date()
  if (place === undefined)
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw explain(folder, error)
    })
  const target = resolve(place ?? folder)
  const isFolder = await stat(target).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  const file = isFolder ? join(target, nameOf(by, madeAt)) : target
  const partial = join(dirname(file), `.${basename(file)}.${process.pid}.plak-partial`)
  const connection = await snapshotOf(options.databaseUrl)
  try {
    await removeLeftOvers(dirname(file))
    const header = await headerOf(connection, options, madeAt)
    const footer: Footer = { rows: 0, tables: {}, sha256: '' }
    const lines = linesOf(connection, header, footer)
    const bytes = await write(partial, lines, { footer, ...(signal && { signal }) })
    await rename(partial, file)
    await sync(dirname(file))
    const { plak: _, format: __, secret: ___, ...summary } = header
    return { file, bytes, ...summary, ...footer }
  } catch (error) {
    await rm(partial, { force: true })
    throw explain(file, error)
  } finally {
    // `end` would wait for an aborted read.
    connection.destroy()
  }
}

const nameOf = (by: Maker, madeAt: Date) =>
  `plak-${by === 'operator' ? '' : `${by}-`}${madeAt.toISOString().replace(/[:.]/g, '-')}.backup.gz`

/** Returns the names of the backups in a folder, which does not have to exist. */
export async function backupNames(folder: string): Promise<string[]> {
  const files = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  const names = files.filter((file) => file.isFile() && /^[\w-][\w.-]*\.backup\.gz$/.test(file.name))
  return names.map(({ name }) => name)
}

/** Oldest first. */
export async function scheduledBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => /^plak-schedule-[\dT-]+Z\.backup\.gz$/.test(name)).toSorted()
}

async function snapshotOf(databaseUrl: string): Promise<Connection> {
  const connection = await connect(databaseUrl)
  if (!connection) throw new BackupError(nothingThere)
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  // Tolerate a disk that stalls for a while.
  await connection.query(`SET SESSION time_zone = '+00:00', SESSION net_write_timeout = 600`)
  await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY')
  return connection
}

type Applied = { name: string; checksum: string; finishedAt: unknown }

async function headerOf(connection: Connection, options: Wanted, madeAt: Date): Promise<Header> {
  const tables = new Set((await readTables(connection)).map(({ name }) => name))
  if (!tables.has('_prisma_migrations')) throw new BackupError(nothingThere)
  const applied = await connection.query<Applied[]>(
    `SELECT migration_name AS name, checksum, finished_at AS finishedAt FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  )
  const migrations = applied.filter(({ finishedAt }) => finishedAt !== null)
  const [installation] = tables.has('Installation')
    ? await connection.query<{ store: string }[]>('SELECT store FROM Installation')
    : []
  return {
    plak: 'backup',
    format: FORMAT,
    version,
    madeAt,
    store: installation?.store ?? null,
    migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
    lastMigration: migrations.at(-1)?.name ?? '',
    failedMigration: applied.find(({ finishedAt }) => finishedAt === null)?.name ?? null,
    secretFingerprint: fingerprintOf(options.secret),
    ...(options.withSecret && { secret: options.secret }),
  }
}

/** Fills the footer, and yields all lines before it. */
async function* linesOf(connection: Connection, header: Header, footer: Footer): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const addToHash = (text: string) => {
    hash.update(text)
    return text
  }
  yield addToHash(`${JSON.stringify(header)}\n`)
  for (const table of await readTables(connection)) {
    const { name, columns, nextNumber } = table
    yield addToHash(`${JSON.stringify({ table: name, columns, nextNumber })}\n`)
    const sum: Sum = (footer.tables[name] = { rows: 0, sha256: '' })
    for await (const piece of readRows(connection, table, sum)) yield addToHash(piece)
    footer.rows += sum.rows
  }
  footer.sha256 = hash.digest('hex')
}

/** The footer is complete when the text has ended, and compressed separately, so that it can be read without the rest. */
async function write(
  file: string,
  text: AsyncIterable<string>,
  { footer, signal }: { footer: Footer; signal?: AbortSignal },
): Promise<number> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  async function* withFooter(compressed: AsyncIterable<Buffer>) {
    yield* compressed
    yield gzipSync(`${JSON.stringify(footer)}\n`)
  }
  const source = Readable.from(text, { objectMode: false })
  await pipeline(source, createGzip(), withFooter, target, signal ? { signal } : {})
  return target.bytesWritten
}

/** Flushes the folder, so that the new file name is on disk. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Keeps files written recently: in a shared folder, they can belong to another machine. */
async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(/^\..+\.(\d+)\.plak-partial$/.exec(name)?.[1] ?? 0)
    if (pid === 0 || isAlive(pid)) continue
    const file = join(folder, name)
    const stats = await stat(file).catch(() => null)
    if (stats && Date.now() - stats.mtimeMs > LEFT_OVER) await rm(file, { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const NO_PLACE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EROFS', 'EPERM', 'EISDIR'])
const tableChanged = 1412

function explain(file: string, error: unknown): unknown {
  const { code = '', errno } = error as NodeJS.ErrnoException
  if (errno === tableChanged)
    return new BackupError('The database was migrated meanwhile, so the backup was discarded. Make it again.')
  if (NO_ROOM.has(code)) return new BackupError(`There is no room for ${file} (${code}): make some.`)
  if (NO_PLACE.has(code)) return new BackupError(`${file} cannot be written (${code}): name another place.`)
  return error
}
