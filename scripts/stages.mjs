import { tell } from './environment.mjs'
import { interrupted } from './lifetime.mjs'

export function makeStages() {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const times = []
  const failures = []

  /**
   * Runs one stage and returns whether it succeeded. A failure is counted and does not stop other stages. `work` can return an
   * exit code (`code`) and the counts of its tests (`tests`).
   */
  async function stage(name, work) {
    console.log(`\n— ${name}`)
    const startedAt = Date.now()
    const failed = await failuresOf(name, work)
    times.push(`${name} ${duration(Date.now() - startedAt)}`)
    total.failed += failed
    return failed === 0
  }

  async function failuresOf(name, work) {
    try {
      const { code = 0, tests } = (await work()) ?? {}
      interrupted.throwIfAborted()
      total.passed += tests?.passed ?? 0
      total.skipped += tests?.skipped ?? 0
      const failed = tests?.failed ?? 0
      failures.push(...(tests?.failures ?? []))
      if (tests && tests.passed + failed === 0) console.error(`\n${name}: no test has run.`)
      else if (failed > 0 || code === 0) return failed
      // A stage can fail without a failed test: an error outside of any test, a type error.
      failures.push(name)
      return 1
    } catch (error) {
      interrupted.throwIfAborted()
      failures.push(name)
      tell(error)
      return 1
    }
  }

  function report(startedAt) {
    if (failures.length > 0) console.log()
    // Repeated at the end, so that they are found even after long output.
    for (const failure of failures) console.log(`✗ ${failure}`)
    console.log(`\n${times.join(', ')}; together ${duration(Date.now() - startedAt)}`)
    if (total.skipped > 0) console.log(`${total.skipped} skipped`)
    console.log(`\n${total.passed} passed, ${total.failed} failed`)
    return total.failed > 0 ? 1 : 0
  }

  return { stage, report }
}

function duration(ms) {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Waits for all promises, so that nothing still runs when one has failed. */
export async function waitForAll(...works) {
  const results = await Promise.allSettled(works)
  const problem = results.find(({ status }) => status === 'rejected')
  if (problem) throw problem.reason
  return results.map(({ value }) => value)
}
