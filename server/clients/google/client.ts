import * as oidc from 'openid-client'
import type { Log } from '../../lib/http.ts'

type Attempt = { state: string; nonce: string; verifier: string }

/** Only `subject` never changes. */
export type GoogleIdentity = {
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

/** `cancelled`: the user declined; `failed`: the provider is unreachable or sent an invalid response. */
export class GoogleError extends Error {
  readonly problem: 'cancelled' | 'failed'

  constructor(problem: GoogleError['problem'], cause: unknown) {
    super(`Sign-in with Google ${problem}`, { cause })
    this.problem = problem
  }
}

/**
 * OpenID Connect with an authorization code, PKCE, state and nonce. Only the issuer is configured; the rest is discovered. Both
 * functions throw `GoogleError`.
 */
export type Google = {
  begin(): Promise<{ url: URL; attempt: Attempt }>
  finish(pathAndQuery: string, attempt: Attempt): Promise<GoogleIdentity>
}

const SECONDS_TO_ANSWER = 5

type Options = {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  redirectUri: string
  log: Log
}

export function makeGoogle(options: Options): Google {
  const { redirectUri, log } = options
  const configuration = makeDiscovery(options)

  const failureOf = (error: unknown) => {
    // Logs only these fields: the error itself can contain personal data from Google.
    const { code, message } = error as { code?: string; message?: string }
    log.warn({ code, reason: message }, 'a sign-in with Google failed')
    return new GoogleError('failed', error)
  }

  return {
    async begin() {
      const attempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      }
      try {
        const url = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: attempt.state,
          nonce: attempt.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
          code_challenge_method: 'S256',
          prompt: 'select_account',
        })
        return { url, attempt }
      } catch (error) {
        throw failureOf(error)
      }
    },
    async finish(pathAndQuery, { state, nonce, verifier }) {
      try {
        const url = new URL(pathAndQuery, redirectUri)
        const tokens = await oidc.authorizationCodeGrant(await configuration(), url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return identityIn(tokens.claims()!)
      } catch (error) {
        const isCancelled =
          error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied'
        throw isCancelled ? new GoogleError('cancelled', error) : failureOf(error)
      }
    },
  }
}

/** Fetches the discovery document on first use; a failure is not cached. */
function makeDiscovery({ issuer, clientId, clientSecret }: Options) {
  const url = new URL(issuer)
  // Also checks the token's signature against the provider's keys. TLS already protects it, but the check costs nothing.
  const execute = [oidc.enableNonRepudiationChecks]
  // Plain http is only for a stand-in on this machine; the settings enforce that.
  if (url.protocol === 'http:') execute.push(oidc.allowInsecureRequests)
  const authentication = clientSecret ? oidc.ClientSecretPost(clientSecret) : oidc.None()
  let discovery: Promise<oidc.Configuration> | null = null
  return () =>
    (discovery ??= oidc
      .discovery(url, clientId, undefined, authentication, { execute, timeout: SECONDS_TO_ANSWER })
      .catch((error: unknown) => {
        discovery = null
        throw error
      }))
}

function identityIn(claims: oidc.IDToken): GoogleIdentity {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return {
    subject: claims.sub,
    email: text(claims.email),
    emailVerified: claims.email_verified === true,
    name: text(claims.name),
  }
}
