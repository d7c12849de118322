import { z } from 'zod'
import { UpstreamError } from '../../lib/http.ts'
import { AppRefused, exchange } from './exchange.ts'

/** A token runs out on the way when it is used in its last moments. */
const EARLIER = 60_000

/** A wrong client comes as 400, not as 401; the others may yet. */
const refusals = new Set([400, 401, 403])

const answer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().catch(3_600) })

/** The product's own access token (client_credentials): for what belongs to nobody. */
export type AppToken = {
  /** The token of this moment; it is asked for when there is none, once for all who wait. */
  get: () => Promise<string>
  /** A token that was refused is not used again. */
  forget: (token: string) => void
}

/** Keeps the token of a client id in this process, until a minute before it runs out. */
export function makeAppToken(options: {
  accountsBase: string
  clientId: string
  clientSecret: string
  timeout: number
  now: () => Date
}): AppToken {
  const { accountsBase, clientId, clientSecret, timeout, now } = options
  const url = new URL(`${accountsBase.replace(/\/+$/, '')}/api/token`)
  let held: { token: string; until: number } | null = null
  let flight: Promise<string> | null = null

  async function grant(): Promise<unknown> {
    try {
      return await exchange(url, timeout, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      })
    } catch (error) {
      const isRefusal = error instanceof UpstreamError && refusals.has(error.code ?? 0)
      throw isRefusal ? new AppRefused(error) : error
    }
  }

  async function ask(): Promise<string> {
    const at = now().getTime()
    const body = await grant()
    const { data } = answer.safeParse(body)
    if (!data) throw new UpstreamError('broken', 'Spotify answered without a token')
    held = { token: data.access_token, until: at + data.expires_in * 1_000 - EARLIER }
    return data.access_token
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
