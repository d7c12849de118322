import type { Page } from '@playwright/test'
import { expect, failedRequest, test, type Someone } from './plak.ts'

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const okComputer = { artist: 'Radiohead', album: 'OK Computer' }
const year = new Date().getUTCFullYear()
const today = new Date().toISOString().slice(0, 10)

const hear = ({ call }: Pick<Someone, 'call'>, album: typeof kidA, more: object = {}) =>
  call.logs.add.mutate({ ...album, submission: crypto.randomUUID(), ...more })
const chart = (page: Page, name: string) => page.getByRole('img', { name: new RegExp(`^${name}: `) })

test('the statistics are a tab of the profile, whose charts have their numbers as tables, and lead to each year', async ({
  signUp,
}) => {
  const someone = await signUp('counter')
  const { page } = someone
  await page.goto('/profile/counter')
  await page.getByRole('tab', { name: 'Statistics' }).click()
  await expect(page).toHaveURL(/\/profile\/counter\/stats$/)
  await expect(page.getByText('No listens yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Explore Albums' })).toBeVisible()

  await hear(someone, kidA, { rating: 9, date: today })
  await hear(someone, kidA, { date: `${year - 1}-12-31` })
  await hear(someone, okComputer, { rating: 7, date: today })
  // Another tab of the same user: nothing has to be reloaded.
  await expect(chart(page, 'Listens a month')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Most returned to' })).toBeVisible()
  await expect(chart(page, 'Ratings')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Calendar' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^3$/ })).toBeVisible()
  const numbers = page
    .getByRole('figure')
    .filter({ has: chart(page, 'Ratings') })
    .getByText('Numbers')
  await numbers.click()
  const table = page.getByRole('table', { name: 'Ratings' })
  await expect(table.getByRole('row', { name: '4.5 of 5 stars 1' })).toBeVisible()

  await page
    .getByRole('navigation', { name: 'Years' })
    .getByRole('link', { name: String(year) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: `${year} in albums so far` })).toBeVisible()
  for (const name of ['Best rated', 'Sleeves', 'Top artists'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sleeves' }).getByRole('link')).toHaveCount(2)
  await page.getByRole('link', { name: 'Previous year' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${year - 1} in albums` })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Discoveries' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next year' })).toBeVisible()

  await page.goto('/profile/counter/stats')
  await page.getByRole('tab', { name: /Diary/ }).click()
  await expect(page).toHaveURL(/\/profile\/counter\?tab=diary$/)
})

test.describe('a year without listens', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('is the page that is not there, except the own current one', async ({ signUp, plak }) => {
    const { page } = await signUp('nothing')
    await plak.wait()
    await page.goto(`/profile/nothing/${year}`)
    await expect(page.getByText(`Nothing logged in ${year} yet`)).toBeVisible()
    for (const path of [year - 1, 'later', year + 1]) {
      const response = await page.goto(`/profile/nothing/${path}`)
      expect(response!.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: /not found/i })).toBeVisible()
    }
  })
})
