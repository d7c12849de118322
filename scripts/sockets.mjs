import { connect, createServer } from 'node:net'

/** True if a server at `address` ({ port, host } or { path }) sends data that `expected` accepts. */
export function answers(address, { say = '', expected = () => true, within: timeout = 1_000 } = {}) {
  return new Promise((resolve) => {
    const socket = connect(address)
    const finish = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(timeout, () => finish(false))
    socket.once('error', () => finish(false))
    socket.once('connect', () => say && socket.write(say))
    socket.once('data', (chunk) => finish(expected(chunk)))
    socket.once('close', () => finish(false))
  })
}

/** True if MySQL runs at `address`. It sends the first packet, with protocol version 10. */
export const mysqlAnswers = (address) => answers(address, { expected: (packet) => packet[4] === 10 })

/** True if Redis runs at `address`. It answers a ping once it has loaded its data. */
export const redisAnswers = (address) =>
  answers(address, { say: 'PING\r\n', expected: (reply) => reply.toString().startsWith('+PONG') })

/** Returns why no server is reachable at `address`, or null if one is. */
export function unreachable(address, timeout = 3_000) {
  return new Promise((resolve) => {
    const socket = connect(address)
    const finish = (problem) => {
      socket.destroy()
      resolve(problem)
    }
    socket.setTimeout(timeout, () => finish('no answer'))
    socket.once('error', (error) => finish(error.code ?? error.message))
    socket.once('connect', () => finish(null))
  })
}

/** Returns the code of the error ('EADDRINUSE' if the port is taken), or null if the port can be listened on. */
export function listenProblem(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

export const isFree = async (port) => (await listenProblem(port)) === null

export async function isUp(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
