// What the reports of vitest and Playwright count. Only a test that ran and passed at its first try has passed.
import { existsSync, readFileSync } from 'node:fs'

const read = (report) => (existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {})

/** { passed, failed, skipped } of a report of vitest's JSON reporter; a missing report counts nothing. */
export function tallyVitest(report) {
  const files = read(report).testResults ?? []
  return sum(
    files.map(({ status, assertionResults }) => {
      const counts = sum(assertionResults.map(vitestOutcome))
      // A file that cannot be loaded, a hook that fails: no test of it has failed, the file has.
      return status === 'failed' && counts.failed === 0 ? { ...counts, failed: 1 } : counts
    }),
  )
}

/** A test that passed has messages of failure when it was tried again. */
function vitestOutcome({ status, failureMessages }) {
  if (status === 'passed') return failureMessages.length > 0 ? { failed: 1 } : { passed: 1 }
  return status === 'skipped' || status === 'todo' ? { skipped: 1 } : { failed: 1 }
}

/** The same of a report of Playwright's JSON reporter. */
export function tallyPlaywright(report) {
  return sum(testsOf(read(report)).map(playwrightOutcome))
}

const testsOf = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ tests }) => tests),
  ...suites.flatMap(testsOf),
]

/** Playwright calls 'skipped' what is left out on purpose, and also what an interruption kept from running. */
function playwrightOutcome({ status, annotations }) {
  if (status === 'expected') return { passed: 1 }
  const isOnPurpose = annotations.some(({ type }) => type === 'skip' || type === 'fixme')
  return status === 'skipped' && isOnPurpose ? { skipped: 1 } : { failed: 1 }
}

function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const count of counts) for (const name of Object.keys(total)) total[name] += count[name] ?? 0
  return total
}
