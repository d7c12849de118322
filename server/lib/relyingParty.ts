import { isIP } from 'node:net'
import type { Settings } from './settings.ts'

/** The WebAuthn relying party: `id` is the host that they belong to, `origin` the only one at which they are taken. */
export type RelyingParty = { id: string; origin: string }

/**
 * The product as passkeys know it; null where there can be none: a passkey belongs to a name, never to an IP address, and
 * browsers use them over https alone, this machine aside.
 */
export function relyingParty({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(PUBLIC_URL)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isHere ? { id: hostname, origin } : null
}
