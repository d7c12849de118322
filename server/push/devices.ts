import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { limits } from '../../shared/limits.ts'
import type { addPushInput, PushDevice, removePushInput } from '../../shared/push.ts'
import { lockSession } from '../auth/sessions.ts'
import { deviceOf } from '../auth/userAgent.ts'
import { isPublicKey } from '../clients/push/encryption.ts'
import type { PushKey } from '../clients/push/vapid.ts'
import type { Deps } from '../core/deps.ts'
import type { Context, SignedIn } from '../core/trpc.ts'
import { transaction } from '../lib/db.ts'
import { invalid, notFound } from '../lib/errors.ts'
import type { Settings } from '../lib/settings.ts'

/** @throws notFound where there is no push */
export function requirePush({ pushKey }: Pick<Deps, 'pushKey'>): PushKey {
  if (!pushKey) throw notFound('push.none')
  return pushKey
}

/** Characters of an address, which browsers encode. The database stores no others. */
const address = /^[!-~]+$/

/** True for an origin of PUSH_SERVICES. An endpoint can be any address that somebody sends. */
export function isKnownService(
  endpoint: string,
  { PUSH_SERVICES }: Pick<Settings, 'PUSH_SERVICES'>,
): boolean {
  const { origin, protocol, host, username } = new URL(endpoint)
  if (protocol !== 'https:' || username !== '' || !address.test(endpoint)) return false
  return PUSH_SERVICES.some((service) =>
    service.startsWith('https://*.') ? host.endsWith(service.slice('https://*'.length)) : service === origin,
  )
}

export async function listDevices(
  deps: Pick<Deps, 'db' | 'pushKey'>,
  viewer: SignedIn,
): Promise<{ devices: PushDevice[] }> {
  requirePush(deps)
  const rows = await deps.db.pushDevice.findMany({
    where: { userId: viewer.id },
    orderBy: { id: 'asc' },
    select: { id: true, name: true, createdAt: true, lastSentAt: true },
  })
  const devices = rows.map(({ createdAt, lastSentAt, ...device }) => ({
    ...device,
    createdAt: createdAt.toISOString(),
    lastSentAt: lastSentAt?.toISOString() ?? null,
  }))
  return { devices }
}

/**
 * Adds a browser, or makes a known one that of the viewer and their session. Beyond the limit, the oldest device is deleted.
 * @throws invalid for an unknown push service or a wrong key; unauthorized if the session has ended
 */
export async function addDevice(
  deps: Pick<Deps, 'db' | 'pushKey' | 'settings' | 'now'>,
  { caller, texts }: Pick<Context, 'caller' | 'texts'>,
  viewer: SignedIn,
  { endpoint, keys }: z.output<typeof addPushInput>,
): Promise<{ id: number }> {
  requirePush(deps)
  if (!isKnownService(endpoint, deps.settings)) throw invalid('push.service')
  const publicKey = bytesOf(keys.p256dh)
  if (!isPublicKey(publicKey)) throw invalid('invalidInput', 'keys.p256dh')
  const endpointHash = new Uint8Array(createHash('sha256').update(endpoint).digest())
  const name = deviceOf(caller.userAgent, texts()).slice(0, 100)
  return await transaction(deps.db, async (tx) => {
    const userId = await lockSession(tx, viewer)
    const values = { userId, sessionId: viewer.sessionId, publicKey, authSecret: bytesOf(keys.auth), name }
    const { id } = await tx.pushDevice.upsert({
      where: { endpointHash },
      create: { ...values, endpoint, endpointHash, createdAt: deps.now() },
      update: { ...values, restUntil: null },
      select: { id: true },
    })
    const others = await tx.pushDevice.findMany({
      where: { userId, NOT: { id } },
      orderBy: { id: 'desc' },
      skip: limits.pushDevices - 1,
      select: { id: true },
    })
    if (others.length > 0)
      await tx.pushDevice.deleteMany({ where: { id: { in: others.map((each) => each.id) } } })
    return { id }
  })
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/** Idempotent. */
export async function removeDevice(
  deps: Pick<Deps, 'db' | 'pushKey'>,
  viewer: SignedIn,
  { id }: z.output<typeof removePushInput>,
): Promise<void> {
  requirePush(deps)
  await deps.db.pushDevice.deleteMany({ where: { id, userId: viewer.id } })
}
