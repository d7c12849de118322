import { createECDH, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { encryptFor, isPublicKey, MOST_BYTES } from '../../server/clients/push/encryption.ts'
import { authorizationOf } from '../../server/clients/push/vapid.ts'
import { makeBrowser } from './receiver.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

it('a message is that of RFC 8291, section 5, with its keys and salt', () => {
  const recipient = {
    publicKey: bytes(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    authSecret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const known = {
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  }
  const message = encryptFor(recipient, 'When I grow up, I want to be a watermelon', known)
  expect(message.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('salt and key are new each time, and the longest message fits into 4,096 bytes', () => {
  const { subscription, read } = makeBrowser('https://push.example')
  const recipient = {
    publicKey: bytes(subscription.keys.p256dh),
    authSecret: bytes(subscription.keys.auth),
  }
  const text = 'ö'.repeat(MOST_BYTES / 2)
  const [one, other] = [encryptFor(recipient, text), encryptFor(recipient, text)]
  expect([read(one), read(other)]).toEqual([text, text])
  expect(one.length).toBeLessThanOrEqual(4_096)
  expect(one.subarray(0, 16)).not.toEqual(other.subarray(0, 16))
  expect(one.subarray(21, 86)).not.toEqual(other.subarray(21, 86))
})

it('a key is a point on the curve', () => {
  const ecdh = createECDH('prime256v1')
  expect(isPublicKey(ecdh.generateKeys())).toBe(true)
  expect(isPublicKey(Buffer.alloc(65, 4))).toBe(false)
  expect(isPublicKey(ecdh.getPublicKey(null, 'compressed'))).toBe(false)
})

it('a token is signed for one origin, for less than a day', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = new Date()
  const header = authorizationOf(
    { privateKey, publicKey: 'BPoint' },
    { origin: 'https://push.example', subject: 'mailto:plak@example.org', now },
  )
  const [, head, claims, signature, point] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(
    header,
  )!
  const parse = (part: string) => JSON.parse(bytes(part).toString()) as Record<string, unknown>
  expect([parse(head!), point]).toEqual([{ typ: 'JWT', alg: 'ES256' }, 'BPoint'])
  const { aud, sub, exp } = parse(claims!)
  expect([aud, sub]).toEqual(['https://push.example', 'mailto:plak@example.org'])
  expect(Number(exp) * 1_000 - now.getTime()).toBeLessThanOrEqual(24 * 3_600_000)
  const key = {
    key: createPublicKey(publicKey.export({ format: 'pem', type: 'spki' })),
    dsaEncoding: 'ieee-p1363' as const,
  }
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, bytes(signature!))).toBe(true)
})
