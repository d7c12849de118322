import { createPublicKey, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

type Sent = { method: string; headers: IncomingHttpHeaders; body: Buffer }
/** the origin that the service has for its senders, and its clock */
type Service = { origin: string; now: Date }
type Refusal = { status: number; reason: string }

const DAY = 24 * 3_600
const MOST_BYTES = 4_096

/** Returns how a push service refuses a request, or null: RFC 8030, RFC 8188 and RFC 8292. */
export function refusalOf({ method, headers, body }: Sent, service: Service): Refusal | null {
  const reason = reasonOfToken(headers.authorization ?? '', service)
  if (reason !== null) return { status: 403, reason }
  if (body.length > MOST_BYTES) return { status: 413, reason: 'body' }
  const isRight: Record<string, boolean> = {
    method: method === 'POST',
    encoding: headers['content-encoding'] === 'aes128gcm',
    ttl: /^\d+$/.test(String(headers['ttl'])),
    urgency: ['very-low', 'low', 'normal', 'high'].includes(String(headers['urgency'])),
    topic: /^[\w-]{1,32}$/.test(String(headers['topic'])),
  }
  const wrong = Object.keys(isRight).find((part) => !isRight[part])
  return wrong === undefined ? null : { status: 400, reason: wrong }
}

function reasonOfToken(authorization: string, { origin, now }: Service): string | null {
  const [, head, claims, signature, point] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  if (!head || !claims || !signature || !point) return 'authorization'
  if (!isSigned(`${head}.${claims}`, { signature: bytes(signature), point: bytes(point) })) return 'signature'
  const { alg } = parse(head)
  const { aud, exp, sub } = parse(claims)
  const seconds = Number(exp) - now.getTime() / 1_000
  if (alg !== 'ES256') return 'alg'
  if (aud !== origin) return 'aud'
  if (!(seconds > 0 && seconds <= DAY)) return 'exp'
  return /^(mailto:.+@|https:\/\/).+\../.test(String(sub)) ? null : 'sub'
}

const bytes = (text: string) => Buffer.from(text, 'base64url')
const parse = (part: string) => JSON.parse(bytes(part).toString()) as Record<string, unknown>

function isSigned(content: string, { signature, point }: { signature: Buffer; point: Buffer }): boolean {
  if (point.length !== 65 || point[0] !== 4) return false
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  return verify('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }, signature)
}
