import { sign, type KeyObject } from 'node:crypto'

/** The key pair by which push services know an installation; `publicKey` is the uncompressed point, as base64url. */
export type PushKey = { publicKey: string; privateKey: KeyObject }

/** how long a token is valid, in seconds; at most 24 hours are allowed */
const LIFETIME = 12 * 60 * 60

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Returns the value of the header `Authorization` for an origin of a push service (RFC 8292). */
export function authorizationOf(
  { publicKey, privateKey }: PushKey,
  { origin, subject, now }: { origin: string; subject: string; now: Date },
): string {
  const exp = Math.floor(now.getTime() / 1_000) + LIFETIME
  const content = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode({ aud: origin, exp, sub: subject })}`
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`
}
