import type { BrowserContext, Page } from '@playwright/test'
import { paths } from '../../shared/paths.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { makeBrowser, type Browser } from '../push/receiver.ts'
import { expect, failedRequest, test as base, watch } from './plak.ts'
import { deviceOf } from './pushDevice.ts'
import { startPushSite, type PushSite } from './pushSite.ts'

// Push messages from the switch in the settings to the click on a notification: with an https address, the product's own worker,
// and the messages that the product sends. Only the browser's own push service, which a test cannot reach, is replaced.

type Signed = Person & { context: BrowserContext; page: Page }
type Fixtures = {
  harness: Harness
  /** creates an account and opens a browser in which it is signed in */
  arrive: (nickname: string, allow: boolean) => Promise<Signed>
}

const test = base.extend<Fixtures, { site: PushSite }>({
  site: [
    async ({}, use) => {
      const site = await startPushSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // The product of the other tests is not needed.
  fresh: async ({ site }, use) => {
    await site.plak.reset()
    site.received.length = 0
    await use()
  },
  harness: async ({ site }, use) => {
    const harness = makeHarness(site.plak.url)
    await use(harness)
    await harness.close()
  },
  arrive: async ({ site, harness, expectedErrors, errors }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (nickname, allow) => {
      const person = await harness.register(nickname)
      const context = await site.browser.newContext({
        baseURL: site.url,
        serviceWorkers: 'allow',
        reducedMotion: 'reduce',
      })
      contexts.push(context)
      context.on('page', (page) => watch(page, expectedErrors, errors))
      if (allow) await context.grantPermissions(['notifications'], { origin: site.url })
      const [name, value] = person.cookies.header()!.split('=') as [string, string]
      await context.addCookies([
        { name, value, url: site.url, httpOnly: true, secure: true, sameSite: 'Lax' },
      ])
      return { ...person, context, page: await context.newPage() }
    })
    for (const context of contexts) await context.close()
  },
})

// The stand-in of the catalogue has no https address, so that its covers are refused.
test.use({ expectedErrors: [failedRequest] })

/** Replaces the browser's connection to its push service: the subscription is that of a receiver of the test. */
const subscribeTo = (page: Page, { endpoint, keys }: Browser['subscription']) =>
  page.addInitScript(
    ([address, ownKeys]) => {
      const KEY = 'subscribed'
      const subscription = {
        endpoint: address,
        toJSON: () => ({ endpoint: address, keys: ownKeys }),
        unsubscribe: async () => localStorage.removeItem(KEY),
      }
      Object.assign(PushManager.prototype, {
        async subscribe() {
          localStorage.setItem(KEY, 'yes')
          return subscription
        },
        getSubscription: async () => (localStorage.getItem(KEY) === null ? null : subscription),
      })
    },
    [endpoint, keys] as const,
  )

const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
const allow = (page: Page) => page.getByRole('button', { name: 'Allow on this device' })

/** Somebody comments on the owner's review while the owner is away; returns what the push service passes on. */
async function writeComment(site: PushSite, { client, page }: Signed, guest: Person, receiver: Browser) {
  const { id } = await client.logs.add.mutate({
    artist: 'Björk',
    album: 'Homogenic',
    rating: 9,
    review: 'Cold.',
    submission: crypto.randomUUID(),
  })
  // People who have Plak open get no push messages. This page has no script, so it is not noticed.
  await page.goto('/api')
  await guest.client.comments.add.mutate({
    thread: { review: id },
    text: 'Warm.',
    submission: crypto.randomUUID(),
  })
  await expect
    .poll(async () => {
      await site.plak.hurry()
      return site.received.length
    })
    .toBe(1)
  const review = site.url + paths.review({ artist: 'Björk', name: 'Homogenic' }, id)
  return { message: receiver.read(site.received[0]!), review }
}

test('a message that Plak sends is one notification, and a click leads to its page', async ({
  site,
  arrive,
  harness,
}) => {
  const owner = await arrive('owner', true)
  const { page, client } = owner
  const receiver = makeBrowser(site.service)
  await subscribeTo(page, receiver.subscription)
  await page.goto('/settings/notifications')
  const comments = page.getByRole('checkbox', { name: 'Comments on your reviews and lists: Push' })
  await expect(comments).not.toBeChecked()
  await comments.click()
  await expect(comments).toBeChecked()
  await allow(page).click()
  await expect(devices(page)).toContainText('This device')
  await expect
    .poll(async () => (await client.notifications.settings.query()).kinds.filter((kind) => kind.push))
    .toHaveLength(1)

  const { message, review } = await writeComment(site, owner, await harness.register('guest'), receiver)
  await page.goto('/albums')
  const device = await deviceOf(page)
  expect(await device.shown()).toEqual([])
  await device.deliver(message)
  await expect.poll(() => device.shown()).toHaveLength(1)
  const [shown] = await device.shown()
  expect(shown).toMatchObject({
    title: 'Plak',
    body: 'guest commented on your review of Homogenic',
    lang: 'en',
    data: review,
  })
  expect(shown!.tag).toMatch(/^[\w-]{32}$/)
  // A later message of the same group replaces it.
  await device.deliver(message.replace('guest commented', 'guest and 1 other commented'))
  await expect
    .poll(async () => (await device.shown()).map(({ body }) => body))
    .toEqual(['guest and 1 other commented on your review of Homogenic'])

  expect(await device.click()).toEqual(['badge 1', 'badge 1', 'focus', `navigate ${review}`])
  await expect(page).toHaveURL(review)
  await expect(page.getByText('Cold.')).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
  expect(await device.shown()).toEqual([])

  await device.deliver(message)
  await expect.poll(() => device.shown()).toHaveLength(1)
  await page.goto('about:blank')
  expect(await device.click()).toEqual(['badge 1', `open ${review}`])
})

test('a message that cannot be read is one notification, and leads nowhere else', async ({
  site,
  arrive,
}) => {
  const { page } = await arrive('owner', true)
  await page.goto('/albums')
  const device = await deviceOf(page)
  const foreign = (navigate: unknown) =>
    JSON.stringify({ web_push: 8030, notification: { title: 'Plak', body: 'Look', lang: 'en', navigate } })
  for (const [message, body] of [
    ['', 'Something new'],
    ['{"web_push": 8030, "notification"', 'Something new'],
    ['null', 'Something new'],
    ['{"notification": {"title": 1}}', 'Something new'],
    [foreign('https://elsewhere.example/album/a/b'), 'Look'],
    [foreign(`${site.url}.elsewhere.example/`), 'Look'],
    [foreign('javascript:alert(1)'), 'Look'],
    [foreign(7), 'Look'],
  ] as const) {
    await device.deliver(message)
    await expect.poll(async () => (await device.shown()).map((shown) => shown.body)).toEqual([body])
    expect(await device.click()).toEqual(['focus', `navigate ${site.url}/notifications`])
    await expect(page).toHaveURL('/notifications')
    expect(await device.shown()).toEqual([])
  }
})

test('a page with an unsent text asks before it is left for a notification', async ({ site, arrive }) => {
  const { page } = await arrive('owner', true)
  await page.goto('/profile/edit')
  await page.getByLabel('Biography').fill('New.')
  const device = await deviceOf(page)
  const asked = page.waitForEvent('dialog')
  await device.deliver(
    JSON.stringify({ notification: { title: 'Plak', body: 'Look', navigate: `${site.url}/albums` } }),
  )
  await expect.poll(() => device.shown()).toHaveLength(1)
  void device.click().catch(() => undefined)
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(page.getByLabel('Biography')).toHaveValue('New.')
})

test('a device is known again, removed here and elsewhere, and can be allowed again', async ({
  site,
  arrive,
}) => {
  const { page, client } = await arrive('owner', true)
  await subscribeTo(page, makeBrowser(site.service).subscription)
  await client.push.add.mutate(makeBrowser(site.service).subscription)
  await page.goto('/settings/notifications')
  await expect(devices(page)).toHaveCount(1)
  await expect(devices(page)).not.toContainText('This device')
  await allow(page).click()
  await expect(page.getByText('This device can receive notifications now')).toBeVisible()
  await expect(devices(page)).toHaveCount(2)
  const own = devices(page).filter({ hasText: 'This device' })
  await expect(own).toHaveCount(1)
  await page.reload()
  await expect(own).toHaveCount(1)
  await expect(allow(page)).toHaveCount(0)

  const remove = own.getByRole('button', { name: 'Remove', exact: true })
  await expect(remove).toHaveAccessibleDescription(await own.getByRole('paragraph').first().innerText())
  await remove.click()
  await expect(devices(page)).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeFocused()
  await expect(own).toHaveCount(0)
  await allow(page).click()
  await expect(own).toHaveCount(1)
  // Removed in another browser: this one can be allowed again.
  const { devices: known } = await client.push.devices.query()
  for (const { id } of known) await client.push.remove.mutate({ id })
  await page.reload()
  await expect(page.getByText('No devices yet')).toBeVisible()
  await allow(page).click()
  await expect(own).toHaveCount(1)
})

test('a refusal of the browser is shown, and adds no device', async ({ arrive }) => {
  const { page, client } = await arrive('owner', false)
  await page.goto('/settings/notifications')
  await allow(page).click()
  await expect(page.getByRole('alert')).toHaveText('Your browser does not allow notifications from Plak')
  await expect(page.getByText('No devices yet')).toBeVisible()
  expect((await client.push.devices.query()).devices).toEqual([])
})

const leaving: [way: string, leave: (person: Signed) => Promise<unknown>][] = [
  [
    'a logout',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Account menu' }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await expect(page).toHaveURL('/login')
    },
  ],
  [
    'the deletion of the account',
    async ({ page, password }) => {
      await page.getByRole('button', { name: 'Delete Account' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete Account' })
      await dialog.getByLabel('Password', { exact: true }).fill(password)
      await dialog.getByRole('button', { name: 'Delete Account' }).click()
      await expect(page.getByText('Account deleted successfully').first()).toBeVisible()
    },
  ],
]
const message = { title: 'Plak', body: 'guest commented on your review of Homogenic', app_badge: '1' }
const kept = (page: Page) =>
  page.evaluate(() => ['plak-push-device', 'subscribed'].filter((place) => localStorage.getItem(place)))

for (const [way, leave] of leaving)
  test(`${way} ends the push messages of this browser, and those that it shows`, async ({ site, arrive }) => {
    const person = await arrive('owner', true)
    const { page } = person
    await subscribeTo(page, makeBrowser(site.service).subscription)
    await page.goto('/settings/notifications')
    await allow(page).click()
    await expect(devices(page)).toContainText('This device')
    expect(await kept(page)).toEqual(['plak-push-device', 'subscribed'])
    await page.goto('/profile/owner')
    const device = await deviceOf(page)
    await device.lend()
    await device.deliver(JSON.stringify({ notification: message }))
    await expect.poll(() => device.shown()).toHaveLength(1)
    await leave(person)
    await expect.poll(() => device.shown()).toEqual([])
    await expect.poll(() => device.acts()).toEqual(['badge 1', 'no badge'])
    await expect.poll(() => kept(page)).toEqual([])
  })

test('a logout does not wait for a browser that never answers about its subscription', async ({ arrive }) => {
  const person = await arrive('owner', true)
  const { page } = person
  await page.goto('/profile/owner')
  const device = await deviceOf(page)
  await device.lend()
  await device.deliver(JSON.stringify({ notification: message }))
  await expect.poll(() => device.shown()).toHaveLength(1)
  await page.evaluate(() => {
    Object.assign(PushManager.prototype, { getSubscription: () => new Promise(() => {}) })
  })
  await leaving[0]![1](person)
  await expect.poll(() => device.shown()).toEqual([])
})
