import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import type { SavedCookies } from './cookies.ts'

const sessions = z.record(
  z.string(),
  z.record(z.string(), z.object({ value: z.string(), expires: z.number().nullable() })),
)

type Env = Record<string, string | undefined>

function sessionFile({ XDG_CONFIG_HOME: wished = '' }: Env): string {
  return join(isAbsolute(wished) ? wished : join(homedir(), '.config'), 'plak', 'session.json')
}

/** Reads the remembered sessions by origin. An invalid file is ignored: the user only has to log in again. */
function readSessions(env: Env): z.infer<typeof sessions> {
  const file = sessionFile(env)
  if (!existsSync(file)) return {}
  try {
    return sessions.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

export const rememberedCookies = (origin: string, env: Env): SavedCookies => readSessions(env)[origin] ?? {}

/** Stores the cookies of an origin for later calls, in a file that only the user can read. */
export function rememberCookies(origin: string, cookies: SavedCookies, env: Env): void {
  const { [origin]: _, ...others } = readSessions(env)
  const kept = Object.keys(cookies).length > 0 ? { ...others, [origin]: cookies } : others
  const file = sessionFile(env)
  // Renamed at the end: a concurrent reader finds the old file or the new one, never half of one.
  const making = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(making, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
    renameSync(making, file)
  } catch (error) {
    throw new Error(`The session could not be kept: ${(error as Error).message}`, { cause: error })
  }
}
