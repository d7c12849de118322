import { AsyncLocalStorage } from 'node:async_hooks'
import type { Opening } from './db.ts'
import type { Deadline } from './deadline.ts'

/** Context of the running work, available without passing it on as a parameter. */
export type AsyncContext = { deadline?: Deadline | undefined; opening?: Opening | undefined }

// One storage for both values: each storage adds a field to every promise, and each open socket keeps 25 promises.
const storage = new AsyncLocalStorage<AsyncContext>()

/** Returns the context in which the running work was started. */
export const asyncContext = (): AsyncContext | undefined => storage.getStore()

/** Runs work, and everything that it starts, with additional context. */
export const runWithContext = <Result>(additions: AsyncContext, work: () => Result): Result =>
  storage.run({ ...storage.getStore(), ...additions }, work)
