import type { Received, Watcher } from './stories.ts'
import type { Told } from './truth.ts'

/** Returns the problems of a user's screen, a line each; none if it shows the state of the database. */
export function screenProblems({ name, shown }: Watcher, truth: readonly string[]): string[] {
  const seen = shown()
  const count = (all: readonly string[], line: string) => all.filter((other) => other === line).length
  const problems = [...new Set([...seen, ...truth])].flatMap((line) => {
    const [here, there] = [count(seen, line), count(truth, line)]
    if (here === there) return []
    return here < there
      ? [`is missing: ${line}`]
      : [there === 0 ? `is not true: ${line}` : `stands twice: ${line}`]
  })
  const isDisordered = problems.length === 0 && seen.some((line, index) => line !== truth[index])
  return [...problems, ...(isDisordered ? ['is in disorder'] : [])].map((problem) => `${name}: ${problem}`)
}

/**
 * Returns the problems of a watcher's events on some topics: a lost event that still exists and that no `reset` announced, an
 * event received twice, or out of order.
 */
export function streamProblems(
  { name, from, received }: Watcher,
  told: readonly Told[],
  topics: ReadonlySet<string>,
): string[] {
  const problems: string[] = []
  const miss = (one: Told) => {
    if (!one.isGone) problems.push(`never received: ${said(one)}`)
  }
  const expected = told.filter(({ seq, topic }) => seq > from && topics.has(topic))
  let next = 0
  let before: Received | null = null
  for (const event of received) {
    const { seq, type } = event
    if (before && event.life !== before.life) problems.push(`${type} ${seq} is of another life`)
    else if (before && seq <= before.seq)
      problems.push(`${type} ${seq} came after ${before.type} ${before.seq}`)
    // Events that a reset announces as lost are not expected.
    if (type === 'reset') while (next < expected.length && expected[next]!.seq <= seq) next++
    else {
      for (; next < expected.length && expected[next]!.seq < seq; next++) miss(expected[next]!)
      const one = expected[next]
      if (one?.seq === seq && one.type === type) next++
      else problems.push(`received what was not sent: ${type} ${seq}`)
    }
    before = event
  }
  expected.slice(next).forEach(miss)
  return problems.map((problem) => `${name}: ${problem}`)
}

const said = ({ type, seq, topic }: Told) => `${type} ${seq} of ${topic}`
