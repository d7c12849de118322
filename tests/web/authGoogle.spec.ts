import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { makeHarness } from '../harness/client.ts'
import { expect, failedRequest, journey, test as base } from './plak.ts'

/** Starts a product with sign-in by Google; `password` is whether passwords are allowed. */
async function startSite(password: 'on' | 'off') {
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/sites/google.js', password], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, VITEST_POOL_ID: `google_${password}` },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: line.toString().trim(),
    async close() {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

const test = base.extend<{}, { site: string; siteWithoutPasswords: string }>({
  site: [
    async ({}, use) => {
      const site = await startSite('on')
      await use(site.url)
      await site.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  siteWithoutPasswords: [
    async ({}, use) => {
      const site = await startSite('off')
      await use(site.url)
      await site.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})
test.use({ expectedErrors: [failedRequest] })

const google = (page: Page) => page.getByRole('link', { name: 'Continue with Google' })

test('a new person comes with Google, keeps a name of their own, and needs no password to leave', async ({
  page,
  site,
}) => {
  await page.goto(`${site}/login`)
  await google(page).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText('Sign-in with Google was cancelled')
  await google(page).click()
  await page.getByRole('link', { name: /Çağla/ }).click()
  await expect(page).toHaveURL(`${site}/welcome`)
  await expect(page.getByText('We named you cagla_isik.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Edit Profile' }).click()
  await expect(page).toHaveURL(`${site}/profile/edit`)
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText('Connected: you can log in with Google.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await page.goBack()
  await page.getByLabel('Username').fill('cagla_again')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`${site}/profile/cagla_again`)
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Account' })
  await expect(dialog.getByLabel('Password')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Account deleted successfully' })).toBeVisible()
  await expect(page).toHaveURL(`${site}/`)
})

test(
  'a person who opened the product as localhost returns signed in at the first try',
  journey,
  async ({ page, site }) => {
    await page.goto(`${site.replace('127.0.0.1', 'localhost')}/login?from=%2Flists`)
    await google(page).click()
    await page.getByRole('link', { name: /Near By/ }).click()
    await expect(page).toHaveURL(`${site}/lists`)
  },
)

test('an account that is there is connected after its password, and one is back where one came from', async ({
  page,
  site,
}) => {
  const harness = makeHarness(site)
  const { password } = await harness.register('both_ways')
  await harness.close()
  await page.goto(`${site}/activity`)
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await google(page).click()
  await page.getByRole('link', { name: /Both Ways/ }).click()
  await expect(page.getByRole('alert')).toContainText('An account with this email address already exists.')
  await page.getByLabel('Email or Username').fill('both_ways')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect Google')
  await google(page).click()
  await page.getByRole('link', { name: /Both Ways/ }).click()
  await expect(page).toHaveURL(`${site}/activity`)
  await page.goto(`${site}/settings/account`)
  await expect(page.getByText('Connected: you can log in with Google.')).toBeVisible()
})

test('without passwords there is no form for one', async ({ page, siteWithoutPasswords: site }) => {
  for (const place of ['/login', '/register']) {
    await page.goto(site + place)
    await expect(page.getByText('Email/password login is not allowed')).toBeVisible()
    await expect(page.getByLabel(/password/i)).toHaveCount(0)
    await expect(google(page)).toBeVisible()
  }
})
