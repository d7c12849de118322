import type { Answer } from '../service/handler.ts'

/** Requests that can come at once. Between them the average of one a second applies, with the product's 0.9 s in mind. */
const BURST = 2.05
/** A client that does not slow down waits at most this number of seconds. */
const MOST_WAIT = 10

/**
 * One request a second for each address. Above it, all requests of the address are refused until its rate falls: refused ones
 * count, too.
 */
export function makeGate(clock = () => performance.now()) {
  const levels = new Map<string, { level: number; at: number }>()
  return (address: string): boolean => {
    const at = clock()
    const last = levels.get(address) ?? { level: 0, at }
    const level = Math.min(Math.max(0, last.level - (at - last.at) / 1000) + 1, BURST + MOST_WAIT)
    levels.set(address, { level, at })
    return level <= BURST
  }
}

const headersOf = (limits: { zone: string; who: string; limit: number; remaining: number }) => ({
  'x-ratelimit-zone': limits.zone,
  'x-ratelimit-who': limits.who,
  'x-ratelimit-limit': limits.limit,
  'x-ratelimit-remaining': limits.remaining,
  'x-ratelimit-reset': Math.ceil(Date.now() / 1000) + 1,
})

const edge = { server: 'openresty', 'x-mb-rate-limiter': 'lua' }

/** Headers of a response that is within the limits. */
export const usualHeaders = (address: string) => ({
  ...edge,
  ...headersOf({ zone: 'per-ip', who: address, limit: 1, remaining: 1 }),
})

/** The 503 for a client that is too fast. */
export const tooFast = (address: string): Answer => ({
  status: 503,
  body: {
    error:
      'Your requests are exceeding the allowable rate limit. Please see https://wiki.musicbrainz.org/XMLWebService for more information.',
  },
  headers: {
    ...edge,
    ...headersOf({ zone: 'per-ip', who: address, limit: 1, remaining: 0 }),
    'retry-after': 1,
  },
})

/** The 503 for any client while the service sheds load; `Retry-After: 0` is what the service sends. */
export const busy = (isSearch: boolean): Answer => ({
  status: 503,
  body: { error: 'The MusicBrainz web server is currently busy. Please try again later.' },
  headers: {
    ...edge,
    ...headersOf({
      zone: isSearch ? 'search-global' : 'global',
      who: isSearch ? 'search-shed' : 'global-shed',
      limit: isSearch ? 15 : 1200,
      remaining: isSearch ? 4 : 312,
    }),
    'retry-after': 0,
  },
})

export const blocked: Answer = {
  status: 403,
  body: {
    error:
      'Your request has been blocked. Please set a meaningful User-Agent with the name and version of your application and a contact.',
  },
  headers: edge,
}
