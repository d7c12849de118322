import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConnection } from 'mariadb'
import { databaseConfig } from './databaseUrl.ts'
import { HALF_RESTORED } from './migrate.ts'
import { Refusal } from './refusal.ts'
import { root } from './root.ts'

// An installation records which data it serves (.data/store.json), so that it never starts with another, empty database because a
// URL changed or Docker was installed.

type StoreName = 'demo' | 'real'
/** Operator of the database: Docker Compose, the scripts with programs of this machine, or somebody else at DATABASE_URL. */
export type StoreKind = 'compose' | 'private' | 'url'
type Note = { id: string; kind: StoreKind; place: string }

/** `id` is null for data of an older version that stored none. */
type Holding = { hasTables: boolean; isHalfRestored: boolean; id: string | null; people: number }

type Where = {
  folder?: string
  store: StoreName
  kind: StoreKind
  databaseUrl: string
}

/**
 * Folder of this installation's own files. The tests set another one, because they can run in the checkout of a real
 * installation.
 */
export const storeFolder = process.env.PLAK_STORE_FOLDER ?? join(root, '.data')
const unknownDatabase = 1049
const unwritable = new Set(['EROFS', 'EACCES', 'EPERM'])

/** Leaves out user and password. */
function placeOf(kind: StoreKind, databaseUrl: string): string {
  const { database, host, port, socketPath } = databaseConfig(databaseUrl)
  if (kind === 'private') return `the database ${database} of this folder (.data/mysql)`
  if (kind === 'compose') return `the database ${database} of Docker Compose`
  return `the database ${database} at ${socketPath ?? `${host}:${port}`} (DATABASE_URL)`
}

async function readHolding(databaseUrl: string): Promise<Holding> {
  const emptyHolding: Holding = { hasTables: false, isHalfRestored: false, id: null, people: 0 }
  const connection = await createConnection({ ...databaseConfig(databaseUrl), bigIntAsNumber: true }).catch(
    (error: { errno?: number }) => {
      if (error.errno === unknownDatabase) return null
      throw error
    },
  )
  if (!connection) return emptyHolding
  try {
    const rows = await connection.query<{ name: string }[]>(
      'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
    )
    const tables = new Set(rows.map(({ name }) => name))
    const readValue = async (table: string, sql: string) =>
      tables.has(table) ? (await connection.query<{ value: string | number }[]>(sql))[0]?.value : undefined
    return {
      hasTables: tables.has('_prisma_migrations') && tables.has('User'),
      isHalfRestored: tables.has(HALF_RESTORED),
      id:
        ((await readValue('Installation', 'SELECT store AS value FROM Installation')) as
          | string
          | undefined) ?? null,
      people: Number((await readValue('User', 'SELECT COUNT(*) AS value FROM User')) ?? 0),
    }
  } finally {
    await connection.end()
  }
}

/**
 * Checks that a database contains the data of this installation; without a note of an earlier start, the existing data is
 * adopted.
 * @throws Refusal for other data or none: the sentence explains where the data was and how to go on
 */
export async function checkStore({ folder = storeFolder, store, kind, databaseUrl }: Where): Promise<void> {
  const note = (await readNotes(folder))[store]
  const holding = await readHolding(databaseUrl)
  // Another check reports a half-restored database later.
  if (!note || holding.isHalfRestored || (holding.hasTables && holding.id === note.id)) return
  const state = holding.hasTables ? 'holds the data of another one' : 'has no tables of Plak'
  throw new Refusal(
    `The data of this installation was in ${note.place}, and ${placeOf(kind, databaseUrl)} ${state}: ` +
      'have it as it was (DATABASE_URL, Docker, .data), or go on there with `npm start -- --move-data`.',
  )
}

/** Does nothing if the note cannot be written. */
export async function rememberStore({
  folder = storeFolder,
  store,
  kind,
  databaseUrl,
}: Where): Promise<void> {
  const { id } = await readHolding(databaseUrl)
  const note = { id, kind, place: placeOf(kind, databaseUrl) }
  const notes = await readNotes(folder)
  if (id !== null && JSON.stringify(notes[store]) !== JSON.stringify(note))
    await writeNotes(folder, { ...notes, [store]: { ...note, id } })
}

export async function describeStore({ kind, databaseUrl }: Where): Promise<string> {
  const { people } = await readHolding(databaseUrl)
  return `The data is in ${placeOf(kind, databaseUrl)}: ${people === 1 ? 'one person' : `${people} people`}.`
}

type Notes = Partial<Record<StoreName, Note>>
const noteFile = (folder: string) => join(folder, 'store.json')

async function readNotes(folder: string): Promise<Notes> {
  try {
    return JSON.parse(await readFile(noteFile(folder), 'utf8')) as Notes
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Refusal(
      `${noteFile(folder)} cannot be read (${(error as Error).message}): correct it, or delete it if you are sure of DATABASE_URL.`,
    )
  }
}

async function writeNotes(folder: string, notes: Notes): Promise<void> {
  const file = noteFile(folder)
  const partial = `${file}.${process.pid}.partial`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(partial, `${JSON.stringify(notes, null, 2)}\n`, { mode: 0o600 })
    await rename(partial, file)
  } catch (error) {
    if (!unwritable.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
