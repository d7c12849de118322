import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './db.ts'

/** Maximum number of items in a batch: they must fit into one statement. */
const MAX_BATCH = 100

/**
 * `gather`: shortest pause between two batches, in milliseconds, because a call costs less in a larger batch. The first one does not
 * wait.
 */
type Options = { gather?: number }

/**
 * Batches concurrent calls: items that arrive in one turn of the event loop, or while a batch runs, form the next one. `work`
 * returns a result for each item, in order. If a batch of several items fails, each item is tried on its own, so that no call
 * fails because of another one.
 */
export function batched<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  { gather = 0 }: Options = {},
): (item: Item) => Promise<Result> {
  type Call = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const queue: Call[] = []
  let isRunning = false

  async function runBatch(calls: Call[]): Promise<void> {
    try {
      const results = await work(calls.map(({ item }) => item))
      calls.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      if (calls.length > 1) await Promise.all(calls.map((call) => runBatch([call])))
      else calls[0]!.reject(error)
    }
  }
  async function run() {
    isRunning = true
    // Node parses requests that arrive together one after the other. By the next turn, all of them are in the queue.
    await nextTurn()
    while (queue.length > 0) {
      await runBatch(queue.splice(0, MAX_BATCH))
      if (gather > 0) await sleep(gather)
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (!isRunning) void run()
    })
}

export function batchedOn<On extends { db: Db }, Item, Result>(
  work: (on: On, items: Item[]) => Promise<Result[]>,
  options?: Options,
): (on: On, item: Item) => Promise<Result> {
  const batches = new WeakMap<Db, (item: Item) => Promise<Result>>()
  return (on, item) => {
    const batch = batches.get(on.db) ?? batched((items: Item[]) => work(on, items), options)
    batches.set(on.db, batch)
    return batch(item)
  }
}
