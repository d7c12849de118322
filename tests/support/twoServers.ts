import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from './server.ts'
import { settled } from './settled.ts'

export type TwoServers = {
  one: TestServer
  two: TestServer
  /** people of the first */
  here: Harness
  /** people of the second */
  there: Harness
  /** Waits until both have behind them what was done so far: who watches then sees what comes after. */
  settled: () => Promise<void>
  close: () => Promise<void>
}

/** Two processes of one product on one database, for what one of them is told and people watch at the other. */
export async function startTwo(options: Parameters<typeof startServer>[0] = {}): Promise<TwoServers> {
  const one = await startServer(options)
  const two = await startServer({ ...options, databaseUrl: one.deps.settings.DATABASE_URL })
  const [here, there] = [makeHarness(one.url), makeHarness(two.url)]
  return {
    one,
    two,
    here,
    there,
    settled: () => settled(one.deps, two.deps),
    async close() {
      await Promise.all([here.close(), there.close()])
      await Promise.all([one.close(), two.close()])
    },
  }
}
