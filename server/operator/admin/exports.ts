import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { exportName, makeExport } from '../../account/export/zip.ts'
import { getAccount } from '../../account/operator.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Task } from './task.ts'

export const exportAccount: Task = {
  words: '{nickname} [file]',
  does: "writes a person's data, as they could download it, into a file (.data/exports)",
  async alone({ connect, root, signal }, { words: [word = '', place] }) {
    const deps = await connect()
    const nickname = word.trim().toLowerCase()
    const { id } = await getAccount(deps, nickname)
    const file = await fileAt(place, join(root, '.data/exports'), exportName(nickname, deps.now()))
    // Written under a temporary name and renamed when complete, so that a failure leaves no partial file.
    const partial = join(dirname(file), `.${basename(file)}.${process.pid}.plak-partial`)
    const { zip, done: completion } = makeExport(deps, id)
    try {
      await pipeline(zip, createWriteStream(partial, { flags: 'wx', mode: 0o600 }), { signal })
      await rename(partial, file)
    } catch (error) {
      throw explain(file, error)
    } finally {
      await rm(partial, { force: true })
      await completion
    }
    const { size } = await stat(file)
    const text = `Everything of ${nickname}, ${Math.ceil(size / 1024)} KB.\n${file}`
    return { said: text, data: { nickname, file, bytes: size }, changed: { subject: id } }
  },
}

async function fileAt(place: string | undefined, folder: string, name: string): Promise<string> {
  if (place === undefined) {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw explain(folder, error)
    })
    return join(folder, name)
  }
  const stats = await stat(place).catch(() => null)
  return resolve(stats?.isDirectory() ? join(place, name) : place)
}

function explain(file: string, error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException
  return syscall ? new Refusal(`${file} cannot be written (${message}). Name another place.`) : error
}
