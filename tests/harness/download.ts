import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { paths } from '../../shared/paths.ts'
import { makeCookies } from './cookies.ts'
import { Refused } from './failures.ts'
import { rememberedCookies } from './session.ts'

/**
 * Downloads the data of the signed-in user into a file, or into a folder under the server's file name. Returns the path of the
 * file. A failed download leaves no file.
 * @throws Refused with the server's response
 */
export async function downloadData(
  address: string,
  place: string,
  env: Record<string, string | undefined>,
): Promise<string> {
  const cookie = makeCookies(rememberedCookies(address, env)).header()
  const answer = await fetch(address + paths.exportZip(), {
    headers: cookie ? { cookie } : {},
    redirect: 'error',
  })
  if (!answer.ok || !answer.body) throw new Refused(answer.status, await answer.json().catch(() => null))
  const [, name = 'plak.zip'] =
    /filename="([\w.-]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  const found = await stat(place).catch(() => null)
  const file = resolve(found?.isDirectory() ? join(place, name) : place)
  const partial = `${file}.${process.pid}.partial`
  try {
    const bytes = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
    await pipeline(bytes, createWriteStream(partial, { flags: 'wx', mode: 0o600 }))
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
  return file
}
