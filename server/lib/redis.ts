import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, createSentinel } from 'redis'
import { readRedisUrl, type RedisAddress } from './redisUrl.ts'

type Single = ReturnType<typeof makeSingle>
type Sentinel = ReturnType<typeof makeSentinel>
type ServerAddress = Exclude<RedisAddress, { master: string }>
type SentinelAddress = Extract<RedisAddress, { master: string }>

/** Members that differ between the client of one server and that of sentinels, or that callers must not use. */
type Own = 'sendCommand' | 'duplicate' | 'connect' | 'subscribe' | 'destroy' | 'close' | 'scanIterator'

export type Redis = Omit<Pick<Single, keyof Single & keyof Sentinel>, Own> & {
  scanIterator: OmitThisParameter<Single['scanIterator']>
  /**
   * Calls back with each message of a channel, over a separate connection and through every reconnect; returns a function that
   * stops it.
   */
  listen: (channel: string, onMessage: (message: string) => void) => () => void
  /** Opens a new connection: the current server has become a replica, and the address leads or will soon lead to another one. */
  leave: () => void
  destroy: () => void
}

/**
 * Interval of the check for a new master, in milliseconds. A closed connection, READONLY or a sentinel's message usually reports
 * a change immediately.
 */
const LOOK_FOR_MASTER_EVERY = 10_000

// A command that cannot be sent fails immediately: callers can do without Redis.
const options = {
  disableOfflineQueue: true,
  // Pings distinguish a Redis that hangs from an idle one; the former counts as unreachable.
  pingInterval: 2_000,
}
const commandOptions = { timeout: 1_000 }
const socketOptions = {
  connectTimeout: 2_000,
  socketTimeout: 5_000,
  reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, 1_000) * (0.5 + Math.random() / 2),
}

function makeSingle(address: ServerAddress) {
  const endpoint = 'path' in address ? { socket: { path: address.path } } : { url: address.url, socket: {} }
  return createClient({
    ...endpoint,
    ...options,
    commandOptions,
    socket: { ...endpoint.socket, ...socketOptions },
  })
}

function makeSentinel({ sentinels, master, username, password }: SentinelAddress) {
  return createSentinel({
    name: master,
    sentinelRootNodes: sentinels,
    // Sentinels are asked one after the other while commands wait: an unreachable one must not cost seconds.
    sentinelClientOptions: { socket: { connectTimeout: 500, socketTimeout: 5_000 }, pingInterval: 2_000 },
    nodeClientOptions: { ...options, socket: socketOptions, username, password },
    commandOptions,
    scanInterval: LOOK_FOR_MASTER_EVERY,
    maxCommandRediscovers: 3,
    passthroughClientErrorEvents: true,
    // All commands share one connection, as with a single server; leases would make them queue.
    reserveClient: true,
  })
}

/**
 * Creates a client of the Redis at `url` (redisUrl.ts). It connects by itself and never stops trying; the function does not wait
 * for the first connection. `onError` is called for each failed attempt.
 * @throws for an invalid URL
 */
export function makeRedis(url: string, onError: (error: unknown) => void): Redis {
  const address = readRedisUrl(url)
  return 'master' in address ? ofSentinels(address, onError) : ofServer(address, onError)
}

function ofServer(address: ServerAddress, onError: (error: unknown) => void): Redis {
  const client = makeSingle(address).on('error', onError)
  void client.connect().catch(onError)
  return Object.assign(client, {
    listen(channel: string, onMessage: (message: string) => void) {
      // The other connection already reports that Redis is unreachable; this one reconnects and subscribes by itself.
      const listener = makeSingle(address).on('error', () => {})
      // Both reject only when the listener is stopped.
      void listener
        .connect()
        .then(() => listener.subscribe(channel, onMessage))
        .catch(() => {})
      return () => listener.destroy()
    },
    leave() {
      if (!client.isReady) return
      client.destroy()
      void client.connect().catch(onError)
    },
  })
}

async function insist(
  work: () => Promise<unknown>,
  isOver: () => boolean,
  onError: (error: unknown) => void,
) {
  while (!isOver()) {
    try {
      return void (await work())
    } catch (error) {
      onError(error)
      await sleep(500 + Math.random() * 500)
    }
  }
}

function ofSentinels(address: SentinelAddress, onError: (error: unknown) => void): Redis {
  const sentinel = makeSentinel(address).on('error', onError)
  let isOver = false
  // Unlike a single server's client, this one gives up after a few attempts, and it must be connected before it subscribes.
  const connected = insist(
    () => sentinel.connect(),
    () => isOver,
    onError,
  )
  function listen(channel: string, onMessage: (message: string) => void) {
    let isStopped = false
    // The type of `unsubscribe` requires a listener for both strings and buffers; it only uses the listener's identity.
    const listener: Parameters<typeof sentinel.unsubscribe>[1] = (message) => onMessage(String(message))
    const subscribe = () => sentinel.subscribe(channel, listener)
    const subscribed = connected.then(() => insist(subscribe, () => isOver || isStopped, onError))
    return () => {
      isStopped = true
      void subscribed
        .then(() => (isOver ? undefined : sentinel.unsubscribe(channel, listener)))
        .catch(onError)
    }
  }
  function destroy() {
    isOver = true
    sentinel.destroy().catch(onError)
  }
  return Object.create(sentinel, {
    // The client counts as ready while it looks for a master; ours is ready only when it has one.
    isReady: { get: () => sentinel.isReady && sentinel.getMasterNode() !== undefined },
    listen: { value: listen },
    // After each READONLY the client already asks the sentinels again, before a caller gets the error.
    leave: { value: () => {} },
    destroy: { value: destroy },
  }) as Redis
}
