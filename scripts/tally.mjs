// Counts the tests in the reports of vitest and Playwright. Only a test that passed at its first attempt counts as passed.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './environment.mjs'

const read = (report) => (existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {})

/**
 * Returns { passed, failed, skipped, failures } of a report of vitest's JSON reporter, with one line for each failure. A
 * missing report counts nothing.
 */
export function tallyVitest(report) {
  const files = read(report).testResults ?? []
  return sum(
    files.flatMap(({ name, status, message = '', assertionResults }) => {
      const file = relative(root, name)
      const counts = assertionResults.map((result) => vitestOutcome(file, result))
      // A file that cannot be loaded, or a failing hook: the file has failed without a failed test.
      const isOnlyTheFile = status === 'failed' && !counts.some(({ failed }) => failed)
      return isOnlyTheFile ? [...counts, failure(file, message)] : counts
    }),
  )
}

/** A test that passed has failure messages if it was retried. */
function vitestOutcome(file, { fullName, status, failureMessages }) {
  if (status === 'passed' && failureMessages.length === 0) return { passed: 1 }
  if (status === 'skipped' || status === 'todo') return { skipped: 1 }
  // vitest reports this instead of its own 'Test timed out'.
  return failure(`${file} › ${fullName}`, failureMessages[0]?.replace('STACK_TRACE_ERROR', 'timed out'))
}

export function tallyPlaywright(report) {
  return sum(testsOf(read(report)).map(playwrightOutcome))
}

const testsOf = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map((test) => ({ ...test, name: `${file} › ${title}` })),
  ),
  ...suites.flatMap(testsOf),
]

/**
 * Counts a test. Playwright reports 'skipped' for tests that are skipped on purpose and for those that an interruption prevented.
 */
function playwrightOutcome({ name, status, annotations, results = [] }) {
  if (status === 'expected') return { passed: 1 }
  const isOnPurpose = annotations.some(({ type }) => type === 'skip' || type === 'fixme')
  if (status === 'skipped' && isOnPurpose) return { skipped: 1 }
  // A test that timed out has a second error, which contains the step.
  return failure(
    name,
    ...(results[0]?.errors ?? []).map(({ message, location }) => located(message, location)),
  )
}

const located = (message = '', location) =>
  `${firstLine(message)}${location ? ` (line ${location.line})` : ''}`

const firstLine = (message = '') => stripVTControlCharacters(message.split('\n', 1)[0])

/** Only the first line of each message: the test's own output has all of it. */
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
