import { testDatabase } from '../support/database.ts'
import { freePort } from '../support/freePort.ts'
import { startRedis } from '../support/redis.ts'
import { openGate, type Gate } from './gate.ts'
import type { Random } from './random.ts'
import type { Given, Stage } from './stage.ts'

type Redis = Awaited<ReturnType<typeof startRedis>>

/** One database, one Redis, and a gate before the processes whose connections can be cut. */
export async function openStage(processes: number, random: Random): Promise<Stage> {
  const [{ url: databaseUrl }, redis, ...ports] = await Promise.all([
    testDatabase(),
    startRedis(),
    ...Array.from({ length: processes }, freePort),
  ])
  const urlOf = (port: number) => `http://127.0.0.1:${port}`
  const gate = await openGate(ports.map(urlOf), random)
  return {
    databaseUrl,
    redisUrl: redis.url,
    ports,
    url: gate.url,
    leave: (port) => gate.leave(urlOf(port)),
    join: (port) => gate.join(urlOf(port)),
    disasters: (given) => disastersOf(gate, redis, given),
    async close() {
      await gate.close()
      await redis.kill()
    },
  }
}

/** Failures of such a world; users act before, during and after them. */
function disastersOf(
  gate: Gate,
  redis: Redis,
  { world: { processes }, lines, writers, chronicle, random, deeds }: Given,
) {
  const meanwhile = () => writers.act(deeds)
  const victim = () => random.below(processes.count)

  async function kill(some: readonly number[]) {
    await Promise.all(some.map((index) => processes.kill(index)))
    await meanwhile()
    await Promise.all(some.map((index) => processes.start(index)))
  }
  return {
    /** some connections are cut repeatedly */
    async cut() {
      for (let time = 0; time < 3; time++) {
        gate.cut(20 + random.below(60))
        await meanwhile()
      }
    },
    /** no request gets through; calls are retried until requests get through again */
    async blackout() {
      gate.shut()
      const trying = meanwhile()
      await new Promise((resolve) => setTimeout(resolve, random.below(700)))
      gate.open()
      await trying
    },
    kill: () => kill([victim()]),
    /** only one process survives */
    async massacre() {
      const spared = victim()
      await kill(
        Array.from({ length: processes.count }, (_, index) => index).filter((index) => index !== spared),
      )
    },
    /** Redis dies, and restarts empty */
    async redis() {
      await redis.kill()
      await meanwhile()
      await redis.start()
      await meanwhile()
    },
    /** while no client is connected the event log is truncated, and a process restarts without any memory */
    async amnesia() {
      const index = victim()
      await Promise.all([processes.kill(index), meanwhile()])
      gate.shut()
      await chronicle.forget()
      await processes.start(index)
      gate.open()
      await meanwhile()
    },
    /** users leave pages and return */
    async hop() {
      lines.forEach((line) => random.below(2) === 0 && line.hop())
      await meanwhile()
    },
  }
}
