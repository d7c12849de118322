import type { Readable } from 'node:stream'
import { open, type Entry, type ZipFile } from 'yauzl'
import { importLimits } from '../../../shared/imports.ts'
import { DomainError, invalid } from '../../lib/errors.ts'

/** A file within a zip. */
export type Part = { name: string; size: number; open: () => Promise<Readable> }

/** Beyond so many bytes a file that was packed 1,000 times smaller is a bomb. */
const SMALL = 10 * 1024 * 1024
const MOST_PACKED = 1_000
/** what an export is made of; pictures and the rest are passed over */
const texts = /\.(json|jsonl|ndjson|csv|tsv|txt|pdf)$/i

/**
 * The text files of a zip, by its directory: nothing of it is unpacked yet, and no name of it becomes a path on this disk.
 * @throws invalid for a zip that is damaged, encrypted, too large, or made to do harm
 */
export async function openZip(path: string): Promise<{ parts: Part[]; close: () => void }> {
  const zip = await opened(path)
  try {
    return { parts: await partsOf(zip), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw meaning(error)
  }
}

const opened = (path: string) =>
  new Promise<ZipFile>((resolve, reject) =>
    open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(meaning(error)) : resolve(zip),
    ),
  )

/** Our error for an error of the library. */
function meaning(error: unknown): unknown {
  if (error instanceof DomainError) return error
  const { message } = error as Error
  return invalid(
    /relative path|absolute path|invalid characters/i.test(message)
      ? 'imports.pathInZip'
      : 'imports.zipBroken',
  )
}

async function partsOf(zip: ZipFile): Promise<Part[]> {
  if (zip.entryCount > importLimits.entries) throw invalid('imports.tooManyEntries')
  const parts: Part[] = []
  let [inflated, entries] = [0, 0]
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      const { fileName: name, uncompressedSize: size, compressedSize } = entry
      inflated += size
      if (++entries > importLimits.entries) return reject(invalid('imports.tooManyEntries'))
      if (inflated > importLimits.inflated) return reject(invalid('imports.inflatedTooLarge'))
      if (size > SMALL && size > MOST_PACKED * compressedSize) return reject(invalid('imports.zipBomb'))
      if (entry.isEncrypted()) return reject(invalid('imports.zipBroken'))
      if (texts.test(name)) parts.push({ name, size, open: () => unpacked(zip, entry) })
      zip.readEntry()
    })
    zip.readEntry()
  })
  return parts
}

/** The library refuses what unpacks to another size than the directory says. */
const unpacked = (zip: ZipFile, entry: Entry) =>
  new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(meaning(error)) : resolve(stream))),
  )
