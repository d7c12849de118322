import type { Page } from '@playwright/test'
import { faultsOf } from './accessChecks.ts'
import { callOf, expect, failedRequest, journey, test } from './plak.ts'
import {
  agree,
  block,
  connect,
  figure,
  goToConsent,
  leadOn,
  said,
  saw,
  spentCodes,
  stayOnOutcome,
  syncedText,
  tab,
} from './spotify.ts'

const alert = (page: Page) => page.getByRole('main').getByRole('alert')

test(
  'a person connects by agreeing at Spotify, and the first sync starts by itself',
  journey,
  async ({ signUp }) => {
    const { page, context } = await signUp('listener')
    await stayOnOutcome(context)
    await page.goto('/profile')
    await agree(page, 'Deniz')
    await expect(page.getByText('Spotify connected successfully')).toBeVisible()
    const synced = saw(page, syncedText)
    await leadOn(page)
    await expect(page).toHaveURL('/profile/listener')
    await synced
    await expect(block(page).getByText('Deniz', { exact: true })).toBeVisible()
    await expect(block(page).getByText(/Last sync just now: 62 albums added/)).toBeVisible()
    await expect(figure(page, 'Saved albums')).toHaveText('62')
    await expect(tab(page, 'Listened')).toHaveText('Listened62')
    await expect(block(page).getByRole('link', { name: 'Deniz on Spotify' })).toHaveAttribute(
      'href',
      /^https?:/,
    )
    await page.goBack()
    expect(page.url()).not.toContain('code=')
  },
)

for (const { language, button, width } of [
  { language: 'en', button: 'Connect Spotify', width: 360 },
  { language: 'tr', button: 'Spotify’ı bağla', width: 390 },
  { language: 'tr', button: 'Spotify’ı bağla', width: 700 },
  { language: 'en', button: 'Connect Spotify', width: 1280 },
])
  test(`the offer to connect moves nothing below it when it is loaded: ${language}, ${width} pixels`, async ({
    signUp,
    plak,
  }) => {
    const { page, context } = await signUp('mover')
    await context.addCookies([{ name: 'plak_language', value: language, url: plak.url }])
    await page.setViewportSize({ width, height: 844 })
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(/\/assets\/OwnStreaming-/, async (route) => {
      await held
      await route.continue()
    })
    const isAsked = page.waitForRequest(/\/assets\/OwnStreaming-/)
    await plak.wait()
    await page.goto('/profile/mover')
    await isAsked
    const tabs = page.getByRole('tablist')
    const before = await tabs.boundingBox()
    letGo()
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    expect(await tabs.boundingBox()).toEqual(before)
  })

test('a cancelled connection is shown without a request to the server, and leads back', async ({
  signUp,
}) => {
  const { page } = await signUp('listener')
  await page.goto('/profile')
  await goToConsent(page, 'Deniz')
  let asked = false
  page.on('request', (request) => (asked ||= request.url().includes('spotify.connect')))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(alert(page)).toHaveText('Spotify connection cancelled')
  await expect(page).toHaveURL('/spotify/callback')
  await page.reload()
  await expect(alert(page)).toHaveText('Spotify connection cancelled')
  await page.getByRole('button', { name: 'Back to Profile' }).click()
  await expect(page).toHaveURL('/profile/listener')
  await expect(page.getByRole('button', { name: 'Connect Spotify' })).toBeVisible()
  expect(asked).toBe(false)
})

test('a code is spent once: by a reload on the way, by a second tab, by a reload afterwards', async ({
  signUp,
  plak,
}) => {
  const { page, context } = await signUp('listener')
  await stayOnOutcome(context)
  await page.goto('/profile')
  await plak.spotify({ route: 'token', slow: 700, times: 1 })
  const arrival = page.waitForRequest(
    (request) => request.isNavigationRequest() && /\/spotify\/callback\?.*code=/.test(request.url()),
  )
  const underWay = page.waitForRequest(/spotify\.connect/)
  await agree(page, 'Deniz')
  await underWay
  const address = (await arrival).url()
  const second = await context.newPage()
  await Promise.all([page.reload(), second.goto(address)])
  for (const one of [page, second])
    await expect(one.getByText('Spotify connected successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Spotify connected successfully')).toBeVisible()
  for (const one of [page, second]) {
    await leadOn(one)
    await expect(one).toHaveURL('/profile/listener')
  }
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  expect(await spentCodes(plak)).toBe(1)
})

test.describe('what cannot end well', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('is shown with a text of its own', async ({ signUp, plak }) => {
    const { page } = await signUp('listener')
    await page.goto('/spotify/callback?state=x')
    await expect(alert(page)).toHaveText('Spotify code could not be retrieved')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(callOf('spotify.connect'), async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/spotify/callback?code=x&state=of+nobody')
    await expect(page.getByRole('status').filter({ hasText: 'Connecting…' })).toBeVisible()
    letGo()
    await expect(alert(page)).toHaveText('Spotify connection failed')
    await page.unrouteAll()
    await expect(page).toHaveURL('/spotify/callback')
    await plak.spotify({ route: 'token', status: 400, body: { error: 'invalid_grant' }, times: 1 })
    await page.goto('/profile')
    await agree(page, 'Deniz')
    await expect(alert(page)).toHaveText('Token could not be retrieved')
    await plak.spotify({ allowlisted: false }, 'settings')
    await page.getByRole('button', { name: 'Back to Profile' }).click()
    await page.getByRole('button', { name: 'Connect Spotify' }).click()
    await page.getByRole('button', { name: 'Agree' }).click()
    await expect(alert(page)).toContainText('Spotify has not admitted this account to Plak yet')
  })

  test('a visitor logs in first, and the code of another session is good for nothing', async ({
    page,
    signUp,
    plak,
  }) => {
    const { call } = await signUp('listener')
    const state = new URL((await call.spotify.authorize.mutate()).url).searchParams.get('state')!
    await page.goto(`/spotify/callback?code=stolen&state=${state}`)
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email or Username').fill('listener')
    await page.getByLabel('Password', { exact: true }).fill('listener has a record player')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(alert(page)).toHaveText('Spotify connection failed')
    await expect(page).toHaveURL('/spotify/callback')
    expect(await spentCodes(plak)).toBe(0)
  })
})

test.describe('disconnecting', () => {
  test('asks first, takes away what nobody touched, and nothing else', async ({ signUp }) => {
    const person = await signUp('listener')
    const { page, call } = person
    await connect(person, 'Deniz')
    const { items } = await call.logs.listened.query({ nickname: 'listener' })
    const { artist, name } = items[0]!.album
    await call.logs.save.mutate({ artist, album: name, rating: 8 })
    await page.getByRole('button', { name: 'Disconnect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect Spotify' })
    await expect(dialog).toContainText('Those that you rated, reviewed or dated stay')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Disconnect' })).toBeFocused()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(said(page, 'Spotify connection removed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Connect Spotify' })).toBeVisible()
    await expect(tab(page, 'Listened')).toHaveText('Listened1')
    // The keyboard focus does not return to the top of the page.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Connect Spotify' })).toBeFocused()
  })

  test.describe('when the server cannot be reached', () => {
    test.use({ expectedErrors: [failedRequest] })
    test('says so, and the connection stays', async ({ signUp }) => {
      const person = await signUp('listener')
      const { page } = person
      await connect(person, 'Mina')
      await page.route(callOf('spotify.disconnect'), (route) => route.abort())
      await page.getByRole('button', { name: 'Disconnect' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
      await expect(said(page, 'Error removing Spotify connection')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sync' })).toBeVisible()
    })
  })
})

test('on a phone, in either light, the way there is as good', async ({ signUp }) => {
  const { page } = await signUp('listener')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Connect Spotify' })).toBeVisible()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await faultsOf(page, { within: 'main' })).toEqual([])
  }
  await page.goto('/spotify/callback?error=access_denied')
  await expect(alert(page)).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})
