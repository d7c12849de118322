import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from './server.ts'

/** What the tests of a file share: a server, and people's clients of it. */
export type Running = { readonly server: TestServer; readonly harness: Harness }

/** Runs the product for the tests of a file: starts it before the first, empties it before each, ends it after the last. */
export function runProduct(options: Parameters<typeof startServer>[0] = {}): Running {
  let server: TestServer
  let harness: Harness
  beforeAll(async () => {
    server = await startServer(options)
    harness = makeHarness(server.url)
  })
  beforeEach(() => server.reset())
  afterAll(async () => {
    await harness.close()
    await server.close()
  })
  return {
    get server() {
      return server
    },
    get harness() {
      return harness
    },
  }
}
