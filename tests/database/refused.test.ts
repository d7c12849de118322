import { expect, it } from 'vitest'
import { sayRefused } from '../../server/lib/awaitDatabase.ts'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'

// The driver's message for MySQL, whose default authentication requires an encrypted connection.
const publicKey = Object.assign(
  new Error(
    'RSA public key is not available client side. Either set option `cachingRsaPublicKey` to indicate public key path, or allow ' +
      'public key retrieval with option `allowPublicKeyRetrieval`',
  ),
  { sqlMessage: null },
)
const certificate = Object.assign(new Error('self-signed certificate in certificate chain'), {
  code: 'SELF_SIGNED_CERT_IN_CHAIN',
})

it.each([
  [
    'a password that would travel in the open',
    publicKey,
    ['?ssl=true&sslca=', '?allowPublicKeyRetrieval=true'],
  ],
  ['a certificate that nobody known has signed', certificate, ['sslca=', 'ssl=skip-verify']],
  ['anything else', new Error('Access denied'), ['Check DATABASE_URL']],
])('for %s it says what the address takes', (_, error, told) => {
  const said = sayRefused(error)
  for (const each of told) expect(said).toContain(each)
  expect(said).not.toContain('cachingRsaPublicKey')
  // The recommended settings are valid; a missing file would be another matter.
  for (const [, query] of said.matchAll(/\?([\w=&-]+)(?=[ ,])/g))
    if (!query!.includes('sslca')) databaseConfig(`mysql://a:b@db.example/plak?${query}`)
})
