// From the first line of a script to its last: whatever it started is stopped, whichever way it ends.
import { tell } from './environment.mjs'

const interruption = new AbortController()
const stops = []

/** Aborted by Ctrl-C, SIGTERM, a closed terminal, or the end of the npm that started the script. */
export const interrupted = interruption.signal

/** Has something stopped at the end, before everything that was started earlier. */
export function atEnd(stop) {
  stops.unshift(stop)
}

/**
 * Calls `end` when npm, which started this script, no longer exists. npm passes SIGTERM and SIGINT on (package.json replaces its
 * shell by the script); after SIGKILL it cannot.
 */
export function whenNpmIsGone(end) {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    end()
  }, 500)
  timer.unref()
}

/**
 * Runs a script. `main` may return an exit code; an error is printed and makes it 1; an interruption makes it
 * `interruptedCode`. `main` must give up soon when `interrupted` is aborted.
 */
export async function live(main, { interruptedCode = 130 } = {}) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interruption.abort())
  whenNpmIsGone(() => interruption.abort())
  let code
  try {
    code = (await main()) ?? 0
  } catch (error) {
    code = 1
    if (!interrupted.aborted) tell(error)
  }
  if (interrupted.aborted) code = interruptedCode
  for (const stop of stops) {
    try {
      await stop()
    } catch (error) {
      tell(error)
      code ||= 1
    }
  }
  process.exit(code)
}
