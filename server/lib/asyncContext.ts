import { AsyncLocalStorage } from 'node:async_hooks'
import type { Opening } from './db.ts'
import type { Deadline } from './deadline.ts'

/** What is known of the work that is under way, without being handed on. */
export type AsyncContext = { deadline?: Deadline | undefined; opening?: Opening | undefined }

// One storage for all of it: each would put a field of its own on every promise, of which each open socket keeps 25.
const storage = new AsyncLocalStorage<AsyncContext>()

/** What the work that runs now was begun with. */
export const asyncContext = (): AsyncContext | undefined => storage.getStore()

/** Runs work, and all that it begins, with more of it. */
export const within = <Result>(more: AsyncContext, work: () => Result): Result =>
  storage.run({ ...storage.getStore(), ...more }, work)
