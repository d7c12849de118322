import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from './server.ts'

/** The shared server of a file's tests, and clients of its users. */
export type Running<Server extends TestServer = TestServer> = {
  readonly server: Server
  readonly harness: Harness
}

/**
 * Runs the product for the tests of a file: starts it before the first, empties it before each, and stops it after the last.
 */
export const runProduct = (options: Parameters<typeof startServer>[0] = {}): Running =>
  runServer(() => startServer(options))

/** Does the same with a custom start of the server. */
export function runServer<Server extends TestServer>(start: () => Promise<Server>): Running<Server> {
  let server: Server
  let harness: Harness
  beforeAll(async () => {
    server = await start()
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
