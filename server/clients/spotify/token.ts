import type { AskGrant } from './grants.ts'

/** How long before its expiry a token is replaced, in milliseconds: it could expire in transit. */
export const EARLIER = 60_000

/** The app's own access token (client_credentials), for data without an owner. */
export type AppToken = {
  /** Returns the current token; if there is none, requests one for all concurrent callers together. */
  get: () => Promise<string>
  /** Discards a token that was rejected. */
  forget: (token: string) => void
}

/** Keeps the token of a client id in this process, until a minute before its expiry. */
export function makeAppToken({ askGrant, now }: { askGrant: AskGrant; now: () => Date }): AppToken {
  let cachedToken: { token: string; until: number } | null = null
  let flight: Promise<string> | null = null

  async function ask(): Promise<string> {
    const { access, expiresAt } = await askGrant({ grant_type: 'client_credentials' })
    cachedToken = { token: access, until: expiresAt.getTime() - EARLIER }
    return access
  }

  return {
    async get() {
      if (cachedToken && now().getTime() < cachedToken.until) return cachedToken.token
      flight ??= ask().finally(() => (flight = null))
      return flight
    },
    forget(token) {
      if (cachedToken?.token === token) cachedToken = null
    },
  }
}
