import type { Page } from '@playwright/test'
import { callOf, expect, failedRequest, test } from './plak.ts'

const said = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const passwordOf = (nickname: string) => `${nickname} has a record player`

async function logIn(page: Page, nickname: string, password = passwordOf(nickname)) {
  await field(page, 'Email or Username').fill(nickname)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test.describe('the account', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('shows where one is logged in; each other session can be ended, and ends at once', async ({
    signUp,
    openBrowser,
  }) => {
    const { page } = await signUp('roamer')
    const [phone, desk] = await Promise.all([openBrowser(), openBrowser()])
    for (const browser of [phone, desk]) {
      await browser.goto('/login')
      await logIn(browser, 'roamer')
      await expect(browser).toHaveURL('/')
      await browser.goto('/activity')
      await expect(browser.getByText('No activity yet.')).toBeVisible()
    }
    await page.goto('/settings/account')
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(3)
    await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1)
    await sessions
      .getByRole('button', { name: /^Log out/ })
      .first()
      .click()
    await expect(sessions).toHaveCount(2)
    const loggedOut = (browser: Page) => browser.getByText('You must be logged in to view this page')
    await expect.poll(async () => (await loggedOut(phone).count()) + (await loggedOut(desk).count())).toBe(1)
    await page.getByRole('button', { name: 'Log out everywhere else' }).click()
    await expect(said(page, 'Logged out everywhere else')).toBeVisible()
    await expect(sessions).toHaveCount(1)
    await expect(page.getByRole('button', { name: /^Log out/ })).toHaveCount(0)
    for (const browser of [phone, desk]) await expect(loggedOut(browser)).toBeVisible()
  })

  test('gets another password', async ({ signUp, openBrowser }) => {
    const { page } = await signUp('changer')
    await page.goto('/settings/account')
    await field(page, 'Current password').fill('not this one')
    await field(page, 'New password').fill('a stylus and a groove')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Wrong password')).toBeVisible()
    await field(page, 'Current password').fill(passwordOf('changer'))
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(said(page, 'Password changed. Every other session has ended.')).toBeVisible()
    await expect(field(page, 'New password')).toHaveValue('')
    await page.reload()
    await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
    const elsewhere = await openBrowser()
    await elsewhere.goto('/login')
    await logIn(elsewhere, 'changer', 'a stylus and a groove')
    await expect(elsewhere).toHaveURL('/')
  })

  test('can be taken along', async ({ signUp }) => {
    const { page, call } = await signUp('packer')
    await call.logs.save.mutate({ artist: 'Björk', album: 'Homogenic', rating: 9 })
    await page.goto('/settings/data')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download my data' }).click()
    expect((await download).suggestedFilename()).toMatch(/^plak-packer-\d{4}-\d\d-\d\d\.zip$/)
    expect(await (await download).failure()).toBeNull()
  })

  test('is deleted after a proof, and nobody finds it any more', async ({
    signUp,
    page: visitor,
    openBrowser,
  }) => {
    const someone = await signUp('leaver')
    const { page } = someone
    const second = await openBrowser(someone)
    await second.goto('/activity')
    await expect(second.getByText('No activity yet.')).toBeVisible()
    await page.goto('/profile/leaver')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Account' })
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(dialog.getByText('Please enter your password')).toBeVisible()
    await field(page, 'Password').fill('not this one')
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(dialog.getByText('Wrong password')).toBeVisible()
    await page.route(callOf('auth.deleteAccount'), (route) => route.abort())
    await field(page, 'Password').fill(passwordOf('leaver'))
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(
      page.getByText(/^Error deleting account: No connection\. The server cannot be reached/),
    ).toBeVisible()
    await page.unroute(callOf('auth.deleteAccount'))
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(said(page, 'Account deleted successfully')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(second.getByText('You must be logged in to view this page')).toBeVisible()
    await visitor.goto('/profile/leaver')
    await expect(visitor.getByRole('alert')).toHaveText('User not found')
  })

  test('a link for a new password that is over says so', async ({ page }) => {
    await page.goto('/reset#of-yesterday')
    await field(page, 'New password').fill('a stylus and a groove')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('This link is no longer valid. Ask for a new one.')).toBeVisible()
    await expect(field(page, 'New password')).toHaveValue('a stylus and a groove')
  })
})
