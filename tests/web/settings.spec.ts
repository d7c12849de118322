import type { Page } from '@playwright/test'
import { callOf, expect, failedRequest, test } from './plak.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Settings' })
const section = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
/** The parts of the settings, each with its sections on a server without mail, Google and passkeys. */
const parts = [
  ['Account', 'account', ['Password', 'Sessions', 'Welcome']],
  ['Privacy', 'privacy', ['Visibility', 'Blocked and muted', 'Suggestions']],
  ['Notifications', 'notifications', ['Notifications']],
  ['Connections', 'connections', ['Scrobbling', 'Access tokens']],
  ['Your data', 'data', ['Your data', 'Plays']],
] as const

test('the settings have five pages, which a navigation links', async ({ signUp }) => {
  const { page } = await signUp('setter')
  await page.goto('/albums')
  await page.getByRole('button', { name: 'Account menu' }).click()
  const items = page.getByRole('menuitem')
  const names = await items.allTextContents()
  expect(names.indexOf('Settings')).toBe(names.indexOf('Edit Profile') + 1)
  await items.filter({ hasText: 'Settings' }).click()
  await expect(page).toHaveURL('/settings/account')
  for (const [name, path, sections] of parts) {
    await navigation(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`/settings/${path}`)
    await expect(page).toHaveTitle(`${name} · Plak`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
    await expect(navigation(page).getByRole('link')).toHaveText(parts.map(([each]) => each))
    await expect(navigation(page).locator('[aria-current=page]')).toHaveText(name)
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([...sections])
  }
  await page.goto('/profile/edit')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Profile', 'Links'])
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings/account')
  await expect(page.getByRole('link', { name: 'Open the welcome again' })).toHaveAttribute('href', '/welcome')
})

test('the address without a part is replaced by the first part, with its query', async ({ signUp }) => {
  const { page } = await signUp('setter')
  await page.goto('/albums')
  await page.goto('/settings?error=other')
  await expect(page).toHaveURL('/settings/account?error=other')
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'This Google account has a different email address' })
  await expect(alert).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/albums')
})

test.describe('a part', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('is for signed-in people, who come back to it, and must exist', async ({ page, signUp }) => {
    await signUp('setter')
    await page.goto('/settings')
    await expect(page).toHaveURL('/login')
    await page.goto('/settings/data')
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email or Username', { exact: true }).fill('setter')
    await page.getByLabel('Password', { exact: true }).fill('setter has a record player')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/settings/data')
    await expect(section(page, 'Your data')).toBeVisible()
    const response = await page.goto('/settings/sound')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Page not found')).toBeVisible()
  })

  test('that an old link of a visitor names is on screen after the login', async ({ page, signUp }) => {
    await signUp('setter')
    await page.setViewportSize({ width: 390, height: 500 })
    await page.goto('/profile/edit#tokens')
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email or Username', { exact: true }).fill('setter')
    await page.getByLabel('Password', { exact: true }).fill('setter has a record player')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/settings/connections#tokens')
    await expect(page.getByRole('heading', { name: 'Access tokens', exact: true })).toBeInViewport()
  })

  test('is the way out of imports that cannot be loaded', async ({ signUp }) => {
    const { page } = await signUp('setter')
    await page.route(callOf('imports.list'), (route) => route.abort())
    await page.goto('/import')
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings/data')
  })
})

test('an old link with an anchor leads to its section, which stays on screen', async ({ signUp }) => {
  const { page } = await signUp('setter')
  await page.setViewportSize({ width: 390, height: 500 })
  for (const [anchor, part, name] of [
    ['password', 'account', 'Password'],
    ['sessions', 'account', 'Sessions'],
    ['visibility', 'privacy', 'Visibility'],
    ['blocked', 'privacy', 'Blocked and muted'],
    ['notifications', 'notifications', 'Notifications'],
    ['data', 'data', 'Your data'],
    ['plays', 'data', 'Plays'],
    // These sections do not exist here.
    ['email', 'account', null],
    ['passkeys', 'account', null],
    ['google', 'account', null],
    ['suggestions', 'privacy', 'Suggestions'],
    ['scrobbling', 'connections', 'Scrobbling'],
    ['tokens', 'connections', 'Access tokens'],
  ] as const) {
    await page.goto('/albums')
    await page.goto(`/profile/edit#${anchor}`)
    await expect(page).toHaveURL(`/settings/${part}#${anchor}`)
    if (name === null) continue
    await expect(page.locator(`#${anchor}`).getByRole('heading', { name, exact: true })).toBeInViewport()
  }
})

test('going back shows where one had scrolled, not the anchor', async ({ signUp }) => {
  const { page } = await signUp('setter')
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/settings/account#password')
  await expect(section(page, 'Password')).toBeInViewport()
  await expect(page.getByText('This device')).toBeAttached()
  await page.mouse.move(200, 300)
  await page.mouse.wheel(0, 550)
  await expect(section(page, 'Welcome')).toBeInViewport()
  await expect(section(page, 'Password')).not.toBeInViewport()
  await page.getByRole('link', { name: 'Open the welcome again' }).click()
  await expect(page).toHaveURL('/welcome')
  await page.goBack()
  await expect(section(page, 'Welcome')).toBeInViewport()
  await expect(section(page, 'Password')).not.toBeInViewport()
})

test('the parts stand beside the page on a wide screen, and in a row that scrolls on a phone', async ({
  signUp,
}) => {
  const { page } = await signUp('setter')
  const boxes = async () => {
    const links = await navigation(page).getByRole('link').all()
    return await Promise.all(links.map(async (link) => (await link.boundingBox())!))
  }
  await page.goto('/settings/data')
  await expect(section(page, 'Your data')).toBeVisible()
  const wide = await boxes()
  expect(new Set(wide.map(({ x }) => x)).size).toBe(1)
  expect(wide[0]!.x + wide[0]!.width).toBeLessThan((await section(page, 'Your data').boundingBox())!.x)

  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['data', 'account', 'notifications']) {
    await page.goto(`/settings/${path}`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    const narrow = await boxes()
    expect(new Set(narrow.map(({ y }) => y)).size).toBe(1)
    await expect(navigation(page).locator('[aria-current=page]')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings/account')
})

test('without an https address there is no push', async ({ signUp }) => {
  const { page } = await signUp('setter')
  await page.goto('/settings/notifications')
  await expect(page.getByRole('checkbox', { name: 'Likes: Here' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Push$/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Allow on this device' })).toHaveCount(0)
})
