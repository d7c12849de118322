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
})
