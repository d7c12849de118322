import type { Page } from '@playwright/test'
import { expect, type Plak, type Someone } from './plak.ts'

export const said = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${text}$`) })

/** The streaming block of a profile. */
export const block = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Spotify', level: 2 }) })

export const figure = (page: Page, name: string) =>
  block(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

export const tab = (page: Page, name: string) => page.getByRole('tab', { name })

export const syncedText = 'Spotify verileri başarıyla senkronize edildi'
export const syncFailedText = 'Spotify verilerini senkronize ederken bir hata oluştu'

/** To Spotify's page of consent, as one of the people who have an account there. */
export async function goToConsent(page: Page, account: string) {
  await page.getByRole('button', { name: /^(Reconnect|Connect) Spotify$/ }).click()
  await page.getByRole('button', { name: account, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect Plak to your account?')
}

export async function agree(page: Page, account: string) {
  await goToConsent(page, account)
  await page.getByRole('button', { name: 'Agree' }).click()
}

/** Connects on the own profile by clicking, and waits for the first sync. */
export async function connect({ page, nickname }: Someone, account: string) {
  await page.goto('/profile')
  await agree(page, account)
  await expect(page).toHaveURL(`/profile/${nickname}`)
  await expect(said(page, syncedText)).toBeVisible()
}

/** How often a code was spent for tokens. */
export async function spentCodes({ demo }: Plak): Promise<number> {
  const calls = (await (await fetch(`${demo}/__requests/spotify`)).json()) as {
    query: { grant_type?: string }
  }[]
  return calls.filter(({ query }) => query.grant_type === 'authorization_code').length
}
