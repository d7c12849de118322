/** The part of http_ece, which has no types, that tests use. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type Recipient = { version: 'aes128gcm'; privateKey: ECDH; authSecret: Buffer }
  const ece: { decrypt: (body: Buffer, recipient: Recipient) => Buffer }
  export default ece
}
