import { createClient } from 'redis'

export type Redis = ReturnType<typeof connect>

/** `unix:///path/redis.sock` means a socket; anything else is a URL as node-redis takes it. */
const address = (url: string) =>
  url.startsWith('unix://') ? { socket: { path: url.slice('unix://'.length) } } : { url }

function connect(url: string) {
  const { socket, ...rest } = { socket: {}, ...address(url) }
  return createClient({
    ...rest,
    // A command that cannot be sent now fails now: callers can do without Redis.
    disableOfflineQueue: true,
    commandOptions: { timeout: 1_000 },
    // A ping tells a Redis that hangs from one that is idle; the former counts as away.
    pingInterval: 2_000,
    socket: {
      ...socket,
      connectTimeout: 2_000,
      socketTimeout: 5_000,
      reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, 1_000) * (0.5 + Math.random() / 2),
    },
  })
}

/**
 * A Redis client that connects by itself and goes on trying for ever; it does not wait for the first connection.
 * `onError` is called with each failed attempt.
 */
export function makeRedis(url: string, onError: (error: unknown) => void): Redis {
  const redis = connect(url)
  redis.on('error', onError)
  void redis.connect().catch(onError)
  return redis
}
