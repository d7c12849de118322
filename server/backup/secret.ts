import { hkdfSync } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const BYTES = 8

export const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'plak: fingerprint', BYTES)).toString('hex')

/**
 * Installs the backup's APP_SECRET if `npm start` manages the secret (.data/secret). Returns a sentence about
 * the result and what the operator must do.
 */
export async function installSecret(
  root: string,
  today: string,
  packed: string | undefined,
): Promise<string> {
  const problem = 'APP_SECRET is another one than when the backup was made'
  if (packed === undefined)
    return `${problem}: set it to the previous one, or people have to connect Spotify again.`
  const file = join(root, '.data/secret')
  const content = await readFile(file, 'utf8').catch(() => '')
  if (content.trim() !== today)
    return `${problem}, which is in the file (gunzip -c … | head -1): set APP_SECRET to it, or people have to connect Spotify again.`
  await rename(file, `${file}.before`)
  await writeFile(file, `${packed}\n`, { mode: 0o600, flag: 'wx' })
  return `${problem}: that of the backup is now in .data/secret, the one before in .data/secret.before.`
}
