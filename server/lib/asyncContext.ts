import { AsyncLocalStorage } from 'node:async_hooks'
import type { Opening } from './db.ts'
import type { Deadline } from './deadline.ts'

export type AsyncContext = { deadline?: Deadline | undefined; opening?: Opening | undefined }

// One storage for both values: each storage adds a field to every promise, and each open socket keeps 25 promises.
const storage = new AsyncLocalStorage<AsyncContext>()

export const asyncContext = (): AsyncContext | undefined => storage.getStore()

export const runWithContext = <Result>(additions: AsyncContext, work: () => Result): Result =>
  storage.run({ ...storage.getStore(), ...additions }, work)
