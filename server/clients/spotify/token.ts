import type { AskGrant } from './grants.ts'

/** A token could expire in transit, so it is replaced this many milliseconds earlier. */
export const EARLIER = 60_000

export type AppToken = {
  /** Shares one request among concurrent callers. */
  get: () => Promise<string>
  forget: (token: string) => void
}

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
