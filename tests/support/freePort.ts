import { once } from 'node:events'
import { createServer } from 'node:net'

// Below what systems give to connections and to servers that ask for any port (Linux from 32,768, others from 49,152): what is
// free here stays so until it is used. Each process of the tests goes through them from another place on.
const [FIRST, LAST] = [12_000, 32_000]
let next = FIRST + Math.floor(Math.random() * (LAST - FIRST))

/** A port of this machine on which nobody listens at this moment, each time another one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next
    next = next < LAST ? next + 1 : FIRST
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
