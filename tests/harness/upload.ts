import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { paths } from '../../shared/paths.ts'
import { makeCookies } from './cookies.ts'
import { BadInput, Refused } from './failures.ts'
import { rememberedCookies } from './session.ts'

/**
 * Starts an import of a file for the signed-in user, and returns the server's response.
 * @throws BadInput, Refused
 */
export async function uploadFile(
  address: string,
  file: string,
  env: Record<string, string | undefined>,
): Promise<unknown> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new BadInput(`'${file}' is no file that can be read`)
  const cookie = makeCookies(rememberedCookies(address, env)).header()
  // A streamed body requires `duplex`, which is missing in the types.
  const request: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(found.size),
      'x-file-name': encodeURIComponent(basename(file)),
      ...(cookie && { cookie }),
    },
    body: Readable.toWeb(createReadStream(file)) as ReadableStream,
    duplex: 'half',
    redirect: 'error',
  }
  const answer = await fetch(address + paths.importFile(), request)
  const said: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw new Refused(answer.status, said)
  return said
}
