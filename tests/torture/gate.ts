import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Random } from './random.ts'

/** The single address of several servers, like a load balancer; its connections can be cut. */
export type Gate = {
  url: string
  /** cuts this percentage of the connections, whatever is in progress on them */
  cut: (percent: number) => void
  /** cuts all of them and accepts none until `open` */
  shut: () => void
  open: () => void
  /** a server that is down gets no more connections */
  leave: (serverUrl: string) => void
  join: (serverUrl: string) => void
  close: () => Promise<void>
}

export async function openGate(serverUrls: readonly string[], random: Random): Promise<Gate> {
  const servers = new Set(serverUrls)
  const pairs = new Set<[near: Socket, far: Socket]>()
  let isOpen = true

  const door = createServer((near) => {
    near.on('error', () => near.destroy())
    if (!isOpen || servers.size === 0) return void near.destroy()
    const { hostname, port } = new URL(random.pick([...servers]))
    const far = connect(Number(port), hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [one, other] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      one.setNoDelay(true)
      one
        .on('error', () => one.destroy())
        .once('close', () => {
          pairs.delete(pair)
          other.destroy()
        })
    }
    near.pipe(far).pipe(near)
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')

  function cut(percent: number) {
    for (const [near, far] of pairs) {
      if (random.below(100) >= percent) continue
      // Which side notices first is random, and so is whether it is a close or a reset.
      const first = random.pick([near, far])
      if (random.below(2) === 0) first.resetAndDestroy()
      else first.destroy()
    }
  }
  function shut() {
    isOpen = false
    cut(100)
  }
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    cut,
    shut,
    open: () => void (isOpen = true),
    leave: (serverUrl) => void servers.delete(serverUrl),
    join: (serverUrl) => void servers.add(serverUrl),
    close: async () => {
      shut()
      door.close()
      await once(door, 'close')
    },
  }
}
