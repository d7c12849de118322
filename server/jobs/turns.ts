import { performance } from 'node:perf_hooks'

/** The process is stopping, or too many other long jobs are suspended. Retry later. */
export class TurnsOver extends Error {
  readonly isStopped: boolean

  constructor(isStopped: boolean) {
    super()
    this.isStopped = isStopped
  }
}

type Options = {
  /** in milliseconds */
  slice: number
  /** jobs that have outlasted their first turn; each of them keeps its memory */
  lasting: number
}

/**
 * New jobs get their turn first, then the one that has waited longest. `pass`, called between steps, waits while other jobs have
 * their turn.
 * @throws TurnsOver, from `pass`
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
    hasRoom: () => underWay <= mostLasting,
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
