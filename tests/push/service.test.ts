import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendPush } from '../../server/clients/push/client.ts'
import { startPushService, type PushService } from './pushService.ts'
import { makeBrowser } from './receiver.ts'

// The stand-in is the judge of what is sent in the other tests: it has to refuse what real push services refuse.

let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
beforeEach(() => service.forget())

function makeKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = publicKey.export({ format: 'der', type: 'spki' })
  return { privateKey, publicKey: der.subarray(-65).toString('base64url') }
}

function send({
  key = makeKey(),
  subject = 'mailto:plak@example.org',
  now = new Date(),
  host = 'localhost',
} = {}) {
  const { endpoint, keys } = makeBrowser(service.origin.replace('localhost', host)).subscription
  const [publicKey, authSecret] = [keys.p256dh, keys.auth].map((text) => Buffer.from(text, 'base64url'))
  const message = { text: 'Hello', topic: 'a', urgency: 'normal' as const }
  const target = { endpoint, publicKey: publicKey!, authSecret: authSecret! }
  return sendPush(target, message, { key, subject, now })
}

it('a request with a token of its sender is accepted', async () => {
  expect(await send()).toEqual({ state: 'sent' })
  expect([service.received.length, service.refused]).toEqual([1, []])
})

it.each([
  ['signed with another key', 'signature', () => ({ key: { ...makeKey(), publicKey: makeKey().publicKey } })],
  ['that has expired', 'exp', () => ({ now: new Date(Date.now() - 13 * 3_600_000) })],
  ['that is valid for more than a day', 'exp', () => ({ now: new Date(Date.now() + 13 * 3_600_000) })],
  ['for another origin', 'aud', () => ({ host: '127.0.0.1' })],
  ['without a contact', 'sub', () => ({ subject: 'https://localhost' })],
])('a token %s is refused', async (_, reason, change) => {
  expect(await send(change())).toEqual({ state: 'refused', status: 403 })
  expect([service.received.length, service.refused]).toEqual([0, [reason]])
})
