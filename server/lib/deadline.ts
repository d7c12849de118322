import { asyncContext, runWithContext } from './asyncContext.ts'

/**
 * `until` is when the response is due, in milliseconds of `performance.now()`; `isMet` is true once it has begun, or none is
 * expected.
 */
export type Deadline = { until: number; isMet: () => boolean }

/** Runs a request handler with a deadline: its database calls fail early enough to still send an error response (lib/pool.ts). */
export const withDeadline = <Result>(deadline: Deadline, work: () => Result): Result =>
  runWithContext({ deadline }, work)

export const currentDeadline = (): Deadline | undefined => asyncContext()?.deadline

export const withoutDeadline = <Result>(work: () => Result): Result =>
  runWithContext({ deadline: undefined }, work)
