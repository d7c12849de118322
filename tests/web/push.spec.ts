import { createECDH, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './plak.ts'

/** Replaces the browser's push service, which the tests cannot reach. */
async function subscribeTo(page: Page, endpoint: string) {
  const ecdh = createECDH('prime256v1')
  const keys = { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  await page.addInitScript(
    ([address, ownKeys]) => {
      const KEY = 'subscribed'
      const subscription = {
        endpoint: address,
        toJSON: () => ({ endpoint: address, keys: ownKeys }),
        unsubscribe: async () => localStorage.removeItem(KEY),
      }
      const isSubscribed = () => localStorage.getItem(KEY) !== null
      Object.assign(PushManager.prototype, {
        async subscribe() {
          localStorage.setItem(KEY, 'yes')
          return subscription
        },
        getSubscription: async () => (isSubscribed() ? subscription : null),
      })
    },
    [endpoint, keys] as const,
  )
}

test.describe('push', () => {
  test.use({ serviceWorkers: 'allow' })

  test('is chosen by kind, and allowed for each device', async ({ signUp, plak }) => {
    const { page, call } = await signUp('owner')
    await page.goto('/settings/notifications')
    await expect(page.getByRole('checkbox', { name: 'Likes: Here' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /Push$/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Allow on this device' })).toHaveCount(0)

    await plak.allowPush()
    await page.context().grantPermissions(['notifications'])
    await subscribeTo(page, 'https://fcm.googleapis.com/send/1')
    await page.reload()
    const likes = page.getByRole('checkbox', { name: 'Likes: Push' })
    await expect(likes).not.toBeChecked()
    await likes.check()
    await expect
      .poll(async () =>
        (await call.notifications.settings.query()).kinds.find(({ kind }) => kind === 'likes'),
      )
      .toMatchObject({ push: true })

    await page.getByRole('button', { name: 'Allow on this device' }).click()
    const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
    await expect(devices).toHaveCount(1)
    await expect(devices).toContainText('This device')
    await page.reload()
    await expect(devices).toContainText('This device')
    await expect(page.getByRole('button', { name: 'Allow on this device' })).toHaveCount(0)
    await devices.getByRole('button', { name: /^Remove/ }).click()
    await expect(devices).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Allow on this device' })).toBeVisible()
  })

  test('says so when the browser does not allow it', async ({ signUp, plak }) => {
    await plak.allowPush()
    const { page } = await signUp('owner')
    await page.addInitScript(() => {
      Notification.requestPermission = async () => 'denied'
    })
    await page.goto('/settings/notifications')
    await page.getByRole('button', { name: 'Allow on this device' }).click()
    await expect(page.getByRole('alert')).toHaveText('Your browser does not allow notifications from Plak')
  })

  test('messages are shown one by one, also those that cannot be read', async ({ signUp }) => {
    const { page } = await signUp('owner')
    await page.context().grantPermissions(['notifications'])
    const devtools = await page.context().newCDPSession(page)
    const registrations: { registrationId: string; scopeURL: string }[] = []
    devtools.on('ServiceWorker.workerRegistrationUpdated', (event) =>
      registrations.push(...event.registrations),
    )
    await devtools.send('ServiceWorker.enable')
    await page.goto('/notifications')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    const { origin } = new URL(page.url())
    const deliver = (data: string) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId: registrations.at(-1)!.registrationId,
        data,
      })
    const shown = () =>
      page.evaluate(async () => {
        const { getNotifications } = ServiceWorkerRegistration.prototype
        const all = await getNotifications.call(await navigator.serviceWorker.ready)
        return all.map(({ title, body, tag }) => ({ title, body, tag }))
      })
    const body = 'guest liked your review of Homogenic'
    const notification = { title: 'Plak', body, navigate: `${origin}/notifications`, lang: 'en', tag: 'a' }
    await deliver(JSON.stringify({ web_push: 8030, notification }))
    await expect.poll(shown).toEqual([{ title: 'Plak', body, tag: 'a' }])
    const newer = { ...notification, body: 'ada and 1 other liked your review of Homogenic' }
    await deliver(JSON.stringify({ web_push: 8030, notification: newer }))
    await expect.poll(shown).toEqual([{ title: 'Plak', body: newer.body, tag: 'a' }])
    await deliver('{"notification"')
    await expect.poll(shown).toContainEqual({ title: 'Plak', body: 'Something new', tag: '' })
    expect(await shown()).toHaveLength(2)
  })
})
