import { AsyncLocalStorage } from 'node:async_hooks'

/** When somebody must have an answer, in milliseconds of `performance.now()`, and whether it has begun (or nobody waits). */
export type Deadline = { until: number; isMet: () => boolean }

const current = new AsyncLocalStorage<Deadline>()

/** Runs what makes an answer: what it asks of the database fails in time for the answer to say so (lib/pool.ts). */
export const withDeadline = <Result>(deadline: Deadline, work: () => Result): Result =>
  current.run(deadline, work)

/** The deadline of the answer that is being made; undefined where nobody waits for one. */
export const currentDeadline = (): Deadline | undefined => current.getStore()
