import type { Line } from './line.ts'
import type { Random } from './random.ts'
import type { Chronicle } from './truth.ts'
import type { World } from './world.ts'
import type { Writers } from './writers.ts'

export type Disaster = 'cut' | 'blackout' | 'kill' | 'massacre' | 'redis' | 'amnesia' | 'hop'

/** What can befall a world; people go on acting before, during and after. */
export function makeDisasters(
  { gate, processes, redis }: World,
  {
    lines,
    writers,
    chronicle,
    random,
    deeds,
  }: {
    lines: readonly Line[]
    writers: Writers
    chronicle: Chronicle
    random: Random
    /** how much is done in the middle of one */
    deeds: number
  },
): Record<Disaster, () => Promise<void>> {
  const meanwhile = () => writers.act(deeds)
  const victim = () => random.below(processes.count)

  async function kill(some: readonly number[]) {
    await Promise.all(some.map((index) => processes.kill(index)))
    await meanwhile()
    await Promise.all(some.map((index) => processes.start(index)))
  }
  return {
    /** some connections are cut, again and again */
    async cut() {
      for (let time = 0; time < 3; time++) {
        gate.cut(20 + random.below(60))
        await meanwhile()
      }
    },
    /** nobody gets through; what people try meanwhile is done when they do */
    async blackout() {
      gate.shut()
      const trying = meanwhile()
      await new Promise((resolve) => setTimeout(resolve, random.below(700)))
      gate.open()
      await trying
    },
    kill: () => kill([victim()]),
    /** one alone is left */
    async massacre() {
      const spared = victim()
      await kill(
        Array.from({ length: processes.count }, (_, index) => index).filter((index) => index !== spared),
      )
    },
    /** Redis dies, and comes back empty */
    async redis() {
      await redis.kill()
      await meanwhile()
      await redis.start()
      await meanwhile()
    },
    /** while everybody is away the log forgets, and a process comes back that remembers nothing */
    async amnesia() {
      const index = victim()
      await Promise.all([processes.kill(index), meanwhile()])
      gate.shut()
      await chronicle.forget()
      await processes.start(index)
      gate.open()
      await meanwhile()
    },
    /** people go to another page and come back */
    async hop() {
      lines.forEach((line) => random.below(2) === 0 && line.hop())
      await meanwhile()
    },
  }
}
