import { mutations, type Mutation } from './mutations.ts'
import type { SpotifyCall } from './state.ts'
import type { WireResponse } from './wire.ts'

const apiRoutes = [
  'me',
  'albums',
  'tracks',
  'recently-played',
  'top-artists',
  'following',
  'playlists',
  'user-playlists',
  'playlist-items',
  'playlist-tracks',
  'search',
] as const
export type ApiRoute = (typeof apiRoutes)[number]
/** What can be asked and can go wrong: the calls of the Web API, and the exchange of tokens. */
export type SpotifyRoute = ApiRoute | 'token'
const routes: readonly string[] = [...apiRoutes, 'token']

const error = (status: number, message: string, reason?: string) => ({
  status,
  body: { error: { status, message, ...(reason && { reason }) } },
})
const invalidToken = { 'www-authenticate': 'Bearer realm="spotify", error="invalid_token"' }

/** What the service says in place of an answer, word for word. */
const presets = {
  /** the app's owner does not pay */
  'no-premium': {
    status: 403,
    body:
      'Active premium subscription required for the owner of the app. When the subscription status changes, ' +
      'it can take a few hours before requests are allowed again.',
  },
  /** the person is not on the app's list */
  'not-registered': {
    status: 403,
    body: 'Check settings on developer.spotify.com/dashboard, the user may not be registered.',
  },
  'no-scope': error(403, 'Insufficient client scope'),
  forbidden: error(403, 'Forbidden'),
  'not-found': error(404, 'Not found.'),
  unauthorized: { ...error(401, 'Missing/invalid/expired access token'), headers: invalidToken },
  expired: { ...error(401, 'The access token expired'), headers: invalidToken },
  /** for a moment */
  'rate-limit': { status: 429, body: 'Too many requests', headers: { 'retry-after': '1' } },
  /** for hours */
  quota: { ...error(429, 'Too many requests', 'QUOTA_EXCEEDED'), headers: { 'retry-after': '48925' } },
  'server-error': error(500, 'Server error'),
  'followed-failed': error(502, 'Failed to get followed artists'),
  'no-upstream': { status: 503, body: 'no healthy upstream' },
  html: {
    status: 502,
    body: '<html><head><title>502 Bad Gateway</title></head><body></body></html>',
    headers: { 'content-type': 'text/html' },
  },
  empty: { status: 502, body: '' },
  /** of tokens */
  'bad-code': {
    status: 400,
    body: { error: 'invalid_grant', error_description: 'Invalid authorization code' },
  },
  revoked: { status: 400, body: { error: 'invalid_grant', error_description: 'Refresh token revoked' } },
  'bad-client': { status: 400, body: { error: 'invalid_client' } },
} satisfies Record<string, WireResponse>

/** One order to misbehave. Without `times` it holds until it is taken back. */
export type SpotifyFault = {
  /** only calls of this route */
  route?: SpotifyRoute
  /** only calls whose query, form or path holds these values ({ offset: '50' }, { id: … }) */
  match?: Record<string, string>
  /** so many such calls pass first */
  after?: number
  times?: number
  /** waits so many milliseconds before anything else */
  slow?: number
  /** the newest so many albums vanish before this answer (below zero), or as many more are saved */
  shift?: number
  /** the answer is well-formed, and odd */
  bend?: Mutation
  /** only the first half of the answer is sent */
  cutOff?: boolean
  /** no answer comes; the connection breaks after so many milliseconds */
  hang?: number
  /** the connection breaks */
  reset?: boolean
  /** the default body of the response; the fields below override it */
  said?: keyof typeof presets
  status?: number
  headers?: Record<string, string>
  /** a text is sent as it is, anything else as JSON */
  body?: unknown
}

const oneOf = (name: string, value: string | undefined, known: readonly string[]) =>
  value === undefined || known.includes(value) ? null : `${name} must be one of ${known.join(', ')}`

const fields = new Set([
  'route',
  'match',
  'after',
  'times',
  'slow',
  'shift',
  'bend',
  'cutOff',
  'hang',
  'reset',
  'said',
  'status',
  'headers',
  'body',
])

/** Says what is wrong with an order; null when nothing is. */
export function faultProblem(fault: SpotifyFault | null | undefined): string | null {
  if (typeof fault !== 'object' || fault === null) return 'a fault must be an object'
  const stranger = Object.keys(fault).find((name) => !fields.has(name))
  if (stranger) return `a fault has no ${stranger}`
  return (
    oneOf('route', fault.route, routes) ??
    oneOf('said', fault.said, Object.keys(presets)) ??
    oneOf('bend', fault.bend, Object.keys(mutations))
  )
}

/** The first fault that a call meets, used up once; those that let it pass count it. */
export function takeFault(faults: SpotifyFault[], { route, query }: SpotifyCall): SpotifyFault | undefined {
  for (const fault of faults) {
    if (fault.route && fault.route !== route) continue
    if (!Object.entries(fault.match ?? {}).every(([name, value]) => query[name] === value)) continue
    if (fault.after && fault.after-- > 0) continue
    if (fault.times !== undefined && --fault.times <= 0) faults.splice(faults.indexOf(fault), 1)
    return fault
  }
  return undefined
}

/** What a fault says in place of an answer; null when the answer itself is wanted. */
export function saidInstead(fault: SpotifyFault): WireResponse | null {
  if (!fault.said && fault.status === undefined && fault.body === undefined && !fault.headers) return null
  const preset: WireResponse = fault.said ? presets[fault.said] : { status: 200, body: {} }
  const headers = { ...preset.headers, ...fault.headers }
  return { status: fault.status ?? preset.status, body: fault.body ?? preset.body, headers }
}

/** What the settings alone have the service say. */
export const presetOf = (name: keyof typeof presets): WireResponse => presets[name]
