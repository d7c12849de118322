// The only place that reads REDIS_URL.
import { parseUrl } from '../../shared/parseUrl.ts'

export type RedisAddress =
  | { path: string }
  | { url: string }
  | {
      sentinels: { host: string; port: number }[]
      master: string
      /** credentials of the Redis servers; the sentinels are asked without any */
      username?: string
      password?: string
    }

const SENTINEL_PORT = 26_379

const sentinelForm =
  'must look like redis+sentinel://host:port,host:port/master-name (user:password@ before the first host where Redis asks for them)'

/**
 * Parses REDIS_URL: `redis://` and `rediss://` (TLS) refer to a server, `unix:///path` to a socket,
 * `redis+sentinel://[user:password@]host:port,host:port/master-name` to the sentinels of a master.
 * @throws with the expected form, never with the URL itself: it can contain a password
 */
export function readRedisUrl(url: string): RedisAddress {
  if (url.startsWith('redis+sentinel:')) return sentinelAddress(url)
  if (/^unix:\/\/\/./.test(url)) return { path: url.slice('unix://'.length) }
  if (/^rediss?:\/\//.test(url) && parseUrl(url)) return { url }
  throw new Error(
    'must be a URL that begins with redis:// or rediss:// or unix:/// or redis+sentinel:// (redis+sentinel://host:port,host:port/master-name)',
  )
}

function sentinelAddress(url: string): RedisAddress {
  const [, user, password, hosts, name] =
    /^redis\+sentinel:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^@/?#]*)(?:\/([^/?#]*))?$/.exec(url) ?? []
  if (hosts === undefined) throw new Error(sentinelForm)
  const master = decode(name ?? '')
  if (!/^[\w.-]+$/.test(master))
    throw new Error(`${sentinelForm}: the name of the master stands behind the hosts`)
  const [username, secret] = [decode(user ?? ''), decode(password ?? '')]
  return {
    sentinels: hosts.split(',').map(sentinelAt),
    master,
    ...(username && { username }),
    ...(secret && { password: secret }),
  }
}

function sentinelAt(text: string): { host: string; port: number } {
  const [, ipv6, name, port = `${SENTINEL_PORT}`] =
    /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text.trim()) ?? []
  const host = ipv6 ?? name
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new Error(`${sentinelForm}: each sentinel is a host and a port from 1 to 65535`)
  return { host, port: Number(port) }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error(`${sentinelForm}: it has a '%' that is not an escape (write it as %25)`)
  }
}
