import { performance } from 'node:perf_hooks'

/** The work may not go on here and now: the process stops, or too many others last as long. It is to be tried later. */
export class TurnsOver extends Error {
  readonly isStopped: boolean
  constructor(isStopped: boolean) {
    super()
    this.isStopped = isStopped
  }
}

type Options = {
  /** a turn, in milliseconds */
  slice: number
  /** how many works that outlast their first turn may be under way at once; each of them keeps its memory */
  lasting: number
}

/**
 * Lets long works of one process go on one at a time, in turns: what is new comes first, then what has waited longest. A work calls
 * `pass` between its steps, which waits while it is the turn of others. @throws TurnsOver, from `pass`
 */
export function makeTurns({ slice, lasting: mostLasting }: Options) {
  const fresh: (() => void)[] = []
  const waiting: (() => void)[] = []
  let [isTaken, isStopped] = [false, false]
  let [underWay, lasting] = [0, 0]

  const take = (queue: (() => void)[]) =>
    new Promise<void>((resolve) => {
      if (isTaken) queue.push(resolve)
      else resolve()
      isTaken = true
    })
  const handOver = () => {
    const next = fresh.shift() ?? waiting.shift()
    if (next) next()
    else isTaken = false
  }

  return {
    /** whether a work can begin: there is always room for one that ends within its first turn */
    hasRoom: () => underWay <= mostLasting,
    async run<Result>(work: (pass: () => Promise<void>) => Promise<Result>): Promise<Result> {
      let isLasting = false
      underWay++
      await take(fresh)
      let began = performance.now()
      async function pass(): Promise<void> {
        if (!isStopped && performance.now() - began < slice) return
        if (isStopped || (!isLasting && lasting >= mostLasting)) throw new TurnsOver(isStopped)
        if (!isLasting) lasting++
        isLasting = true
        if (fresh.length + waiting.length > 0) {
          const again = take(waiting)
          handOver()
          await again
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
    /** Ends all works at their next step. */
    stop: () => void (isStopped = true),
  }
}
