import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Redis } from './redis.ts'

const HOUR = 60 * 60 * 1_000

/** Whose X-Forwarded-For is believed: that of so many proxies before us, or of those with an address in one of the networks. */
export type TrustedProxies = number | readonly string[]

/** Where a request comes from. */
export type CallerAddress = {
  /** the person's IP address, as far as it is known */
  address: string
  /** what limits count by: the address or its /64; null behind an undeclared proxy, where all have one address */
  network: string | null
}

/** The IP address in what a proxy wrote, which may have a port or a zone; null for anything else. */
function plainAddress(text: string): string | null {
  if (isIP(text) === 4) return text
  const [, v6 = text] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? []
  const [, bare = v6] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(v6) ?? []
  const address = bare.split('%')[0]!.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) ? address : null
}

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether an address stands in one of some networks ('10.0.0.0/8', '::1'). */
function networksOf(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    if (prefix === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(prefix), family(address))
  }
  return (text) => {
    const address = plainAddress(text)
    return address !== null && list.check(address, family(address))
  }
}

const isPrivate = networksOf(
  `127.0.0.0/8 ::1 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 169.254.0.0/16 fc00::/7 fe80::/10`.split(' '),
)

/**
 * Reads the setting: nothing, a number of hops, or addresses and networks with commas between; null for what is
 * none of these.
 */
export function readTrustedProxies(text: string): TrustedProxies | null {
  const given = text.trim()
  if (/^\d{1,2}$/.test(given)) return Number(given)
  const entries = given.split(',').map((entry) => entry.trim())
  const isNetwork = (entry: string) => {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
    return !address.includes('%') && Number(prefix ?? 0) <= most
  }
  return entries.every(isNetwork) ? entries : null
}

/** Fastify's `trustProxy`: whether what an address (the connection's is hop 0) says of those before it is believed. */
export function trustOf(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  return typeof proxies === 'number' ? (_, hop) => hop < proxies : networksOf(proxies)
}

/**
 * Knows from where each request and each upgrade to a WebSocket comes, by one rule. A proxy that is not declared is
 * logged once.
 */
export function trackCallers(
  app: FastifyInstance,
  proxies: TrustedProxies,
  log: Pick<FastifyBaseLogger, 'warn'>,
  /** called for a proxy that TRUSTED_PROXIES does not name, once an hour */
  onUndeclared: (peer: string) => void = () => {},
): (request: IncomingMessage) => CallerAddress {
  const isDeclared = typeof proxies === 'number' ? proxies > 0 : proxies.length > 0
  const callers = new WeakMap<IncomingMessage, CallerAddress>()
  let hasWarned = false
  let toldAt = -HOUR

  function read({ ip, ips = [ip], raw }: FastifyRequest): CallerAddress {
    // A trusted proxy may have written no address at all ('unknown'): then it is the last one that is known.
    const address = ips.map(plainAddress).findLast((each) => each !== null) ?? ''
    const isUndeclared = !isDeclared && 'x-forwarded-for' in raw.headers && isPrivate(address)
    if (isUndeclared && performance.now() - toldAt >= HOUR) {
      toldAt = performance.now()
      onUndeclared(address)
    }
    if (isUndeclared && !hasWarned) {
      hasWarned = true
      log.warn(
        { peer: address },
        'A proxy sends X-Forwarded-For, and TRUSTED_PROXIES is not set: everybody has its address, and no limit counts ' +
          'by it. Set TRUSTED_PROXIES to the number of proxies (1), or to their addresses.',
      )
    }
    return { address, network: isUndeclared ? null : network(address) }
  }

  app.addHook('onRequest', (request, _, done) => {
    // Now, because a connection that has gone no longer knows its address.
    callers.set(request.raw, read(request))
    done()
  })
  return (request) => callers.get(request) ?? { address: '', network: '' }
}

const undeclared = (prefix: string) => `${prefix}proxy:undeclared`

/** Notes a proxy that TRUSTED_PROXIES does not know where `npm run admin -- doctor` finds it, for a day. */
export function noteUndeclaredProxy(redis: Redis, prefix: string, peer: string): void {
  if (redis.isReady) redis.set(undeclared(prefix), peer, { EX: 24 * 60 * 60 }).catch(() => {})
}

/** The proxy that was noted last, or null. */
export const undeclaredProxy = (redis: Redis, prefix: string): Promise<string | null> =>
  redis.get(undeclared(prefix))

/** The network that an address stands for: itself, or the /64 of an IPv6 address, which one person owns whole. */
export function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('%')[0]!.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
