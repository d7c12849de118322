// `npm run call -- <procedure> [json or --flags]`: every procedure of the router from the command line.
// `npm run call -- --scenario file`: a whole scenario.
import { getUntypedClient } from '@trpc/client'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { inputOf, readArguments, type Call } from './arguments.ts'
import { makeClient, type Client } from './client.ts'
import { makeCookies } from './cookies.ts'
import { BadInput, exitCodes, explain } from './failures.ts'
import { listProcedures, tableOf, type Procedure } from './procedures.ts'
import { runScenario } from './scenario.ts'
import { rememberCookies, rememberedCookies } from './session.ts'

const usage = `npm run -s call -- <procedure> [json | -] [--field value …]
npm run -s call -- --scenario file.ts

  json, -               the input as JSON, or as JSON on standard input
  --field value         one field of the input (--thread.list 3: one within another); yes or no: --field,
                        --no-field
  --help                after a procedure: the JSON schema of its input
  --url address         the server (else PUBLIC_URL, else this machine's PORT)
  --last-event-id id    a subscription goes on after that event (each line says its id)
  --count n             a subscription ends after n events (else with Ctrl-C)
  --scenario file.ts    runs the steps of a file such as tests/harness/scenarios/main-job.ts

A login is remembered for each server. Exit codes: 1 failed, 2 bad input, 3 not allowed, 4 not found,
5 unreachable.`

// A reader that has seen enough ('| head') is no failure; whoever reads no errors is not told of any.
process.stdout.on('error', () => process.exit(exitCodes.done))
process.stderr.on('error', () => {})

let address = 'The server'

const fail = (error: unknown) => {
  const { code, line } = explain(error, address)
  console.error(line)
  process.exit(code)
}
process.on('uncaughtException', fail)

const tell = (value: unknown, pretty: boolean) =>
  process.stdout.write(`${JSON.stringify(value ?? null, null, pretty ? 2 : undefined)}\n`)

async function main(): Promise<number> {
  // Imported here, so that a failure to load it is told like any other.
  const { appRouter } = await import('../../server/router.ts')
  const procedures = listProcedures(appRouter)
  const call = readArguments(process.argv.slice(2), procedures)
  const { procedure, scenario } = call
  if (call.help || !(procedure || scenario)) {
    if (procedure) tell(procedure.schema ?? { description: 'no input' }, process.stdout.isTTY)
    else process.stdout.write(`${usage}\n\n${tableOf(procedures)}\n`)
    return exitCodes.done
  }
  address = serverAddress(call)
  if (scenario) return runScenario(scenario, address)
  await send(call, procedure!)
  return exitCodes.done
}

/** Calls the procedure and prints what comes of it; the session goes along and is kept. */
async function send(call: Call, procedure: Procedure): Promise<void> {
  const input = inputOf(call, call.json === '-' ? await text(process.stdin) : call.json)
  const before = rememberedCookies(address)
  const { client, cookies, close } = makeClient({ url: address, cookies: makeCookies(before) })
  try {
    if (procedure.kind === 'subscription') await watch(client, procedure, input, call.count)
    else tell(await ask(client, procedure, input), process.stdout.isTTY)
  } finally {
    const after = cookies.save()
    if (JSON.stringify(after) !== JSON.stringify(before)) rememberCookies(address, after)
    await close()
  }
}

function serverAddress({ url }: Call): string {
  const env = new URL('../../.env', import.meta.url)
  if (existsSync(env)) process.loadEnvFile(env)
  const { PUBLIC_URL, PORT } = process.env
  const wished = url ?? (PUBLIC_URL || `http://127.0.0.1:${PORT || 3000}`)
  const parsed = URL.canParse(wished) ? new URL(wished) : null
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed.origin
  throw new BadInput(`'${wished}' is no address of a server (http://… or https://…)`)
}

const ask = (client: Client, { kind, name }: Procedure, input: unknown): Promise<unknown> =>
  getUntypedClient(client)[kind === 'query' ? 'query' : 'mutation'](name, input)

/** Prints a subscription's events, one line each, until Ctrl-C, its end, or so many events. */
function watch(client: Client, { name }: Procedure, input: unknown, count: number | null): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = count ?? Infinity
    let state: 'new' | 'started' | 'lost' = 'new'
    const subscription = getUntypedClient(client).subscription(name, input, {
      onStarted() {
        if (state === 'lost') console.error('The connection is back')
        state = 'started'
      },
      onData(event) {
        if (left === 0) return
        tell(event, false)
        if (--left === 0) end()
      },
      onConnectionStateChange(connection) {
        if (!('error' in connection) || !connection.error) return
        // A server that never answered is told at once; one that did is waited for, and the events resume.
        if (state === 'new') reject(connection.error)
        else if (state === 'started') console.error('The connection is lost; trying to come back …')
        if (state === 'started') state = 'lost'
      },
      onError: reject,
      onComplete: resolve,
    })
    function end() {
      subscription.unsubscribe()
      resolve()
    }
    process.on('SIGINT', end)
  })
}

// Whatever still hangs on a timer of a lost connection is not waited for.
main().then((code) => process.stdout.write('', () => process.exit(code)), fail)
