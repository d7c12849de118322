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
  'album',
  'track',
  'search',
] as const
export type ApiRoute = (typeof apiRoutes)[number]
export type SpotifyRoute = ApiRoute | 'token'
const routes: readonly string[] = [...apiRoutes, 'token']

const error = (status: number, message: string, reason?: string) => ({
  status,
  body: { error: { status, message, ...(reason && { reason }) } },
})
const invalidToken = { 'www-authenticate': 'Bearer realm="spotify", error="invalid_token"' }

/** Error responses of the service, word for word. */
const presets = {
  /** the app's owner has no premium subscription */
  'no-premium': {
    status: 403,
    body:
      'Active premium subscription required for the owner of the app. When the subscription status changes, ' +
      'it can take a few hours before requests are allowed again.',
  },
  /** the user is not on the app's allowlist */
  'not-registered': {
    status: 403,
    body: 'Check settings on developer.spotify.com/dashboard, the user may not be registered.',
  },
  'no-scope': error(403, 'Insufficient client scope'),
  forbidden: error(403, 'Forbidden'),
  'not-found': error(404, 'Not found.'),
  unauthorized: { ...error(401, 'Missing/invalid/expired access token'), headers: invalidToken },
  expired: { ...error(401, 'The access token expired'), headers: invalidToken },
  'rate-limit': { status: 429, body: 'Too many requests', headers: { 'retry-after': '1' } },
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
  'bad-code': {
    status: 400,
    body: { error: 'invalid_grant', error_description: 'Invalid authorization code' },
  },
  revoked: { status: 400, body: { error: 'invalid_grant', error_description: 'Refresh token revoked' } },
  'bad-client': { status: 400, body: { error: 'invalid_client' } },
} satisfies Record<string, WireResponse>

/** Without `times` it applies until it is removed. */
export type SpotifyFault = {
  route?: SpotifyRoute
  /** only calls whose query, form or path contain these values ({ offset: '50' }, { id: … }) */
  match?: Record<string, string>
  /** number of such calls that pass first */
  after?: number
  times?: number
  /** waits this number of milliseconds first */
  slow?: number
  /** before the response, removes this number of the newest albums (if negative), or saves as many more */
  shift?: number
  bend?: Mutation
  /** sends only the first half of the response */
  cutOff?: boolean
  /** sends no response; the connection breaks after this number of milliseconds */
  hang?: number
  reset?: boolean
  /** the default response; the fields below override it */
  said?: keyof typeof presets
  status?: number
  headers?: Record<string, string>
  /** a string is sent as it is, anything else as JSON */
  body?: unknown
}

const oneOf = (name: string, value: string | undefined, options: readonly string[]) =>
  value === undefined || options.includes(value) ? null : `${name} must be one of ${options.join(', ')}`

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

/** Takes the first fault that applies to a call, and uses it up once. Faults with `after` count the calls that they let pass. */
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

export function saidInstead(fault: SpotifyFault): WireResponse | null {
  if (!fault.said && fault.status === undefined && fault.body === undefined && !fault.headers) return null
  const preset: WireResponse = fault.said ? presets[fault.said] : { status: 200, body: {} }
  const headers = { ...preset.headers, ...fault.headers }
  return { status: fault.status ?? preset.status, body: fault.body ?? preset.body, headers }
}

export const presetOf = (name: keyof typeof presets): WireResponse => presets[name]
