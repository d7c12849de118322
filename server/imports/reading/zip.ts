import type { Readable } from 'node:stream'
import { open, type Entry, type ZipFile } from 'yauzl'
import { isCoverFile } from '../../../shared/exportFile.ts'
import { importLimits, pictureLimits } from '../../../shared/limits.ts'
import { DomainError, invalid } from '../../lib/errors.ts'
import { foreignZip } from './foreign.ts'

type Parts = { parts: Part[]; covers: ReadonlyMap<string, Part> }
type Part = { name: string; size: number; bytes: () => AsyncGenerator<Uint8Array> }

/**
 * Size in bytes above which a zip with a compression ratio over 200 counts as a zip bomb. Histories and tables reach a ratio of 5
 * to 70; only copies of the same row reach more.
 */
const SMALL = 32 * 1024 * 1024
const MOST_PACKED = 200
const texts = /\.(json|jsonl|ndjson|csv|tsv|tab|txt)$|TechnicalLogInformation\.pdf$/i
const extraFile =
  /(?:^|\/)(?:__MACOSX\/|\.[^/]|Thumbs\.db$|desktop\.ini$|(?:readme|read me|licen[cs]e|copying)(?:\.[a-z]+)?$)/i

/**
 * Unpacks nothing yet, and never uses its file names as paths on this disk.
 * @throws invalid for a zip that is damaged, encrypted, too large, or malicious
 */
export async function openZip(path: string): Promise<Parts & { close: () => void }> {
  const zip = await openFile(path)
  try {
    return { ...(await partsOf(zip)), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw toDomainError(error)
  }
}

const openFile = (path: string) =>
  new Promise<ZipFile>((resolve, reject) =>
    open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(toDomainError(error)) : resolve(zip),
    ),
  )

function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError) return error
  const { message } = error as Error
  return invalid(
    /relative path|absolute path|invalid characters/i.test(message)
      ? 'imports.pathInZip'
      : 'imports.zipBroken',
  )
}

async function partsOf(zip: ZipFile): Promise<Parts> {
  if (zip.entryCount > importLimits.entries) throw invalid('imports.tooManyEntries')
  const parts: Part[] = []
  const covers = new Map<string, Part>()
  const names: string[] = []
  let [inflated, packed, entries] = [0, 0, 0]
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry: Entry) => {
      const { fileName: name, uncompressedSize: size, compressedSize } = entry
      if (++entries > importLimits.entries) return reject(invalid('imports.tooManyEntries'))
      if (!extraFile.test(name)) {
        names.push(name)
        if (isCoverFile(name) && size <= pictureLimits.upload)
          covers.set(name, { name, size, bytes: () => unpackEntry(zip, entry) })
        if (texts.test(name)) {
          inflated += size
          packed += compressedSize
          if (entry.isEncrypted()) return reject(invalid('imports.files.locked'))
          parts.push({ name, size, bytes: () => unpackEntry(zip, entry) })
        }
      }
      if (parts.length > importLimits.texts) return reject(invalid('imports.tooManyEntries'))
      if (inflated > importLimits.inflated) return reject(invalid('imports.inflatedTooLarge'))
      zip.readEntry()
    })
    zip.readEntry()
  })
  if (inflated > SMALL && inflated > MOST_PACKED * packed) throw invalid('imports.zipBomb')
  if (parts.length === 0) throw invalid(foreignZip(names))
  return { parts, covers }
}

/** The library fails if the size differs from the one in the directory. */
async function* unpackEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* await new Promise<Readable>((resolve, reject) =>
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
    )
  } catch (error) {
    throw toDomainError(error)
  }
}
