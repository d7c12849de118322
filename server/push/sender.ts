import { sendPush, type PushMessage, type PushOutcome } from '../clients/push/client.ts'
import type { PushKey } from '../clients/push/vapid.ts'
import type { Deps } from '../core/deps.ts'
import { pushes } from '../core/limits.ts'
import { DomainError } from '../lib/errors.ts'
import type { Settings } from '../lib/settings.ts'
import { isPresent } from '../notifications/delivery/presence.ts'
import { writePush, type WrittenPush } from '../notifications/delivery/push.ts'
import {
  claimPush,
  dropPush,
  keepDevices,
  postponePush,
  PUSH_PATIENCE,
  type WaitingPush,
} from '../notifications/delivery/pushQueue.ts'
import { isKnownService } from './devices.ts'

const MINUTE = 60_000
/** pauses before further attempts, in milliseconds; the last one repeats until the message is given up */
const pauses = [1, 5, 15, 30, 60].map((minutes) => minutes * MINUTE)

/** Sends what is due. */
export async function sendPushes(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const push = await claimPush(deps)
    if (!push) return
    try {
      await attempt(deps, push)
    } catch (error) {
      deps.log.error({ err: error, attempts: push.attempts }, 'push message could not be composed')
      await postponePush(deps, push, afterPause(deps, push))
    }
  }
}

const afterPause = ({ now }: Pick<Deps, 'now'>, { attempts }: WaitingPush) =>
  new Date(now().getTime() + pauses[Math.min(attempts, pauses.length) - 1]!)

async function attempt(deps: Deps, push: WaitingPush): Promise<void> {
  const { pushKey } = deps
  const isOld = deps.now().getTime() - push.createdAt.getTime() > PUSH_PATIENCE
  if (isOld) deps.log.warn({ attempts: push.attempts }, 'push given up: not accepted within 24 hours')
  const written =
    isOld || !pushKey || (await isPresent(deps, push.userId)) ? null : await writePush(deps, push)
  const devices = written && (push.devices ?? (await chooseDevices(deps, push)))
  if (!written || !devices) return void (await dropPush(deps, push))
  await sendToAll(deps, push, { written, devices, key: pushKey! })
}

/** Returns null if the user has no device, or if they got enough messages in this hour. */
async function chooseDevices(deps: Deps, push: WaitingPush): Promise<number[] | null> {
  const devices = await deps.db.pushDevice.findMany({ where: { userId: push.userId }, select: { id: true } })
  if (devices.length === 0) return null
  try {
    await deps.limit(pushes).take(String(push.userId))
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
  return devices.map(({ id }) => id)
}

type Sending = { written: WrittenPush; devices: number[]; key: PushKey }

async function sendToAll(deps: Deps, push: WaitingPush, { written, devices, key }: Sending): Promise<void> {
  const rest = new Map<number, Date>()
  const waiting = new Set(devices)
  for (const id of devices) {
    // Stored before each request, so that a crash repeats one of them at most.
    if (!(await keepDevices(deps, push, [...waiting]))) return
    const next = await sendTo(deps, push, { id, written, key })
    if (next) rest.set(id, next)
    else waiting.delete(id)
  }
  if (rest.size === 0) return void (await dropPush(deps, push))
  if (await keepDevices(deps, push, [...waiting]))
    await postponePush(deps, push, new Date(Math.min(...[...rest.values()].map(Number))))
}

/** Returns when to try again, or null when the device is done. */
async function sendTo(
  deps: Deps,
  push: WaitingPush,
  { id, written, key }: { id: number; written: WrittenPush; key: PushKey },
): Promise<Date | null> {
  const now = deps.now()
  const device = await deps.db.pushDevice.findFirst({
    where: { id, userId: push.userId, session: { expiresAt: { gt: now } } },
  })
  // The settings can have changed since it was added.
  if (!device || !isKnownService(device.endpoint, deps.settings)) return null
  if (device.restUntil && device.restUntil > now) return device.restUntil
  const send = (message: PushMessage) =>
    sendPush(device, message, { key, subject: subjectOf(deps.settings), now })
  let outcome = await send(written.message)
  if (outcome.state === 'tooLarge') outcome = await send(written.short)
  return await settle(deps, push, { device, outcome })
}

type Settled = { device: { id: number; endpoint: string }; outcome: PushOutcome }

async function settle(deps: Deps, push: WaitingPush, { device, outcome }: Settled): Promise<Date | null> {
  const { id, endpoint } = device
  const where = { id }
  switch (outcome.state) {
    case 'sent':
      await deps.db.pushDevice.updateMany({ where, data: { lastSentAt: deps.now(), restUntil: null } })
      return null
    case 'gone':
      await deps.db.pushDevice.deleteMany({ where })
      return null
    case 'later': {
      const { retryAfter } = outcome
      const next =
        retryAfter === null ? afterPause(deps, push) : new Date(deps.now().getTime() + retryAfter * 1_000)
      await deps.db.pushDevice.updateMany({ where, data: { restUntil: next } })
      return next
    }
    default: {
      // The origin only: the rest of the endpoint is a secret.
      const status = outcome.state === 'refused' ? outcome.status : 413
      deps.log.warn({ origin: new URL(endpoint).origin, status }, 'push refused')
      return null
    }
  }
}

/** Push services can reach the operator there. */
function subjectOf({ CONTACT, PUBLIC_URL }: Pick<Settings, 'CONTACT' | 'PUBLIC_URL'>): string {
  if (CONTACT === undefined) return PUBLIC_URL
  return CONTACT.includes('@') && !CONTACT.startsWith('https:') ? `mailto:${CONTACT}` : CONTACT
}
