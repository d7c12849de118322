import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { utcDay } from '../../../shared/days.ts'
import { coverFileOf, pictureFile } from '../../../shared/exportFile.ts'
import type { Deps } from '../../core/deps.ts'
import { makeDb, transaction, type Tx } from '../../lib/db.ts'
import { readLargestAvatar } from '../../users/picture.ts'
import { coverBytes, readCoverHashes } from './albums.ts'
import { exportJson } from './json.ts'
import { exportTables } from './tables.ts'

/** maximum duration of an export, and how long it waits for the reader of the download between two reads, in milliseconds */
const LONGEST = 15 * 60_000
const IDLE = 60_000

/**
 * A download in progress: its bytes, and a promise that resolves when all work has ended. `done` never rejects: failures destroy
 * `zip`.
 */
export type Export = { zip: Readable; done: Promise<void> }

export const exportName = (nickname: string, now: Date): string => `plak-${nickname}-${utcDay(now)}.zip`

/**
 * Reads all data from one snapshot, as fast as the client downloads. The export has its own database
 * connection, so that slow clients do not use up the pool.
 */
export function makeExport({ settings, now }: Pick<Deps, 'settings' | 'now'>, personId: number): Export {
  const zip = new PassThrough()
  const db = makeDb(settings.DATABASE_URL, { connections: 1, timings: { idle: IDLE } })
  const work = async () => {
    try {
      const options = { isolationLevel: 'RepeatableRead', timeout: LONGEST } as const
      await transaction(db, (tx) => write(zip, { tx, personId }, now()), options)
    } catch (error) {
      zip.destroy(error as Error)
    } finally {
      await db.$disconnect()
    }
  }
  return { zip, done: work() }
}

async function write(output: PassThrough, source: { tx: Tx; personId: number }, now: Date): Promise<void> {
  const file = new ZipFile()
  const fail = (error: unknown) => void output.destroy(error as Error)
  file.on('error', fail)
  let current: Readable | undefined
  const add = (name: string, pieces: () => AsyncGenerator<string | Buffer>) =>
    file.addReadStreamLazy(name, { mtime: now }, (give) => {
      // A piece is a page of rows; read one piece ahead.
      current = Readable.from(pieces(), { highWaterMark: 1 }).on('error', fail)
      give(null, current)
    })
  add('plak.json', () => exportJson(source, now))
  for (const [name, pieces] of exportTables) add(name, () => pieces(source))
  const picture = await readLargestAvatar(source.tx, source.personId)
  if (picture)
    add(pictureFile, async function* bytes() {
      yield picture
    })
  for (const hash of await readCoverHashes(source)) add(coverFileOf(hash), () => coverBytes(source, hash))
  file.end()
  try {
    await pipeline(file.outputStream, output)
  } finally {
    current?.destroy()
  }
}
