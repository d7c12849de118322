import { asyncContext, within } from './asyncContext.ts'

/** When a response is due, in milliseconds of `performance.now()`, and whether it has begun (or none is awaited). */
export type Deadline = { until: number; isMet: () => boolean }

/** Runs a request handler: its database calls fail early enough to still send an error response (lib/pool.ts). */
export const withDeadline = <Result>(deadline: Deadline, work: () => Result): Result =>
  within({ deadline }, work)

/** The deadline of the current response; undefined outside of requests. */
export const currentDeadline = (): Deadline | undefined => asyncContext()?.deadline

/** Runs what outlasts the deadline of the current response: the request itself takes longer. */
export const withoutDeadline = <Result>(work: () => Result): Result => within({ deadline: undefined }, work)
