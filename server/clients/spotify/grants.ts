import { z } from 'zod'
import { UpstreamError } from '../../lib/http.ts'
import { AppRefused, exchange, GrantRefused, urlOf } from './exchange.ts'

/** `refresh` is null if the service sent no new one: the old one stays valid. */
export type Grant = { access: string; refresh: string | null; expiresAt: Date; scope: string }

export class GrantOver extends UpstreamError {
  constructor(cause: UpstreamError) {
    super('refused', cause.message, { cause })
  }
}

const answer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish().catch(null),
  expires_in: z.coerce.number().positive().catch(3_600),
  scope: z.string().max(500).nullish().catch(null),
})

export type AskGrant = (form: Record<string, string>) => Promise<Grant>

/**
 * Never retries: the first attempt may have used up the code or token.
 * @throws GrantOver for an expired code or token; AppRefused for wrong credentials; UpstreamError for other failures
 */
export function makeGrants(options: {
  accountsBase: string
  clientId: string
  clientSecret: string
  timeout: number
  now: () => Date
}): AskGrant {
  const { accountsBase, clientId, clientSecret, timeout, now } = options
  const url = urlOf(accountsBase, '/api/token')
  return async (form) => {
    const at = now().getTime()
    const body = await exchange(url, timeout, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
    }).catch((error: unknown) => {
      throw meaningOf(error)
    })
    const { data } = answer.safeParse(body)
    if (!data) throw new UpstreamError('broken', 'Spotify answered without a token')
    const { access_token: access, refresh_token: refresh, expires_in: seconds, scope } = data
    return { access, refresh: refresh ?? null, expiresAt: new Date(at + seconds * 1_000), scope: scope ?? '' }
  }
}

/**
 * A wrong client currently results in 400 with its own error name, not in 401; the other statuses are handled
 * in case that changes.
 */
function meaningOf(error: unknown): unknown {
  if (error instanceof GrantRefused && error.error === 'invalid_grant') return new GrantOver(error)
  if (error instanceof GrantRefused) return new AppRefused(error)
  const isRefusal = error instanceof UpstreamError && [400, 401, 403].includes(error.code ?? 0)
  return isRefusal && !(error instanceof AppRefused) ? new AppRefused(error) : error
}
