import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Tx } from '../lib/db.ts'
import { storeFolder } from '../lib/store.ts'

// Uploads are stored on the disk of the machine that received them until their import has ended. Only the server can read them.

const folder = join(storeFolder, 'uploads')
const pathOf = (key: string) => join(folder, key)

/** On an error, the file is deleted. @throws errors of the stream */
export async function keepUpload(key: string, file: Readable | AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await pipeline(file, createWriteStream(pathOf(key), { mode: 0o600, flags: 'wx' }))
  } catch (error) {
    await removeUploads([key])
    throw error
  }
}

/** Returns null if the upload is not on this machine. */
export async function findUpload(key: string): Promise<string | null> {
  return (await stat(pathOf(key)).catch(() => null)) ? pathOf(key) : null
}

export const openUpload = (path: string) => createReadStream(path, { highWaterMark: 32 * 1024 })

export async function removeUploads(keys: readonly (string | null)[]): Promise<void> {
  for (const key of keys) if (key !== null) await rm(pathOf(key), { force: true })
}

export async function listUploads(): Promise<{ key: string; at: Date }[]> {
  const keys = await readdir(folder).catch(() => [])
  const stats = await Promise.all(
    keys.map(async (key) => ({ key, at: (await stat(pathOf(key)).catch(() => null))?.mtime })),
  )
  return stats.flatMap(({ key, at }) => (at ? [{ key, at }] : []))
}

/** Keys for `removeUploads` after the user is deleted. */
export async function uploadsOf(db: Tx, userId: number): Promise<string[]> {
  const imports = await db.import.findMany({
    where: { userId, fileKey: { not: null } },
    select: { fileKey: true },
  })
  return imports.map(({ fileKey }) => fileKey!)
}
