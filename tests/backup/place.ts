import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { runAdmin } from '../../server/operator/commandLine.ts'
import { databasePrefix } from '../support/database.ts'
import { fakeTerminal, type Outcome } from '../support/terminal.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'

export const SECRET = 'a secret of the tests, long enough to be one'

/** Creates a folder that is deleted after the test. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'plak-backup-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/**
 * Returns the URL of a database that does not exist yet, and is
 * dropped after the test; `on` is another server than the tests' own.
 */
export function noDatabase(name: string, on?: string): string {
  const database = `${databasePrefix(process.ppid)}${process.env.VITEST_POOL_ID}_${name}`
  onTestFinished(() => dropDatabase(database, on))
  return testDatabaseUrl(database, on)
}

type Task = { databaseUrl: string; root: string; secret?: string; signal?: AbortSignal }

/** Runs a task as `npm run admin` does, in this process. */
export async function admin(
  { databaseUrl, root, secret = SECRET, signal }: Task,
  ...args: string[]
): Promise<Outcome & { last: string; data: Record<string, unknown> }> {
  const { streams, outcome } = fakeTerminal()
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: process.env.TEST_REDIS_URL,
    APP_SECRET: secret,
    LASTFM_API_KEY: 'x',
  }
  const done = await outcome(runAdmin({ args, env, root, ...(signal && { signal }), ...streams }))
  const last = done.stdout.trim().split('\n').at(-1) ?? ''
  const isJson = args.includes('--json')
  return { ...done, last, data: isJson ? (JSON.parse(done.stdout) as Record<string, unknown>) : {} }
}

export const linesOf = (file: string): string[] =>
  gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')

/** Writes a backup with a different header and correct checksums. */
export function writeWithHeader(from: string, to: string, header: Record<string, unknown>): string {
  const [first, ...rest] = linesOf(from)
  const end = JSON.parse(rest.pop()!) as object
  const lines = [JSON.stringify({ ...(JSON.parse(first!) as object), ...header }), ...rest]
  const text = lines.map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  writeFileSync(to, gzipSync(`${text}${JSON.stringify({ ...end, sha256 })}\n`))
  return to
}
