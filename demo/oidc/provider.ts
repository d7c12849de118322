import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { interactionPolicy, type Configuration } from 'oidc-provider'
import { style } from '../spotify/pages.ts'

export type GooglePerson = { sub: string; email: string; emailVerified: boolean; name: string }

type Client = { clientId: string; clientSecret: string; redirectUri: string }

/** `handle` expects `request.url` to be the path after the issuer's. */
export type GoogleStandIn = {
  people: Map<string, GooglePerson>
  handle: (request: IncomingMessage, response: ServerResponse) => void
}

/**
 * Creates a stand-in for Google's sign-in: a real OpenID Connect provider that responds as Google does. E-mail and name are in
 * the token, the client's secret is in the body, and one page offers to choose an account or to go back.
 */
export function makeGoogle(options: Client & { issuer: string; people: GooglePerson[] }): GoogleStandIn {
  const { issuer } = options
  const people = new Map(options.people.map((person) => [person.sub, person]))
  const choose = `${new URL(issuer).pathname.replace(/\/$/, '')}/choose`
  const provider = new Provider(issuer, configurationOf(people, choose, options))
  const callback = provider.callback()
  return {
    people,
    handle(request, response) {
      const [, uid, answer] = /^\/choose\/([^/?]+)(?:\/([^/?]+))?$/.exec(request.url ?? '') ?? []
      if (!uid) return void callback(request, response)
      if (answer === undefined) return showChoice(response, `${choose}/${uid}`, people)
      finish(provider, request, response, decodeURIComponent(answer)).catch((error: unknown) =>
        response.writeHead(400).end(String(error)),
      )
    },
  }
}

export type GoogleDemo = Pick<GoogleStandIn, 'people'> & {
  issuer: string
  close: () => Promise<void>
}

export async function startGoogle(
  options: Client & { port?: number; people: GooglePerson[] },
): Promise<GoogleDemo> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { people, handle } = makeGoogle({ ...options, issuer })
  server.on('request', handle)
  return {
    issuer,
    people,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function configurationOf(
  people: ReadonlyMap<string, GooglePerson>,
  choose: string,
  { clientId, clientSecret, redirectUri }: Client,
): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'demo', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google includes the claims in the ID token, too.
    conformIdTokenClaims: false,
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `${choose}/${uid}` },
    findAccount: (_, sub) => {
      const person = people.get(sub)
      if (!person) return undefined
      const { email, emailVerified, name } = person
      return { accountId: sub, claims: () => ({ sub, email, email_verified: emailVerified, name }) }
    },
    // Choosing an account implies consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

function showChoice(
  response: ServerResponse,
  basePath: string,
  people: ReadonlyMap<string, GooglePerson>,
): void {
  const links = [...people.values()].map(({ sub, name, email, emailVerified }) => {
    const details = emailVerified ? email : `${email}, which nobody has verified`
    return `<li><a class="person" href="${basePath}/${encodeURIComponent(sub)}"><span class="initial" aria-hidden="true">${escapeHtml(name[0]!)}</span>
      <span><b>${escapeHtml(name)}</b> <small>${escapeHtml(details)}</small></span></a>`
  })
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Choose an account</title>
<style>${style}</style>
<header><p>This page stands in for <strong>Google</strong></p></header>
<main><h1>Choose an account</h1><ul class="people">${links.join('')}</ul><p><a href="${basePath}/cancel">Cancel</a></p></main>
</html>
`)
}

async function finish(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  answer: string,
): Promise<void> {
  const result =
    answer === 'cancel'
      ? { error: 'access_denied', error_description: 'The person went back' }
      : { select_account: {}, login: { accountId: answer }, consent: {} }
  await provider.interactionFinished(request, response, result)
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
