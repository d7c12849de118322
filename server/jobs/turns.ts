import { performance } from 'node:perf_hooks'

/** The work cannot continue now: the process is stopping, or too many other long jobs are suspended. Retry later. */
export class TurnsOver extends Error {
  readonly isStopped: boolean

  constructor(isStopped: boolean) {
    super()
    this.isStopped = isStopped
  }
}

type Options = {
  /** length of a turn, in milliseconds */
  slice: number
  /** maximum number of jobs that have outlasted their first turn; each of them keeps its memory */
  lasting: number
}

/**
 * Lets long jobs of one process run one at a time, in turns: new ones first, then the one that has waited longest. A job calls
 * `pass` between its steps; it waits while other jobs have their turn. @throws TurnsOver, from `pass`
 */
export function makeTurns({ slice, lasting: mostLasting }: Options) {
  const newJobs: (() => void)[] = []
  const waitingJobs: (() => void)[] = []
  let isTaken = false
  let [underWay, lasting] = [0, 0]

  const take = (queue: (() => void)[]) =>
    new Promise<void>((resolve) => {
      if (isTaken) queue.push(resolve)
      else resolve()
      isTaken = true
    })
  const handOver = () => {
    const next = newJobs.shift() ?? waitingJobs.shift()
    if (next) next()
    else isTaken = false
  }

  return {
    /** true if another job can start: there is always room for one that ends within its first turn */
    hasRoom: () => underWay <= mostLasting,
    /** Runs a job; `signal` ends it at its next step. */
    async run<Result>(
      signal: AbortSignal,
      work: (pass: () => Promise<void>) => Promise<Result>,
    ): Promise<Result> {
      let isLasting = false
      underWay++
      await take(newJobs)
      let began = performance.now()
      async function pass(): Promise<void> {
        const isStopped = signal.aborted
        if (!isStopped && performance.now() - began < slice) return
        if (isStopped || (!isLasting && lasting >= mostLasting)) throw new TurnsOver(isStopped)
        if (!isLasting) lasting++
        isLasting = true
        if (newJobs.length + waitingJobs.length > 0) {
          const nextTurn = take(waitingJobs)
          handOver()
          await nextTurn
        }
        began = performance.now()
      }
      try {
        return await work(pass)
      } finally {
        if (isLasting) lasting--
        underWay--
        handOver()
      }
    },
  }
}
