import getPort, { portNumbers } from 'get-port'

// Below the ports that systems give to connections and to servers that ask for any port (Linux from 32,768, others from 49,152):
// a port that is free here remains free until it is used. Each process of the tests begins at another one.
const [FIRST, LAST] = [12_000, 32_000]
let next = FIRST + Math.floor(Math.random() * (LAST - FIRST))

/** A port of this machine on which nobody listens at this moment, each time another one. */
export async function freePort(): Promise<number> {
  const port = await getPort({ port: portNumbers(next, LAST), host: '127.0.0.1', reserve: true })
  next = port < LAST ? port + 1 : FIRST
  return port
}
