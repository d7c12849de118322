// Prints messages of scripts: sentences for a user at a terminal. Under `npm run serve` each is a line of JSON in the format of
// the server's log, because programs parse it there.
import { hostname } from 'node:os'

const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: Infinity }

export function say(level, sentence, error) {
  if (!process.env.PLAK_SERVE)
    return levels[level] > levels.info ? console.error(sentence) : console.log(sentence)
  if (levels[level] < (levels[process.env.LOG_LEVEL] ?? levels.info)) return
  const line = { level: levels[level], time: Date.now(), pid: process.pid, hostname: hostname() }
  const err = error && { type: error.name, message: error.message, stack: error.stack }
  process.stdout.write(`${JSON.stringify({ ...line, ...(err && { err }), msg: sentence })}\n`)
}
