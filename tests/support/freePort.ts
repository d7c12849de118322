import getPort, { portNumbers } from 'get-port'

// Below the ports that systems assign automatically (Linux from 32,768, others from 49,152), so that a port that is free stays
// free until it is used. Each process of the tests starts at a random one.
const [FIRST, LAST] = [12_000, 32_000]
let next = FIRST + Math.floor(Math.random() * (LAST - FIRST))

/** Returns a port of this machine that is currently free, a different one each time. */
export async function freePort(): Promise<number> {
  const port = await getPort({ port: portNumbers(next, LAST), host: '127.0.0.1', reserve: true })
  next = port < LAST ? port + 1 : FIRST
  return port
}
