// What the reports of vitest and Playwright count. Only a test that ran and passed at its first try has passed.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './environment.mjs'

const read = (report) => (existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {})

/**
 * { passed, failed, skipped, failures } of a report of vitest's JSON reporter, `failures` a line each; a missing report
 * counts nothing.
 */
export function tallyVitest(report) {
  const files = read(report).testResults ?? []
  return sum(
    files.flatMap(({ name, status, message = '', assertionResults }) => {
      const file = relative(root, name)
      const counts = assertionResults.map((result) => vitestOutcome(file, result))
      // A file that cannot be loaded, a hook that fails: no test of it has failed, the file has.
      const isOnlyTheFile = status === 'failed' && !counts.some(({ failed }) => failed)
      return isOnlyTheFile ? [...counts, failure(file, message)] : counts
    }),
  )
}

/** A test that passed has messages of failure when it was tried again. */
function vitestOutcome(file, { fullName, status, failureMessages }) {
  if (status === 'passed' && failureMessages.length === 0) return { passed: 1 }
  if (status === 'skipped' || status === 'todo') return { skipped: 1 }
  // vitest puts this in the place of its own 'Test timed out'.
  return failure(`${file} › ${fullName}`, failureMessages[0]?.replace('STACK_TRACE_ERROR', 'timed out'))
}

/** The same of a report of Playwright's JSON reporter. */
export function tallyPlaywright(report) {
  return sum(testsOf(read(report)).map(playwrightOutcome))
}

const testsOf = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map((test) => ({ ...test, name: `${file} › ${title}` })),
  ),
  ...suites.flatMap(testsOf),
]

/** Playwright calls 'skipped' what is left out on purpose, and also what an interruption kept from running. */
function playwrightOutcome({ name, status, annotations, results = [] }) {
  if (status === 'expected') return { passed: 1 }
  const isOnPurpose = annotations.some(({ type }) => type === 'skip' || type === 'fixme')
  if (status === 'skipped' && isOnPurpose) return { skipped: 1 }
  // A test that runs out of time has a second error, which says in which step.
  return failure(
    name,
    ...(results[0]?.errors ?? []).map(({ message, location }) => located(message, location)),
  )
}

const located = (message = '', location) =>
  `${firstLine(message)}${location ? ` (line ${location.line})` : ''}`

const firstLine = (message = '') => stripVTControlCharacters(message.split('\n', 1)[0])

/** The first line of each message alone: all of it stands where the test failed. */
const failure = (name, ...messages) => ({
  failed: 1,
  failures: [`${name}: ${messages.map(firstLine).join(' · ')}`],
})

function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] }
  for (const { failures = [], ...numbers } of counts) {
    for (const name of Object.keys(numbers)) total[name] += numbers[name]
    total.failures.push(...failures)
  }
  return total
}
