// Runs scenarios. A scenario is a file that exports `scenario`: an async function that does what users do, step by step.
// `npm run call -- --scenario tests/harness/scenarios/main-job.ts` runs it against a running server.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeHarness, type Harness, type Person } from './client.ts'
import type { Terminal } from './command.ts'
import { BadInput, exitCodes, explain } from './failures.ts'

/**
 * The tools of a scenario: the harness, whose users get a new nickname on every run and are deleted at the end, and `step`,
 * which reports the result of a named part of the scenario.
 */
export type Scene = Pick<Harness, 'visitor' | 'register' | 'login'> & {
  step: <Result>(what: string, work: () => Promise<Result>) => Promise<Result>
}
type Scenario = (scene: Scene) => Promise<void>

type Output = Pick<Terminal, 'stdout' | 'stderr' | 'onInterrupt'>

/** A step failed, so the rest of the scenario is skipped. */
class StepFailed extends Error {
  readonly unreachable: boolean

  constructor(line: string, unreachable: boolean) {
    super(line)
    this.unreachable = unreachable
  }
}

/**
 * Runs a scenario against a server, prints a line for each step, and
 * always deletes the users that it registered. Returns the exit code.
 * @throws BadInput for a file that is not a scenario
 */
export async function runScenario(file: string, url: string, terminal: Output): Promise<number> {
  const scenario = await readScenario(file)
  const harness = makeHarness(url)
  const people: Person[] = []
  const run = randomBytes(3).toString('hex')

  async function step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now()
    try {
      const result = await work()
      terminal.stdout.write(`✓ ${what} (${Math.round(performance.now() - begun)} ms)\n`)
      return result
    } catch (error) {
      const { code, line } = explain(error, url)
      throw new StepFailed(`✗ ${what}: ${line}`, code === exitCodes.unreachable)
    }
  }
  const register = async (name: string) => {
    const person = await harness.register(`${name}_${run}`)
    people.push(person)
    return person
  }

  // The users are deleted in this case, too.
  const interrupted = new Promise<never>((_, reject) => {
    terminal.onInterrupt(() => reject(new Error('Interrupted')))
  })

  try {
    const { visitor, login } = harness
    await Promise.race([scenario({ visitor, login, register, step }), interrupted])
    return exitCodes.done
  } catch (error) {
    const failure = error instanceof StepFailed ? error : null
    terminal.stderr.write(`${failure?.message ?? `✗ ${explain(error, url).line}`}\n`)
    return failure?.unreachable ? exitCodes.unreachable : exitCodes.failed
  } finally {
    for (const person of people) await remove(harness, person, url, terminal)
    await harness.close()
  }
}

async function readScenario(file: string): Promise<Scenario> {
  const path = resolve(file)
  if (!existsSync(path)) throw new BadInput(`There is no file ${file}`)
  const { scenario } = (await import(pathToFileURL(path).href)) as { scenario?: unknown }
  if (typeof scenario !== 'function') {
    throw new BadInput(`${file} is no scenario: it exports no function 'scenario'`)
  }
  return scenario as Scenario
}

/** Deletes an account, with a new session: the scenario can have ended the others. */
async function remove(harness: Harness, person: Person, url: string, terminal: Output): Promise<void> {
  try {
    const { client } = await harness.login(person)
    await client.auth.deleteAccount.mutate({ password: person.password })
  } catch (error) {
    terminal.stderr.write(`${person.nickname} could not be deleted: ${explain(error, url).line}\n`)
  }
}
