import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeGoogle } from '../../server/clients/google/client.ts'
import { quietLog } from '../lib/ownRedis.ts'

// A provider whose responses the test controls: a real one never sends an invalid token.
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [own, strange] = [rsa(), rsa()]
const client = { clientId: 'plak-tests', clientSecret: 'a secret between the two of us' }
const redirectUri = 'http://plak.test/auth/google/callback'

let issuer = ''
let said = ''
let token: string | undefined
const provider = createServer((request, response) => {
  const answers: Record<string, unknown> = {
    '/.well-known/openid-configuration': {
      issuer: said,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
    },
    '/jwks': { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] },
    '/token': { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: token },
  }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answers[request.url!] ?? {}))
})
beforeAll(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  issuer = said = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const rs256 = (text: string, { privateKey } = own) =>
  sign('sha256', Buffer.from(text), privateKey).toString('base64url')
const signed = (claims: object, header: object = {}, key = own) => {
  const text = `${part({ alg: 'RS256', kid: 'own', ...header })}.${part(claims)}`
  return `${text}.${rs256(text, key)}`
}
const unsigned = (claims: object) => `${part({ alg: 'none' })}.${part(claims)}.`
function signedWithTheSecret(claims: object): string {
  const text = `${part({ alg: 'HS256' })}.${part(claims)}`
  return `${text}.${createHmac('sha256', client.clientSecret).update(text).digest('base64url')}`
}

/** Signs in with a token that `make` creates from valid claims. */
async function signIn(make: (claims: Record<string, unknown>) => string | undefined) {
  const google = makeGoogle({ issuer, ...client, redirectUri, log: quietLog() })
  const { attempt } = await google.begin()
  const now = Math.floor(Date.now() / 1_000)
  const claims = {
    iss: issuer,
    sub: '1001',
    aud: client.clientId,
    iat: now,
    exp: now + 60,
    nonce: attempt.nonce,
  }
  token = make(claims)
  return await google.finish(`/auth/google/callback?code=x&state=${attempt.state}`, attempt)
}

it('a right ID token says who somebody is', async () => {
  expect(await signIn((claims) => signed(claims))).toMatchObject({ subject: '1001', emailVerified: false })
})

it.each<[string, Parameters<typeof signIn>[0]]>([
  ['signed by a key that is not the provider’s', (claims) => signed(claims, {}, strange)],
  [
    'whose key stands in itself',
    (claims) => signed(claims, { jwk: strange.publicKey.export({ format: 'jwk' }) }, strange),
  ],
  [
    'changed after it was signed',
    (claims) => signed(claims).replace(/\.[^.]+\./, `.${part({ ...claims, sub: '1' })}.`),
  ],
  ['without a signature', unsigned],
  ['signed with the client’s secret', signedWithTheSecret],
  ['that is over', (claims) => signed({ ...claims, exp: Number(claims['iat']) - 600 })],
  ['for another client', (claims) => signed({ ...claims, aud: 'another' })],
  ['of another issuer', (claims) => signed({ ...claims, iss: 'https://evil.example' })],
  ['for another nonce', (claims) => signed({ ...claims, nonce: 'x' })],
  ['that is none, beside an access token', () => undefined],
])('an ID token %s is refused', async (_, make) => {
  await expect(signIn(make)).rejects.toMatchObject({ problem: 'failed' })
})

it('a provider that calls itself by another name is none', async () => {
  said = 'https://evil.example'
  await expect(signIn((claims) => signed(claims))).rejects.toMatchObject({ problem: 'failed' })
  said = issuer
})
