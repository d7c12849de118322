// `npm run call -- <procedure> [json or --flags]`: calls any procedure of the router from the command line.
// `npm run call -- --scenario file`: runs a whole scenario. This file is the process around it.
import { runCommand } from './command.ts'
import { exitCodes, explain } from './failures.ts'

const { argv, env, stdin, stdout, stderr } = process

// A reader that closes the pipe early ('| head') is not a failure; errors of a closed stderr are ignored.
stdout.on('error', () => process.exit(exitCodes.done))
stderr.on('error', () => {})
process.on('uncaughtException', (error) => {
  const { code, line } = explain(error, 'The server')
  stderr.write(`${line}\n`)
  process.exit(code)
})

// npm forwards a Ctrl-C that the terminal has already sent: the second one must not end the process.
const onInterrupt = (listener: () => void) => void process.on('SIGINT', listener)
const code = await runCommand({ args: argv.slice(2), env, stdin, stdout, stderr, onInterrupt })
// Does not wait for timers of a lost connection; the output is written before the exit.
stdout.write('', () => process.exit(code))
