import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from './server.ts'
import { settled } from './settled.ts'

export type TwoServers = {
  one: TestServer
  two: TestServer
  /** users of the first server */
  here: Harness
  /** users of the second server */
  there: Harness
  /** Waits until both servers have dispatched all events so far: later subscribers then see only later events. */
  settled: () => Promise<void>
  close: () => Promise<void>
}

/** Starts two processes of the product on one database, for tests that write to one and subscribe to the other. */
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
