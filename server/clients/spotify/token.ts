import type { AskGrant } from './grants.ts'

/** A token used in its last seconds would expire in transit. */
export const EARLIER = 60_000

/** The product's own access token (client_credentials): for data without an owner. */
export type AppToken = {
  /** The token of this moment; it is asked for when there is none, once for all who wait. */
  get: () => Promise<string>
  /** A token that was refused is not used again. */
  forget: (token: string) => void
}

/** Keeps the token of a client id in this process, until a minute before it runs out. */
export function makeAppToken({ askGrant, now }: { askGrant: AskGrant; now: () => Date }): AppToken {
  let held: { token: string; until: number } | null = null
  let flight: Promise<string> | null = null

  async function ask(): Promise<string> {
    const { access, expiresAt } = await askGrant({ grant_type: 'client_credentials' })
    held = { token: access, until: expiresAt.getTime() - EARLIER }
    return access
  }

  return {
    async get() {
      if (held && now().getTime() < held.until) return held.token
      flight ??= ask().finally(() => (flight = null))
      return flight
    },
    forget(token) {
      if (held?.token === token) held = null
    },
  }
}
