import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip, gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Row, Sum, Table } from './tables.ts'

// A backup is compressed lines of JSON: the header; then each table, followed by its rows (an array each); finally the row count
// and checksum of each table, and the SHA-256 of all previous lines. `gunzip -c file | head -1` shows the header.

export class BackupError extends Error {}

export const FORMAT = 1

const header = z.object({
  plak: z.literal('backup'),
  format: z.number(),
  version: z.string(),
  madeAt: z.iso.datetime().transform((text) => new Date(text)),
  /** the installation that the data belongs to; null for data of a version without installation ids */
  store: z.string().nullable(),
  /** the applied migrations, oldest first, and a migration that failed half-way */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  lastMigration: z.string(),
  failedMigration: z.string().nullable(),
  /** the fingerprint of APP_SECRET, and APP_SECRET itself if requested */
  secretFingerprint: z.string(),
  secret: z.string().optional(),
})
const table = z.object({ table: z.string(), columns: z.array(z.string()), nextNumber: z.string().nullable() })
const footer = z.object({
  rows: z.number(),
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  sha256: z.string(),
})

export type Header = z.infer<typeof header>
export type Footer = z.infer<typeof footer>
export type Backup = { header: Header; tables: Table[]; footer: Footer }

type Reader = { table?: (table: Table) => Promise<void>; rows?: (rows: Row[]) => Promise<void> }

const PIECE = 256 * 1024

const damageError = (file: string, reason: string) =>
  new BackupError(`${file} is damaged or not whole (${reason}): take another backup.`)

/** Reads only the beginning. Returns null for a file that is not a backup, or not of this format. */
export async function readHeader(file: string): Promise<Header | null> {
  try {
    for await (const [line] of linesOf(file)) {
      const { success, data } = header.safeParse(JSON.parse(line!))
      return success && data.format <= FORMAT ? data : null
    }
  } catch {
    // A damaged file is shown, too: its check says what is wrong.
  }
  return null
}

/** length of the end of a file that holds the compressed footer, in bytes: a few hundred for each ten tables */
const TAIL = 64 * 1024
const MEMBER = Buffer.from([0x1f, 0x8b, 0x08])

/** Reads only the end. Returns null for a backup of an earlier version, whose footer is compressed with the rest. */
export async function readFooter(file: string): Promise<Footer | null> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const length = Math.min(TAIL, size)
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    for (
      let at = buffer.lastIndexOf(MEMBER);
      at >= 0;
      at = at === 0 ? -1 : buffer.lastIndexOf(MEMBER, at - 1)
    ) {
      const found = footerIn(buffer.subarray(at))
      if (found) return found
    }
    return null
  } finally {
    await handle.close()
  }
}

function footerIn(member: Buffer): Footer | null {
  try {
    return footer.safeParse(JSON.parse(gunzipSync(member).toString('utf8'))).data ?? null
  } catch {
    // The bytes were part of compressed rows.
    return null
  }
}

/** Verifies all checksums. @throws BackupError for a file that is missing, not a backup, incomplete or changed */
export async function readBackup(file: string, reader: Reader = {}): Promise<Backup> {
  const sums = makeSums()
  const tables: Table[] = []
  let first: Header | null = null
  let last: Footer | null = null

  async function readLine(line: string) {
    const value: unknown = JSON.parse(line)
    if (!first) {
      first = header.parse(value)
      if (first.format > FORMAT)
        throw new BackupError(`${file} was made by a newer version (${first.version}): update first.`)
    } else if (typeof value === 'object' && value !== null && 'table' in value) {
      const { table: name, ...rest } = table.parse(value)
      sums.beginTable(name)
      tables.push({ name, ...rest })
      await reader.table?.(tables.at(-1)!)
    } else {
      last = footer.parse(value)
      if (!sums.match(last)) throw damageError(file, 'a checksum is wrong')
      return
    }
    sums.addLine(line)
  }
  async function readRows(lines: string[]) {
    if (last || !sums.addRows(lines)) throw damageError(file, 'rows without a table')
    await reader.rows?.(JSON.parse(`[${lines.join(',')}]`) as Row[])
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
        if (last) throw damageError(file, 'there is data after its end')
        await readLine(line)
      }
      if (rows.length > 0) await readRows(rows)
    }
  } catch (error) {
    throw explain(file, error, first !== null)
  }
  // The compiler does not see the assignments in callbacks.
  const [begin, end] = [first as Header | null, last as Footer | null]
  if (!begin) throw new BackupError(`${file} is no backup of Plak.`)
  if (!end) throw damageError(file, 'its end is missing')
  return { header: begin, tables, footer: end }
}

function makeSums() {
  const all = createHash('sha256')
  const sums: Record<string, Sum> = {}
  let current: { sum: Sum; hash: Hash } | null = null
  function endTable() {
    if (current) current.sum.sha256 = current.hash.digest('hex')
  }
  return {
    addLine: (line: string) => void all.update(`${line}\n`),
    beginTable(name: string) {
      endTable()
      current = { sum: (sums[name] = { rows: 0, sha256: '' }), hash: createHash('sha256') }
    },
    addRows(lines: string[]): boolean {
      if (!current) return false
      current.sum.rows += lines.length
      const text = `${lines.join('\n')}\n`
      current.hash.update(text)
      all.update(text)
      return true
    },
    match({ sha256, tables }: Footer): boolean {
      endTable()
      return all.digest('hex') === sha256 && JSON.stringify(tables) === JSON.stringify(sums)
    },
  }
}

/**
 * Yields the lines of a compressed file, in batches. Only '\n' ends a line: user texts can contain Unicode's other line
 * separators.
 */
async function* linesOf(file: string): AsyncGenerator<string[]> {
  const source = createReadStream(file)
  const gunzip = createGunzip({ chunkSize: PIECE })
  // Pass errors of the file on to the reader of the unpacked stream.
  source.once('error', (error) => gunzip.destroy(error))
  const decoder = new StringDecoder('utf8')
  let rest = ''
  try {
    for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) yield lines
    }
    if (rest !== '') throw damageError(file, 'it ends in the middle of a line')
  } finally {
    source.destroy()
  }
}

function explain(file: string, error: unknown, hasBegun: boolean): unknown {
  if (error instanceof BackupError) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`)
  if (code === 'EISDIR' || code === 'EACCES') return new BackupError(`${file} cannot be read (${code}).`)
  const isUnreadable = code.startsWith('Z_') || error instanceof SyntaxError || error instanceof z.ZodError
  if (!isUnreadable) return error
  const isAnother = code.startsWith('Z_') ? message.includes('header check') : !hasBegun
  if (isAnother) return new BackupError(`${file} is no backup of Plak.`)
  return damageError(file, code === '' ? 'a line cannot be read' : message)
}
