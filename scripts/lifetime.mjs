// Lifetime of a script: everything that it started is stopped, however it ends.
import { tell } from './environment.mjs'

const interruption = new AbortController()
const stops = []

/** Aborted by Ctrl-C, SIGTERM, a closed terminal, or the end of the npm that started the script. */
export const interrupted = interruption.signal

/** Later registrations are called first. */
export function atEnd(stop) {
  stops.unshift(stop)
}

/**
 * Calls `end` when npm, which started this script, no longer exists. npm forwards SIGTERM and SIGINT (package.json replaces its
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
 * Runs a script. `main` can return an exit code; an error is printed and results in 1, an interruption in `interruptedCode`.
 * `main` must return soon after `interrupted` is aborted.
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
