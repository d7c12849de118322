import { runAdmin } from './commandLine.ts'

const { argv, env, stdout, stderr } = process
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
const code = await runAdmin({ args: argv.slice(2), env, stdout, stderr, signal: ending.signal })
// Flush the output, then exit: a Redis connection that is still opening would keep the process alive for seconds.
stdout.write('', () => process.exit(code))
