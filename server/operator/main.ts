// `npm run admin -- <task>`: the process around the operator's tasks.
import { runAdmin } from './commandLine.ts'

const { argv, env, stdout, stderr } = process
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
const code = await runAdmin({ args: argv.slice(2), env, stdout, stderr, signal: ending.signal })
// A connection to Redis that is still opening would hold the process for seconds; the output is flushed first.
stdout.write('', () => process.exit(code))
