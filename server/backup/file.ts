import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import type { Row, Sum, Table } from './tables.ts'

// A backup is lines of JSON, compressed: what it is; then each table and its rows (an array each); at the end what every table
// held, and the SHA-256 of all the lines before. `gunzip -c file | head -1` shows the first.

/** A backup that cannot be made, read or restored; the message says why, and how to go on. */
export class BackupError extends Error {}

export const FORMAT = 1

const header = z.object({
  plak: z.literal('backup'),
  format: z.number(),
  /** of the product */
  version: z.string(),
  madeAt: z.iso.datetime().transform((text) => new Date(text)),
  /** the installation whose data these are; null for data of a version that had no names */
  store: z.string().nullable(),
  /** the migrations that were applied, the oldest first; and one that had failed half-way */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  lastMigration: z.string(),
  failedMigration: z.string().nullable(),
  /** the fingerprint of APP_SECRET, and where it is wished APP_SECRET itself */
  secretFingerprint: z.string(),
  secret: z.string().optional(),
})
const table = z.object({ table: z.string(), columns: z.array(z.string()), nextNumber: z.string().nullable() })
const footer = z.object({
  rows: z.number(),
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  /** of all lines before this one */
  sha256: z.string(),
})

export type Header = z.infer<typeof header>
export type Footer = z.infer<typeof footer>
/** A backup as it begins and ends, and the tables in it. */
export type Backup = { header: Header; tables: Table[]; footer: Footer }

/** What is called with the tables and rows of a backup, in their order. */
type Reader = { table?: (table: Table) => Promise<void>; rows?: (rows: Row[]) => Promise<void> }

const PIECE = 256 * 1024

const damaged = (file: string, why: string) =>
  new BackupError(`${file} is damaged or not whole (${why}): take another backup.`)

/**
 * Reads a backup from its beginning to its end and gives what it is, once every sum in it is right.
 * @throws BackupError for a file that is not there, is no backup, is not whole or was changed
 */
export async function readBackup(file: string, reader: Reader = {}): Promise<Backup> {
  const all = createHash('sha256')
  const tables: Table[] = []
  const sums: Record<string, Sum> = {}
  let hash = createHash('sha256')
  let first: Header | null = null
  let last: Footer | null = null

  const endTable = () => {
    const name = tables.at(-1)?.name
    if (name !== undefined) sums[name]!.sha256 = hash.digest('hex')
    hash = createHash('sha256')
  }
  /** The one line of the beginning, a table or the end. */
  async function readLine(line: string) {
    const value: unknown = JSON.parse(line)
    if (!first) {
      first = header.parse(value)
      if (first.format > FORMAT)
        throw new BackupError(`${file} was made by a newer version (${first.version}): update first.`)
    } else if (typeof value === 'object' && value !== null && 'table' in value) {
      const { table: name, ...rest } = table.parse(value)
      endTable()
      tables.push({ name, ...rest })
      sums[name] = { rows: 0, sha256: '' }
      await reader.table?.(tables.at(-1)!)
    } else {
      last = footer.parse(value)
      endTable()
      if (last.sha256 !== all.digest('hex') || JSON.stringify(last.tables) !== JSON.stringify(sums))
        throw damaged(file, 'a checksum is wrong')
      return
    }
    all.update(`${line}\n`)
  }
  async function readRows(lines: string[]) {
    const sum = sums[tables.at(-1)?.name ?? '']
    if (!sum || last) throw damaged(file, 'rows of no table')
    sum.rows += lines.length
    const text = `${lines.join('\n')}\n`
    hash.update(text)
    all.update(text)
    const rows = JSON.parse(`[${lines.join(',')}]`) as Row[]
    await reader.rows?.(rows)
  }

  try {
    for await (const lines of linesOf(file)) {
      let rows: string[] = []
      for (const line of lines) {
        if (line.startsWith('[')) {
          rows.push(line)
          continue
        }
        if (rows.length > 0) await readRows(rows)
        rows = []
        if (last) throw damaged(file, 'something stands behind its end')
        await readLine(line)
      }
      if (rows.length > 0) await readRows(rows)
    }
  } catch (error) {
    throw explained(file, error, first !== null)
  }
  // What callbacks set, the compiler takes for what it was.
  const [begin, end] = [first as Header | null, last as Footer | null]
  if (!begin) throw new BackupError(`${file} is no backup of Plak.`)
  if (!end) throw damaged(file, 'its end is missing')
  return { header: begin, tables, footer: end }
}

/** The lines of a compressed file, many at a time. Only '\n' ends one: others of Unicode's ends stand in what people write. */
async function* linesOf(file: string): AsyncGenerator<string[]> {
  const source = createReadStream(file)
  const unpacked = createGunzip({ chunkSize: PIECE })
  // An error of the file reaches who reads what is unpacked.
  source.once('error', (error) => unpacked.destroy(error))
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for await (const chunk of source.pipe(unpacked) as AsyncIterable<Buffer>) {
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) yield lines
    }
    if (rest !== '') throw damaged(file, 'it ends in the middle of a line')
  } finally {
    source.destroy()
  }
}

function explained(file: string, error: unknown, hasBegun: boolean): unknown {
  if (error instanceof BackupError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`)
  if (code === 'EISDIR' || code === 'EACCES') return new BackupError(`${file} cannot be read (${code}).`)
  const isUnreadable = code.startsWith('Z_') || error instanceof SyntaxError || error instanceof z.ZodError
  if (!isUnreadable) return error
  const isAnother = code.startsWith('Z_') ? message.includes('header check') : !hasBegun
  if (isAnother) return new BackupError(`${file} is no backup of Plak.`)
  return damaged(file, code === '' ? 'a line cannot be read' : message)
}
