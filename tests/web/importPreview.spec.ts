import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from './plak.ts'

// Parts of the preview of an import that only some files have.

const choose = async (page: Page, file: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]) => {
  await page.goto('/import')
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
}

test.describe('a browser in New York', () => {
  test.use({ contextOptions: { timezoneId: 'America/New_York', reducedMotion: 'reduce' } })

  test('is the first choice of the time zone of plays, and another choice changes their day', async ({
    signUp,
    plak,
  }) => {
    const { page, context } = await signUp('player')
    // Without a choice, days are written as in Turkey.
    await context.addCookies([{ name: 'plak_language', value: 'en', url: plak.url }])
    const name = 'plays-of-an-evening-in-new-york.csv'
    await choose(page, fileURLToPath(new URL(`../imports/cases/${name}`, import.meta.url)))
    const timeZone = page.getByLabel('Time zone')
    await expect(timeZone).toHaveValue('America/New_York')
    await expect(timeZone.getByRole('option').first()).toHaveText('America/New York')
    const row = page.getByRole('table', { name: 'Rows of the file' }).getByRole('row')
    const kidA = row.filter({ hasText: 'Kid A' })
    await expect(kidA).toContainText('10 March 2026')
    await timeZone.selectOption('UTC')
    await expect(kidA).toContainText('11 March 2026')
    await page.reload()
    await expect(timeZone).toHaveValue('UTC')
    await timeZone.selectOption('America/New York')
    await expect(kidA).toContainText('10 March 2026')
  })
})

test('what a format has and the import does not take is named with its number', async ({ signUp }) => {
  const { page } = await signUp('reviewer')
  const plays = [1, 2, 3, 4, 5, 6].map(
    (track) => `Björk,Homogenic,Track ${track},2025-04-02 20:0${track},${track < 3 ? 4 : ''}`,
  )
  const buffer = Buffer.from(['Artist,Album,Track,Date,Rating', ...plays].join('\n'))
  await choose(page, { name: 'plays.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { name: 'Not imported' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ratings and reviews' })).toHaveText(
    'Ratings and reviews of single plays: 2',
  )
})

test('a file of which everything is taken has no such list', async ({ signUp }) => {
  const { page } = await signUp('listener')
  await choose(page, fileURLToPath(new URL('../imports/cases/days.csv', import.meta.url)))
  await expect(page.getByRole('radio', { name: 'Ready 3', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Not imported' })).toHaveCount(0)
})
