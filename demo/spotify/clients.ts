/** An app that is registered at the stand-in. */
export type Client = { id: string; secret: string; name: string }

/** The demo's own app, and one for tests. */
export const clients: Client[] = [
  { id: 'demo', secret: 'demo', name: 'Plak' },
  { id: 'plak', secret: 'secret', name: 'Plak' },
]

/** Every app has this address; only a loopback IP literal may add a port that was not registered. */
const registered = ['http://127.0.0.1/spotify/callback', 'http://[::1]/spotify/callback']

export const clientOf = (id: string | null): Client | undefined => clients.find((client) => client.id === id)

/** Whether codes may be sent there: the very text that was registered, apart from a loopback address's port. */
export function mayReturnTo(redirectUri: string, more: readonly string[]): boolean {
  if (!URL.canParse(redirectUri) || isInsecure(redirectUri)) return false
  const withoutPort = redirectUri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d+(?=\/)/, '$1')
  return registered.includes(withoutPort) || more.includes(redirectUri)
}

/** Plain http is for loopback IP literals alone: 'localhost' is none. */
export function isInsecure(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri)
  return protocol !== 'https:' && !['127.0.0.1', '[::1]'].includes(hostname)
}
