import { isIP } from 'node:net'
import type { Settings } from './settings.ts'

/** The WebAuthn relying party: `id` is the host that passkeys are bound to, `origin` the only origin that is accepted. */
export type RelyingParty = { id: string; origin: string }

/**
 * Returns our relying party, or null if passkeys cannot work: they are bound to a host name, never to an IP address, and browsers
 * allow them only over https, except on localhost.
 */
export function relyingParty({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(PUBLIC_URL)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isHere ? { id: hostname, origin } : null
}
