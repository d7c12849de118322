import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { Redis } from './redis.ts'

const HOUR = 60 * 60 * 1_000
/** callers whose parsed address is kept */
const RECENT = 1_000

/** A hop count, or the addresses and networks whose X-Forwarded-For is believed. */
export type TrustedProxies = number | readonly string[]

export type CallerAddress = {
  address: string
  /** key of the limits by network: the address, or its /64 */
  network: string
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Parses an address as proxies write it, with or without a port and a zone; returns null for anything else. A connection
 * whose client has gone has no address: Fastify passes undefined, against its types.
 */
function parseAddress(text: string | undefined): Address | null {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text ?? '') ?? []
  const [address] = (inBrackets ?? beforePort ?? text ?? '').split('%', 1)
  // Stricter than ipaddr.js, which also reads '0177.1' and whole numbers.
  return isIP(address!) ? ipaddr.process(address!) : null
}

/**
 * Returns the network that limits apply to: an IPv4 address, or the /64 of an IPv6 address, which usually belongs to one person.
 */
function networkOf(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString()
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

export function network(text: string): string {
  const address = parseAddress(text)
  return address ? networkOf(address) : text
}

function inNetworks(entries: readonly string[]): (text: string | undefined) => boolean {
  const networks = entries.map((entry): [Address, number] => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry)
    const address = ipaddr.process(entry)
    return [address, address.toByteArray().length * 8]
  })
  return (text) => {
    const address = parseAddress(text)
    return networks.some(([base, bits]) => address?.kind() === base.kind() && address.match(base, bits))
  }
}

const privateRanges = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal'])

type Parsed = { caller: CallerAddress; isPrivate: boolean }

function parseCaller(ips: readonly string[]): Parsed {
  // If a trusted proxy sent no valid address ('unknown'), the last valid one is used.
  const client = ips.map(parseAddress).findLast((each) => each !== null)
  // The connection is already closed.
  if (!client) return { caller: { address: '', network: '' }, isPrivate: false }
  const caller = { address: client.toString(), network: networkOf(client) }
  return { caller, isPrivate: privateRanges.has(client.range()) }
}

export function readTrustedProxies(text: string): TrustedProxies | null {
  const input = text.trim()
  if (/^\d{1,2}$/.test(input)) return Number(input)
  const entries = input.split(',').map((entry) => entry.trim())
  const isNetwork = (entry: string) =>
    !entry.includes('%') &&
    (isIP(entry) !== 0 || ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || ipaddr.IPv6.isValidCIDR(entry))
  return entries.every(isNetwork) ? entries : null
}

/** Hop 0 is the connection's own address. */
export function trustOf(proxies: TrustedProxies): (address: string | undefined, hop: number) => boolean {
  return typeof proxies === 'number' ? (_, hop) => hop < proxies : inNetworks(proxies)
}

/**
 * Returns a function that looks up the address of each request and WebSocket upgrade. Without declared proxies that is the peer's
 * address: anybody can send the header. An undeclared proxy is logged once.
 */
export function trackCallers(
  app: FastifyInstance,
  proxies: TrustedProxies,
  log: Pick<FastifyBaseLogger, 'warn'>,
  onUndeclared: (peer: string) => void = () => {},
): (request: IncomingMessage) => CallerAddress {
  const isDeclared = typeof proxies === 'number' ? proxies > 0 : proxies.length > 0
  const callers = new WeakMap<IncomingMessage, CallerAddress>()
  // Parsing costs a twentieth of a small response, and most requests come from an address that was just parsed.
  const parsed = new LRUCache<string, Parsed>({
    max: RECENT,
    memoMethod: (ips) => parseCaller(ips.split(',')),
  })
  let hasWarned = false
  let toldAt = -HOUR

  function read({ ip, ips = [ip], raw }: FastifyRequest): CallerAddress {
    const { caller, isPrivate } = parsed.memo(ips.join())
    if (!isDeclared && isPrivate && 'x-forwarded-for' in raw.headers) warn(caller.address)
    return caller
  }

  function warn(peer: string): void {
    if (performance.now() - toldAt >= HOUR) {
      toldAt = performance.now()
      onUndeclared(peer)
    }
    if (hasWarned) return
    hasWarned = true
    log.warn(
      { peer },
      'A proxy sends X-Forwarded-For, and TRUSTED_PROXIES is not set: everybody has the address of the proxy and shares ' +
        'its limits. Set TRUSTED_PROXIES to the number of proxies (1), or to their addresses.',
    )
  }

  app.addHook('onRequest', (request, _, done) => {
    // Read now, because a closed connection no longer has an address.
    callers.set(request.raw, read(request))
    done()
  })
  return (request) => callers.get(request) ?? { address: '', network: '' }
}

const undeclaredKey = (prefix: string) => `${prefix}proxy:undeclared`

/** Stores an undeclared proxy for a day, so that `npm run admin -- doctor` can report it. */
export function noteUndeclaredProxy(redis: Redis, prefix: string, peer: string): void {
  if (redis.isReady) redis.set(undeclaredKey(prefix), peer, { EX: 24 * 60 * 60 }).catch(() => {})
}

export const undeclaredProxy = (redis: Redis, prefix: string): Promise<string | null> =>
  redis.get(undeclaredKey(prefix))
