import type { TRPCClient } from '@trpc/client'
import { createTRPCClient, createWSClient, httpBatchLink, splitLink, wsLink } from '@trpc/client'
import { WebSocket } from 'ws'
import type { AppRouter } from '../../server/router.ts'
import { makeCookies, type Cookies } from './cookies.ts'

export type Client = TRPCClient<AppRouter>

/** A client of a running server: calls over HTTP in batches, subscriptions over a WebSocket of its own. */
export type Visitor = { client: Client; cookies: Cookies; close: () => Promise<void> }
type Credentials = { nickname: string; email: string; password: string }
export type Person = Visitor & Credentials

const ANSWER_WITHIN = 60_000

type ClientOptions = { url: string; cookies?: Cookies; token?: string | undefined }

/**
 * Creates a typed client that stores cookies like a browser; `cookies` can contain an existing session. An access token is sent
 * with calls; subscriptions are a visitor's then.
 */
export function makeClient({ url, cookies = makeCookies(), token }: ClientOptions): Visitor {
  const { origin } = new URL(url)
  const sockets = createWSClient({
    url: `${origin.replace(/^http/, 'ws')}/trpc`,
    WebSocket: socketsWith(origin, cookies),
    lazy: { enabled: true, closeMs: 1_000 },
    // Otherwise it would wait forever for a half-open connection.
    keepAlive: { enabled: true, intervalMs: 15_000, pongTimeoutMs: 5_000 },
    retryDelayMs: (attempt) => (attempt === 0 ? 0 : Math.min(100 * 2 ** attempt, 5_000)),
  })
  const calls = httpBatchLink<AppRouter>({
    url: `${origin}/trpc`,
    maxItems: 10,
    fetch: fetchWith(cookies),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  const link = splitLink<AppRouter>({
    condition: ({ type }) => type === 'subscription',
    true: wsLink({ client: sockets }),
    false: calls,
  })
  return { client: createTRPCClient<AppRouter>({ links: [link] }), cookies, close: () => sockets.close() }
}

const fetchWith =
  (cookies: Cookies): typeof fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers)
    const cookie = cookies.header()
    if (cookie) headers.set('cookie', cookie)
    const patience = AbortSignal.timeout(ANSWER_WITHIN)
    const signal = init?.signal ? AbortSignal.any([init.signal, patience]) : patience
    // A redirect would send the cookies to another origin.
    const response = await fetch(input, { ...init, headers, redirect: 'error', signal })
    cookies.take(response.headers)
    return response
  }

/** The WebSocket of `ws` with a browser's headers: the page's own Origin, and the current cookies. */
function socketsWith(origin: string, cookies: Cookies): typeof globalThis.WebSocket {
  const opening: ProxyHandler<typeof WebSocket> = {
    construct: (Target, [url]: [string]) => {
      const cookie = cookies.header()
      // `closeTimeout` is missing in the types of `ws`: a dead connection is dropped after a second.
      const times = { handshakeTimeout: 10_000, closeTimeout: 1_000 }
      return new Target(url, { origin, headers: cookie ? { cookie } : {}, ...times })
    },
  }
  return new Proxy(WebSocket, opening) as unknown as typeof globalThis.WebSocket
}

export type Harness = {
  /** a visitor who is not signed in */
  visitor: () => Visitor
  /** a new account, signed in */
  register: (nickname: string) => Promise<Person>
  /** another session of an account, with a client of its own */
  login: (who: Credentials) => Promise<Person>
  /** closes all clients of this harness */
  close: () => Promise<void>
}

/** Creates users of a running server, each with a client: `const author = await harness.register('author')`. */
export function makeHarness(url: string): Harness {
  const opened: Visitor[] = []

  function visitor() {
    const made = makeClient({ url })
    opened.push(made)
    return made
  }

  return {
    visitor,
    async register(nickname) {
      const who = { nickname, email: `${nickname}@plak.example`, password: `${nickname} has a record player` }
      const { client, ...rest } = visitor()
      const { nickname: kept } = await client.auth.register.mutate({ ...who, username: nickname })
      return { ...rest, ...who, client, nickname: kept }
    },
    async login({ nickname, email, password }) {
      const { client, ...rest } = visitor()
      await client.auth.login.mutate({ identifier: nickname, password })
      return { ...rest, client, nickname, email, password }
    },
    async close() {
      await Promise.all(opened.splice(0).map((each) => each.close()))
    },
  }
}
