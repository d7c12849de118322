import type { Jobs } from '../jobs/running.ts'
import { withoutDeadline } from '../lib/deadline.ts'
import { tooMany } from '../lib/errors.ts'

/** how long a request waits for long work, in milliseconds: less than a response may take */
const PATIENCE = 20_000
/** how long the result of work that nobody waited for is kept, in milliseconds */
const KEPT = 60_000

/** Runs work that goes on without its request. Returns its result, or null if it takes longer than the patience. */
export async function withPatience<Result>(
  jobs: Jobs,
  work: (signal: AbortSignal) => Promise<Result>,
  patience = PATIENCE,
): Promise<{ result: Result } | null> {
  return await awaitWork(startWork(jobs, work), patience)
}

function startWork<Result>(jobs: Jobs, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    withoutDeadline(() =>
      jobs.start(async (signal) => {
        await work(signal).then(resolve, reject)
      }),
    )
  })
}

async function awaitWork<Result>(
  work: Promise<Result>,
  patience: number,
): Promise<{ result: Result } | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patience)
  })
  const done = work.then((result) => ({ result }))
  return await Promise.race([done, timeout]).finally(() => clearTimeout(timer))
}

const runningWork = new WeakMap<Jobs, { name: string; work: Promise<unknown> }>()

/**
 * As `withPatience`, one work at a time in this process. A second call with the same name waits for the work that runs, or gets
 * its result.
 * @throws tooMany while other work runs; as `work`
 */
export async function joinWork<Result>(
  jobs: Jobs,
  name: string,
  work: (signal: AbortSignal) => Promise<Result>,
  patience = PATIENCE,
): Promise<{ result: Result } | null> {
  const current = runningWork.get(jobs)
  if (current && current.name !== name) throw tooMany('admin.backupBusy', 5)
  const started = current ?? { name, work: startWork(jobs, work) }
  const forget = () => runningWork.get(jobs) === started && runningWork.delete(jobs)
  if (!current) {
    runningWork.set(jobs, started)
    const expire = () => void setTimeout(forget, KEPT).unref()
    started.work.then(expire, expire)
  }
  try {
    const outcome = await awaitWork(started.work as Promise<Result>, patience)
    if (outcome) forget()
    return outcome
  } catch (error) {
    forget()
    throw error
  }
}
