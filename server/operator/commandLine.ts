import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { ZodError } from 'zod'
import { BackupError } from '../backup/file.ts'
import type { Deps } from '../core/deps.ts'
import { closeDeps, makeDeps } from '../deps.ts'
import { isDatabaseDown, lacksTables, whyDatabaseDown } from '../lib/db.ts'
import { DomainError } from '../lib/errors.ts'
import { Refusal } from '../lib/refusal.ts'
import { root as ownRoot } from '../lib/root.ts'
import { readSettings, SettingsError } from '../lib/settings.ts'
import { accountTasks } from './admin/accounts.ts'
import { announceTask } from './admin/announcements.ts'
import { backupTasks } from './admin/backups.ts'
import { doctor } from './admin/doctor.ts'
import { exportAccount } from './admin/exports.ts'
import { invite } from './admin/invitations.ts'
import { migrations } from './admin/migrations.ts'
import { setupLink } from './admin/setupLink.ts'
import { Misunderstood, type Around, type Given, type Task } from './admin/task.ts'
import { removeThing } from './admin/things.ts'
import { upkeepTasks } from './admin/upkeep.ts'

export const tasks: Record<string, Task> = {
  'setup-link': setupLink,
  ...accountTasks,
  invite,
  announce: announceTask,
  export: exportAccount,
  remove: removeThing,
  ...upkeepTasks,
  ...backupTasks,
  migrations,
  doctor,
}

function help(): string {
  const rows = Object.entries(tasks).map(([name, { words, usage, does }]) => ({
    call: [name, words, usage].filter(Boolean).join(' '),
    does,
  }))
  const width = Math.max(...rows.map(({ call }) => call.length)) + 2
  const lines = rows.map(({ call, does }) => `  ${call.padEnd(width)}${does}`)
  return `Usage: npm run admin -- <task>\n\n${lines.join('\n')}\n\nEach takes --json: one document on standard output.\n`
}

/** Returns null for an unexpected error, which needs its stack trace. */
function sentenceOf(error: unknown, word: string): string | null {
  const describe = (message: string) =>
    `${word ? `${word}: ` : ''}${message}${/[.!?]$/.test(message) ? '' : '.'}`
  if (error instanceof DomainError) return describe(error.message)
  if (error instanceof ZodError) return describe(error.issues[0]!.message)
  if ([SettingsError, BackupError, Refusal].some((kind) => error instanceof kind))
    return (error as Error).message
  if ((error as Error).name === 'AbortError')
    return 'It was told to end before it was done; nothing of it is kept.'
  if (isDatabaseDown(error))
    return `The database cannot be reached (${whyDatabaseDown(error)}). Check DATABASE_URL.`
  if (lacksTables(error)) return 'The database has no tables of Plak. `npm start` creates them.'
  return null
}

function understand(name: string, rest: string[]): { task: Task; given: Given; isJson: boolean } {
  const task = Object.hasOwn(tasks, name) ? tasks[name]! : undefined
  if (!task) throw new Misunderstood(`There is no task '${name}'.`)
  const options = { ...task.options, json: { type: 'boolean' } } as const
  let parsed
  try {
    parsed = parseArgs({ args: rest, options, allowPositionals: true })
  } catch (error) {
    throw new Misunderstood(`'${name}': ${(error as Error).message}`)
  }
  const { values, positionals } = parsed as unknown as {
    values: Given['options']
    positionals: string[]
  }
  const expectedWords = task.words?.split(' ') ?? []
  const requiredWords = expectedWords.filter((word) => !word.startsWith('['))
  const isCount = positionals.length >= requiredWords.length && positionals.length <= expectedWords.length
  if (!isCount || positionals.some((word) => word.trim() === ''))
    throw new Misunderstood(`'${name}' takes ${task.words ?? 'nothing'}.`)
  return { task, given: { words: positionals, options: values }, isJson: values['json'] === true }
}

/** Writes the audit trail before the result is printed. */
async function perform(around: Around, name: string, task: Task, input: Given) {
  const result = task.alone
    ? await task.alone(around, input)
    : { ...(await task.run(await around.connect(), input)), code: 0 }
  if (result.changed) {
    const deps = await around.connect()
    deps.audit.note({ event: `admin.${name}`, actor: null, ...result.changed })
    await deps.audit.flush()
  }
  return result
}

type Process = {
  args: string[]
  env: Record<string, string | undefined>
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
  signal?: AbortSignal
  root?: string
}

/**
 * Returns the exit code: 0 for success, 1 for a failure, 2 for invalid usage. With `--json`, the result or the error is one
 * document on standard output.
 */
export async function runAdmin({
  args: [name = '', ...rest],
  env,
  stdout,
  stderr,
  signal = new AbortController().signal,
  root = ownRoot,
}: Process): Promise<number> {
  if (['', 'help', '--help', '-h'].includes(name)) {
    stdout.write(help())
    return name === '' ? 2 : 0
  }
  const refuse = (code: number, sentence: string, details = '') => {
    stderr.write(`${sentence}\n${details}`)
    if (rest.includes('--json')) stdout.write(`${JSON.stringify({ error: sentence })}\n`)
    return code
  }
  let connected: Promise<Deps> | null = null
  try {
    const { task, given: input, isJson } = understand(name, rest)
    const settings = () => readSettings(env)
    const connect = () => (connected ??= makeDeps(settings(), pino({ level: 'silent' })))
    const {
      said: text,
      data,
      code = 0,
    } = await perform({ env, settings, root, connect, signal }, name, task, input)
    stdout.write(`${isJson ? JSON.stringify(data) : text}\n`)
    return code
  } catch (error) {
    if (error instanceof Misunderstood) return refuse(2, error.message, connected ? '' : `\n${help()}`)
    const word = rest.find((each) => !each.startsWith('-')) ?? ''
    return refuse(1, sentenceOf(error, word) ?? (error instanceof Error ? error.stack! : String(error)))
  } finally {
    // A failed connection is already reported.
    const deps = await Promise.resolve(connected).catch(() => null)
    if (deps) await closeDeps(deps)
  }
}
