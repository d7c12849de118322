import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { ZodError } from 'zod'
import { accountTasks } from './admin/accounts.ts'
import { doctor } from './admin/doctor.ts'
import { invite } from './admin/invitations.ts'
import { migrations } from './admin/migrations.ts'
import { Misunderstood, type Given, type Task } from './admin/task.ts'
import { removeThing } from './admin/things.ts'
import { upkeepTasks } from './admin/upkeep.ts'
import { closeDeps, makeDeps, type Deps } from './deps.ts'
import { isDatabaseDown, lacksTables, whyDatabaseDown } from './lib/db.ts'
import { DomainError } from './lib/errors.ts'
import { readSettings, SettingsError } from './lib/settings.ts'

const tasks: Record<string, Task> = {
  ...accountTasks,
  invite,
  remove: removeThing,
  ...upkeepTasks,
  migrations,
  doctor,
}

function help(): string {
  const shown = Object.entries(tasks).map(([name, { words, usage, does }]) => ({
    call: [name, words, usage].filter(Boolean).join(' '),
    does,
  }))
  const width = Math.max(...shown.map(({ call }) => call.length)) + 2
  const lines = shown.map(({ call, does }) => `  ${call.padEnd(width)}${does}`)
  return `Usage: npm run admin -- <task>\n\n${lines.join('\n')}\n\nEach takes --json: one document on standard output.\n`
}

/** What an operator reads instead of a stack; null for what only its stack explains. */
function sentenceOf(error: unknown, word: string): string | null {
  const about = (message: string) =>
    `${word ? `${word}: ` : ''}${message}${/[.!?]$/.test(message) ? '' : '.'}`
  if (error instanceof DomainError) return about(error.message)
  if (error instanceof ZodError) return about(error.issues[0]!.message)
  if (error instanceof SettingsError) return error.message
  if (isDatabaseDown(error))
    return `The database cannot be reached (${whyDatabaseDown(error)}). Check DATABASE_URL.`
  if (lacksTables(error)) return 'The database has no tables of ours. `npm start` makes them.'
  return null
}

/** The task that was asked for, with what was typed behind its name. @throws Misunderstood */
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
  const wanted = task.words?.split(' ').length ?? 0
  if (positionals.length !== wanted || positionals.some((word) => word.trim() === ''))
    throw new Misunderstood(`'${name}' takes ${task.words ?? 'nothing'}.`)
  return { task, given: { words: positionals, options: values }, isJson: values['json'] === true }
}

/** Does a task; what it changed is a line of the trail before it is said. */
async function perform(deps: Deps, name: string, task: Extract<Task, { alone?: never }>, given: Given) {
  const done = await task.run(deps, given)
  if (done.changed) {
    deps.audit.note({ event: `admin.${name}`, actor: null, ...done.changed })
    await deps.audit.flush()
  }
  return done
}

type Process = {
  args: string[]
  env: Record<string, string | undefined>
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
}

/**
 * `npm run admin -- <task>`: what an operator can do. Gives the exit code: 0 when it is done, 1 when it could not be
 * done, 2 when it was not understood. With `--json` the answer, or the error, is one document on standard output.
 */
export async function runAdmin({
  args: [name = '', ...rest],
  env,
  stdout,
  stderr,
}: Process): Promise<number> {
  if (['', 'help', '--help', '-h'].includes(name)) {
    stdout.write(help())
    return name === '' ? 2 : 0
  }
  const refuse = (code: number, sentence: string, more = '') => {
    stderr.write(`${sentence}\n${more}`)
    if (rest.includes('--json')) stdout.write(`${JSON.stringify({ error: sentence })}\n`)
    return code
  }
  let deps: Deps | null = null
  try {
    const { task, given, isJson } = understand(name, rest)
    const say = ({ said, data }: { said: string; data: unknown }) =>
      stdout.write(`${isJson ? JSON.stringify(data) : said}\n`)
    if (task.alone) {
      const done = await task.alone(env)
      say(done)
      return done.code ?? 0
    }
    deps = await makeDeps(readSettings(env), pino({ level: 'silent' }))
    say(await perform(deps, name, task, given))
    return 0
  } catch (error) {
    if (error instanceof Misunderstood) return refuse(2, error.message, deps ? '' : `\n${help()}`)
    const word = rest.find((each) => !each.startsWith('-')) ?? ''
    return refuse(1, sentenceOf(error, word) ?? (error instanceof Error ? error.stack! : String(error)))
  } finally {
    if (deps) await closeDeps(deps)
  }
}
