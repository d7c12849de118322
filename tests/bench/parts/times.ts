import { quantile, rounded } from './results.ts'

/** Returns the duration of `work` in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const WARM_UP = 20

/** Measures reads in milliseconds, by their names: warmed up, then in turn, so that a slow phase of the machine affects all. */
export async function timeInTurn(
  reads: Record<string, () => Promise<unknown>>,
  rounds: number,
): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {}
  for (const [name, read] of Object.entries(reads)) {
    for (let round = 0; round < WARM_UP; round++) await read()
    times[name] = []
  }
  for (let round = 0; round < rounds; round++)
    for (const [name, read] of Object.entries(reads)) times[name]!.push(await timed(read))
  return times
}

/** Returns a row of quantiles for each name. */
export const tableOf = (times: Record<string, number[]>) =>
  Object.fromEntries(
    Object.entries(times).map(([name, each]) => [
      name,
      {
        'p50 ms': rounded(quantile(each, 0.5), 2),
        'p90 ms': rounded(quantile(each, 0.9), 2),
        'p99 ms': rounded(quantile(each, 0.99), 2),
      },
    ]),
  )
