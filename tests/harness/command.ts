import { existsSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { getUntypedClient } from '@trpc/client'
import { parseUrl } from '../../shared/parseUrl.ts'
import { inputOf, readArguments, type Call } from './arguments.ts'
import { makeClient, type Client } from './client.ts'
import { makeCookies } from './cookies.ts'
import { downloadData } from './download.ts'
import { BadInput, exitCodes, explain } from './failures.ts'
import { listProcedures, tableOf, type Procedure } from './procedures.ts'
import { runScenario } from './scenario.ts'
import { rememberCookies, rememberedCookies } from './session.ts'
import { uploadFile } from './upload.ts'

type Env = Record<string, string | undefined>

/** Input and output of the command: those of a process, or a test's replacement. */
export type Terminal = {
  args: string[]
  env: Env
  stdin: NodeJS.ReadableStream
  stdout: NodeJS.WritableStream & { isTTY?: boolean }
  stderr: NodeJS.WritableStream
  /** Registers a listener for a clean end at Ctrl-C; without any listener Ctrl-C just ends the process. */
  onInterrupt: (listener: () => void) => void
}

const usage = `npm run -s call -- <procedure> [json | -] [--field value …]
npm run -s call -- --scenario file.ts
npm run -s call -- --export file
npm run -s call -- --import file

  json, -               the input as JSON, or as JSON on standard input
  --field value         one field of the input (--thread.list 3: one within another); yes or no: --field,
                        --no-field
  --help                after a procedure: the JSON schema of its input
  --url address         the server (else PUBLIC_URL, else this machine's PORT)
  --last-event-id id    a subscription goes on after that event (each line says its id)
  --count n             a subscription ends after n events (else with Ctrl-C)
  --scenario file.ts    runs the steps of a file such as tests/harness/scenarios/main-job.ts
  --export file         downloads your data as a zip into a file, or into a folder; who you are logged in as
  --import file         begins an import of that file and prints its id: imports.get shows it, imports.start writes it

A login is remembered for each server; PLAK_TOKEN=plak_… calls with an access token instead. Exit codes: 1 failed
(also: the token is refused), 2 bad input, 3 not allowed, 4 not found, 5 unreachable.`

/** Executes the arguments, and returns the exit code after closing its connections. */
export async function runCommand(terminal: Terminal): Promise<number> {
  let address = 'The server'
  try {
    // Imported here, so that a failure to load it is reported like any other.
    const { appRouter } = await import('../../server/router.ts')
    const procedures = listProcedures(appRouter)
    const call = readArguments(terminal.args, procedures)
    const { procedure, scenario, download, upload } = call
    if (call.help || !(procedure || scenario || download || upload)) {
      if (procedure) print(terminal, procedure.schema ?? { description: 'no input' })
      else terminal.stdout.write(`${usage}\n\n${tableOf(procedures)}\n`)
      return exitCodes.done
    }
    address = serverAddress(call, terminal.env)
    if (scenario) return await runScenario(scenario, address, terminal)
    if (download) {
      terminal.stdout.write(`${await downloadData(address, download, terminal.env)}\n`)
      return exitCodes.done
    }
    if (upload) {
      print(terminal, await uploadFile(address, upload, terminal.env))
      return exitCodes.done
    }
    await send(call, procedure!, address, terminal)
    return exitCodes.done
  } catch (error) {
    const { code, line } = explain(error, address)
    terminal.stderr.write(`${line}\n`)
    return code
  }
}

/** Prints a value as JSON: on several lines for a terminal, on one line for a program. */
function print({ stdout }: Terminal, value: unknown, isPretty = stdout.isTTY): void {
  stdout.write(`${JSON.stringify(value ?? null, null, isPretty ? 2 : undefined)}\n`)
}

/**
 * Calls the procedure and prints the result; sends the remembered session, and stores its new cookies. An access token of the
 * environment is sent instead.
 */
async function send(call: Call, procedure: Procedure, address: string, terminal: Terminal): Promise<void> {
  const input = inputOf(call, call.json === '-' ? await text(terminal.stdin) : call.json)
  const token = terminal.env.PLAK_TOKEN || undefined
  const before = token === undefined ? rememberedCookies(address, terminal.env) : {}
  const { client, cookies, close } = makeClient({ url: address, cookies: makeCookies(before), token })
  try {
    if (procedure.kind === 'subscription')
      await watch({ client, procedure, input, count: call.count, terminal })
    else print(terminal, await ask(client, procedure, input))
  } finally {
    const after = cookies.save()
    if (JSON.stringify(after) !== JSON.stringify(before)) rememberCookies(address, after, terminal.env)
    await close()
  }
}

function serverAddress({ url }: Call, env: Env): string {
  const file = new URL('../../.env', import.meta.url)
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const { PUBLIC_URL, PORT } = { ...fromFile, ...env }
  const wished = url ?? (PUBLIC_URL || `http://127.0.0.1:${PORT || 3000}`)
  const parsed = parseUrl(wished)
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed.origin
  throw new BadInput(`'${wished}' is no address of a server (http://… or https://…)`)
}

const ask = (client: Client, { kind, name }: Procedure, input: unknown): Promise<unknown> =>
  getUntypedClient(client)[kind === 'query' ? 'query' : 'mutation'](name, input)

type Watch = {
  client: Client
  procedure: Procedure
  input: unknown
  count: number | null
  terminal: Terminal
}

/** Prints a subscription's events, one line each, until Ctrl-C, its end, or `count` events. */
function watch({ client, procedure, input, count, terminal }: Watch): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = count ?? Infinity
    let state: 'new' | 'started' | 'lost' = 'new'
    const subscription = getUntypedClient(client).subscription(procedure.name, input, {
      onStarted() {
        if (state === 'lost') terminal.stderr.write('The connection is back\n')
        state = 'started'
      },
      onData(event) {
        if (left === 0) return
        print(terminal, event, false)
        if (--left === 0) end()
      },
      onConnectionStateChange(connection) {
        if (!('error' in connection) || !connection.error) return
        // Fails at once if the server never answered; otherwise waits for it, and the events resume.
        if (state === 'new') reject(connection.error)
        else if (state === 'started') terminal.stderr.write('The connection is lost; trying to come back …\n')
        if (state === 'started') state = 'lost'
      },
      onError: reject,
      onComplete: resolve,
    })
    function end() {
      subscription.unsubscribe()
      resolve()
    }
    terminal.onInterrupt(end)
  })
}
