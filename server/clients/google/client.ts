import * as oidc from 'openid-client'
import type { Log } from '../../lib/http.ts'

/** What the browser must keep between the redirect to Google and the return. */
type Attempt = { state: string; nonce: string; verifier: string }

/** A person as Google identifies them. Only `subject` never changes. */
export type GoogleIdentity = {
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

/** Why a sign-in failed: the person declined; or the provider is away or sent an invalid answer. */
export class GoogleError extends Error {
  readonly problem: 'cancelled' | 'failed'

  constructor(problem: GoogleError['problem'], cause: unknown) {
    super(`Sign-in with Google ${problem}`, { cause })
    this.problem = problem
  }
}

/** Sign-in with Google: OpenID Connect with a code, PKCE, state and nonce; everything but the issuer is discovered. */
export type Google = {
  /** Where to send the browser, and what to remember of it. @throws GoogleError */
  begin(): Promise<{ url: URL; attempt: Attempt }>
  /** Redeems what the browser came back with (path and query). @throws GoogleError */
  finish(pathAndQuery: string, attempt: Attempt): Promise<GoogleIdentity>
}

const SECONDS_TO_ANSWER = 5

export function makeGoogle(options: {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  redirectUri: string
  log: Log
}): Google {
  const { clientId, clientSecret, redirectUri, log } = options
  const issuer = new URL(options.issuer)
  let discovered: Promise<oidc.Configuration> | null = null

  /** The provider's discovery document, fetched when it is first needed; a failure is not cached. */
  function configuration(): Promise<oidc.Configuration> {
    // The signature of the token is checked against the provider's keys, although it came over TLS: it costs nothing.
    const execute = [oidc.enableNonRepudiationChecks]
    // Plain http is for stand-ins on the own machine; the setting says so.
    if (issuer.protocol === 'http:') execute.push(oidc.allowInsecureRequests)
    const authentication = clientSecret ? oidc.ClientSecretPost(clientSecret) : oidc.None()
    discovered ??= oidc
      .discovery(issuer, clientId, undefined, authentication, { execute, timeout: SECONDS_TO_ANSWER })
      .catch((error: unknown) => {
        discovered = null
        throw error
      })
    return discovered
  }

  const failed = (error: unknown) => {
    // The error itself may carry what Google said of the person.
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
        throw failed(error)
      }
    },
    async finish(pathAndQuery, { state, nonce, verifier }) {
      try {
        const tokens = await oidc.authorizationCodeGrant(
          await configuration(),
          new URL(pathAndQuery, redirectUri),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          },
        )
        const claims = tokens.claims()!
        const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
        return {
          subject: claims.sub,
          email: text(claims.email),
          emailVerified: claims.email_verified === true,
          name: text(claims.name),
        }
      } catch (error) {
        const cancelled = error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied'
        throw cancelled ? new GoogleError('cancelled', error) : failed(error)
      }
    },
  }
}
