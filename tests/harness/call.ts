// `npm run call -- <procedure> [json or --flags]`: every procedure of the router from the command line.
// `npm run call -- --scenario file`: a whole scenario. This file is the process around it.
import { runCommand } from './command.ts'
import { exitCodes, explain } from './failures.ts'

const { argv, env, stdin, stdout, stderr } = process

// A reader that closes the pipe early ('| head') is no failure; a closed stderr gets no errors.
stdout.on('error', () => process.exit(exitCodes.done))
stderr.on('error', () => {})
process.on('uncaughtException', (error) => {
  const { code, line } = explain(error, 'The server')
  stderr.write(`${line}\n`)
  process.exit(code)
})

// npm passes a Ctrl-C on that the terminal has sent already: the second must not end the process.
const onInterrupt = (listener: () => void) => void process.on('SIGINT', listener)
const code = await runCommand({ args: argv.slice(2), env, stdin, stdout, stderr, onInterrupt })
// Whatever still hangs on a timer of a lost connection is not waited for; what was printed is out first.
stdout.write('', () => process.exit(code))
