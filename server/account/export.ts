import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { utcDay } from '../../shared/days.ts'
import type { Deps } from '../core/deps.ts'
import { makeDb, transaction, type Tx } from '../lib/db.ts'
import { exportJson } from './exportJson.ts'
import { exportTables } from './exportTables.ts'

/** How long an export may take, and may wait for its reader between two reads, in milliseconds. */
const LONGEST = 15 * 60_000
const IDLE = 60_000

/** A download as it is made: its bytes, and the end of all work for it. `done` never throws: the reader of the bytes learns of a failure. */
export type Export = { zip: Readable; done: Promise<void> }

/** 'plak-ayse-2026-11-22.zip' */
export const exportName = (nickname: string, now: Date): string => `plak-${nickname}-${utcDay(now)}.zip`

/**
 * Everything that the product holds about a person, as a zip: plak.json, which an import reads, and tables for people. It is all
 * of one moment, and is read as fast as it is taken, in pages. It has a connection of its own, so that slow readers take none
 * from the others.
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
  const add = (name: string, pieces: () => AsyncGenerator<string>) =>
    file.addReadStreamLazy(name, { mtime: now }, (give) => {
      // A piece is a page of rows: one is read ahead.
      current = Readable.from(pieces(), { highWaterMark: 1 }).on('error', fail)
      give(null, current)
    })
  add('plak.json', () => exportJson(source, now))
  for (const [name, pieces] of exportTables) add(name, () => pieces(source))
  file.end()
  try {
    await pipeline(file.outputStream, output)
  } finally {
    current?.destroy()
  }
}
