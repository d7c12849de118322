import { parseUrl } from '../../shared/parseUrl.ts'

export type Client = { id: string; secret: string; name: string }

export const clients: Client[] = [
  { id: 'demo', secret: 'demo', name: 'Plak' },
  { id: 'plak', secret: 'secret', name: 'Plak' },
]

/** Redirect URIs of every app; only a loopback IP literal can add a port that is not registered. */
const registered = ['http://127.0.0.1/spotify/callback', 'http://[::1]/spotify/callback']

export const clientOf = (id: string | null): Client | undefined => clients.find((client) => client.id === id)

/** True if codes can be sent to this URI: exactly a registered text, except for the port of a loopback address. */
export function mayReturnTo(redirectUri: string, extraUris: readonly string[]): boolean {
  if (parseUrl(redirectUri) === null || isInsecure(redirectUri)) return false
  const withoutPort = redirectUri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d+(?=\/)/, '$1')
  return registered.includes(withoutPort) || extraUris.includes(redirectUri)
}

/** Plain http is only allowed for loopback IP literals; 'localhost' is not one. */
export function isInsecure(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri)
  return protocol !== 'https:' && !['127.0.0.1', '[::1]'].includes(hostname)
}
