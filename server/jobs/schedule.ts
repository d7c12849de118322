import { Cron } from 'croner'
import type { Db } from '../lib/db.ts'
import type { Log } from '../lib/http.ts'
import { claimJob, runJob, type JobKind } from './job.ts'
import { makeJobs, type Jobs } from './running.ts'

export type Work = {
  /** interval between two looks of a process in milliseconds, a cron line, or a function that returns one, or null for now */
  every: number | string | (() => string | null)
  /** false while there is nothing to do, because a setting turns it off */
  isOn?: () => boolean
  run: (signal: AbortSignal, jobs: Jobs) => Promise<unknown>
  /** without it, a failure is logged as an error */
  warning?: string
} & (
  | { on: 'each process'; name: string }
  /** `pause`: seconds between the beginnings of two runs. By default, half of the time until the cron line fires again */
  | {
      on: 'one process'
      name: JobKind
      pause?: number
      /** Looks before the job is claimed, so that frequent work writes nothing while there is nothing to do. */
      isDue?: () => Promise<boolean>
    }
)

/** Maximum pause after a cron line, in seconds: long enough that a process whose clock is late does not repeat the work. */
const LONGEST_PAUSE = 600

/** `stop` aborts what runs, and waits for it. */
export function startSchedule(
  { db, log }: { db: Db; log: Log },
  table: readonly Work[],
): { stop: () => Promise<void> } {
  const jobs = makeJobs(log)
  const stops = table.map((work) => {
    let isRunning = false
    return repeat(work.every, (pause) => {
      if (isRunning || work.isOn?.() === false) return
      isRunning = true
      jobs.start(async (signal) => {
        try {
          await runWork({ db, jobs }, work, { signal, pause })
        } catch (error) {
          const { name, warning } = work
          if (warning) log.warn({ err: error }, warning)
          else log.error({ err: error, work: name }, 'a job failed')
        } finally {
          isRunning = false
        }
      })
    })
  })
  return {
    async stop() {
      for (const stop of stops) stop()
      await jobs.close()
    },
  }
}

/** Returns false if nothing is due, or if another process is doing the work or did it within the pause. */
export async function runWork(
  { db, jobs }: { db: Db; jobs: Jobs },
  work: Work,
  { signal, pause = 0 }: { signal: AbortSignal; pause?: number | undefined },
): Promise<boolean> {
  if (work.on === 'each process') await work.run(signal, jobs)
  else {
    if ((await work.isDue?.()) === false) return false
    const job = await claimJob(db, { kind: work.name })
    if (!job) return false
    const run = { db, job, closing: signal, pause: work.pause ?? pause }
    await runJob(run, (leaseSignal) => work.run(leaseSignal, jobs))
  }
  return true
}

function repeat(every: Work['every'], look: (pause?: number) => void): () => void {
  if (typeof every === 'string') return repeatAsPlanned(() => every, look)
  if (typeof every === 'function') return repeatAsPlanned(every, look)
  const next = (delay: number) =>
    setTimeout(() => {
      timer = next(every)
      look()
    }, delay).unref()
  // Random delay, so that processes that start together do not look at the same time.
  let timer = next(Math.random() * every)
  return () => clearTimeout(timer)
}

/** interval between two looks at the plan, in milliseconds */
const REPLAN = 1_000

function repeatAsPlanned(plan: () => string | null, look: (pause: number) => void): () => void {
  let line: string | null = null
  let cron: Cron | null = null
  const adopt = () => {
    if (plan() === line) return
    cron?.stop()
    line = plan()
    const started =
      line === null
        ? null
        : new Cron(line, { unref: true }, () => {
            look(Math.min(LONGEST_PAUSE, (started?.msToNext() ?? Infinity) / 2_000))
          })
    cron = started
  }
  adopt()
  const timer = setInterval(adopt, REPLAN).unref()
  return () => {
    clearInterval(timer)
    cron?.stop()
  }
}
