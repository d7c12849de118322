import { pino } from 'pino'
import { disableAccount, enableAccount, makeResetLink } from './account/operator.ts'
import { pruneSessions } from './auth/sessions.ts'
import { closeDeps, makeDeps, type Deps } from './deps.ts'
import { isDatabaseDown, lacksTables, whyDatabaseDown } from './lib/db.ts'
import { DomainError } from './lib/errors.ts'
import { readSettings, SettingsError } from './lib/settings.ts'

type Task = { takes?: 'nickname'; does: string; run: (deps: Deps, nickname: string) => Promise<string> }

const sessions = (count: number) => (count === 1 ? '1 session' : `${count} sessions`)

const tasks: Record<string, Task> = {
  disable: {
    takes: 'nickname',
    does: 'ends every session of an account and hides it; its data stays',
    run: async (deps, nickname) => {
      const { ended } = await disableAccount(deps, nickname)
      return `${nickname} is disabled; ${sessions(ended)} ended.`
    },
  },
  enable: {
    takes: 'nickname',
    does: 'lets a disabled account in again',
    run: async (deps, nickname) => {
      await enableAccount(deps, nickname)
      return `${nickname} is enabled and can log in.`
    },
  },
  'reset-link': {
    takes: 'nickname',
    does: 'prints a link with which the person can choose a new password: once, within an hour',
    run: (deps, nickname) => makeResetLink(deps, nickname),
  },
  'sessions-prune': {
    does: 'deletes the sessions and reset links that nobody can use any more',
    run: async (deps) => `${sessions(await pruneSessions(deps))} deleted.`,
  },
}

function help(): string {
  const lines = Object.entries(tasks).map(
    ([name, { takes, does }]) => `  ${`${name} ${takes ?? ''}`.padEnd(22)}${does}`,
  )
  return `Usage: npm run admin -- <task>\n\n${lines.join('\n')}\n`
}

/** What an operator reads instead of a stack; null for what only its stack explains. */
function sentenceOf(error: unknown, nickname: string): string | null {
  if (error instanceof DomainError) return `${nickname}: ${error.message}.`
  if (error instanceof SettingsError) return error.message
  if (isDatabaseDown(error))
    return `The database cannot be reached (${whyDatabaseDown(error)}). Check DATABASE_URL.`
  if (lacksTables(error)) return 'The database has no tables of ours. `npm start` makes them.'
  return null
}

type Process = {
  args: string[]
  env: Record<string, string | undefined>
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
}

/**
 * `npm run admin -- <task>`: what an operator can do. Gives the exit code: 0 when it is done, 1 when it could not be
 * done, 2 when it was not understood.
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
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
  const nickname = (rest[0] ?? '').trim().toLowerCase()
  if (!task || rest.length !== (task.takes ? 1 : 0) || (task.takes && nickname === '')) {
    const takes = task?.takes ? 'one nickname' : 'nothing'
    const problem = task ? `'${name}' takes ${takes}.` : `There is no task '${name}'.`
    stderr.write(`${problem}\n\n${help()}`)
    return 2
  }
  let deps: Deps | null = null
  try {
    deps = await makeDeps(readSettings(env), pino({ level: 'silent' }))
    stdout.write(`${await task.run(deps, nickname)}\n`)
    return 0
  } catch (error) {
    stderr.write(`${sentenceOf(error, nickname) ?? (error instanceof Error ? error.stack : String(error))}\n`)
    return 1
  } finally {
    if (deps) await closeDeps(deps)
  }
}
