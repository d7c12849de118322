import { forgetOnDevice, keepOnDevice, partsOf, readOnDevice } from '../lib/onDevice.ts'
import { trpcClient } from '../lib/trpc.ts'

// The push subscription of this browser, and the device that the server knows it by.

const KEPT = 'plak-push-device'

type Kept = { id: number; endpoint: string }

export const canReceive = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** People who do not answer the browser's question can be asked again. */
export class NotAllowed extends Error {}

/**
 * Asks the browser, and adds it as a device. Call it when a button is pressed: browsers ask only then.
 * @throws NotAllowed
 */
export async function allowHere(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await subscribe(pushManager, key)
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  const { id } = await trpcClient.push.add.mutate({ endpoint: endpoint!, keys: { p256dh, auth } })
  const kept: Kept = { id, endpoint: endpoint! }
  keepOnDevice(KEPT, kept)
}

async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await manager.subscribe(options)
  } catch (error) {
    // A subscription with the key of an earlier installation at this address is in the way.
    const old = await manager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return await manager.subscribe(options)
  }
}

/** Returns the id of this browser's device; null if it has none. Browsers end subscriptions without notice. */
export async function readOwnDevice(): Promise<number | null> {
  const { id, endpoint } = partsOf<Kept>(readOnDevice(KEPT))
  if (typeof id !== 'number' || !canReceive()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription?.endpoint === endpoint ? id : null
}

/** Ends the subscription of this browser. */
export async function endHere(): Promise<void> {
  forgetOnDevice(KEPT)
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Ends the subscription, and removes the messages and the badge that this browser still shows. */
export async function forgetHere(): Promise<void> {
  await Promise.allSettled([endHere(), forgetShown()])
}

async function forgetShown(): Promise<void> {
  // Without the permission no message was shown.
  if (!canReceive() || Notification.permission !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
  await navigator.clearAppBadge?.()
}
