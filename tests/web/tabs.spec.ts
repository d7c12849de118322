import type { Page } from '@playwright/test'
import { callOf, expect, failedRequest, journey, type Someone, test, withoutFirstData } from './plak.ts'

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const entries = (page: Page) => page.getByRole('tabpanel').getByRole('listitem')

/** Logs this number of different albums on the same day. */
async function logMany({ call }: Someone, count: number) {
  const albums = []
  for (let page = 1; albums.length < count; page++)
    albums.push(...(await call.catalog.popular.query({ page })).albums)
  for (const { artist, name } of albums.slice(0, count)) {
    await call.logs.save.mutate({ artist, album: name, date: '2026-11-05' })
  }
}

test(
  'four tabs with exact counts, each with its words while it is empty',
  journey,
  async ({ signUp, page }) => {
    await signUp('empty')
    await page.goto('/profile/empty')
    for (const [name, text] of [
      ['Favorites 0', 'No favorite albums yet'],
      ['Listened 0', 'No albums listened yet'],
      ['Reviews 0', 'No reviews yet'],
      ['Diary 0', 'No diary entries yet'],
    ] as const) {
      await tab(page, name).click()
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(page).toHaveURL('/profile/empty?tab=diary')
    await page.getByRole('link', { name: 'Explore Albums' }).click()
    await expect(page).toHaveURL('/albums')
    await page.goBack()
    await expect(tab(page, 'Diary 0')).toHaveAttribute('aria-selected', 'true')
  },
)

test(
  'the diary: by month in Turkish, with day, stars and heart; its owner edits an entry',
  journey,
  async ({ signUp, page: visitor }) => {
    const { page, call } = await signUp('diarist')
    await call.logs.save.mutate({ ...kidA, rating: 9, favorite: true, date: '2026-11-05' })
    await call.logs.save.mutate({ artist: 'Björk', album: 'Homogenic', date: '2026-10-31' })
    await page.goto('/profile/diarist?tab=diary')
    await expect(page.getByRole('tabpanel').getByRole('heading')).toHaveText(['Kasım 2026', 'Ekim 2026'])
    const entry = page.getByRole('list', { name: 'Kasım 2026' }).getByRole('listitem')
    await expect(entry).toContainText('5')
    await expect(entry.getByRole('link', { name: /Kid A/ })).toBeVisible()
    await expect(entry.getByRole('img', { name: '4.5 of 5 stars' })).toBeVisible()
    await expect(entry.getByRole('img', { name: 'Favorite' })).toBeVisible()
    await entry.getByRole('button', { name: 'Edit log' }).click()
    await expect(page).toHaveURL('/album/Radiohead/Kid%20A')
    const dialog = page.getByRole('dialog', { name: 'Log album' })
    await expect(dialog.getByRole('slider', { name: 'Rating' })).toHaveAttribute('aria-valuenow', '9')
    await dialog.getByRole('textbox', { name: 'Date' }).fill('2026-10-01')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('tabpanel').getByRole('heading')).toHaveText(['Ekim 2026'])

    await visitor.goto('/profile/diarist?tab=diary')
    await expect(entries(visitor)).toHaveCount(2)
    await expect(visitor.getByRole('button', { name: 'Edit log' })).toHaveCount(0)
  },
)

test('reviews: what was written of what, and likes', async ({ signUp }) => {
  const [writer, { page, call }] = await Promise.all([signUp('writer'), signUp('fan')])
  const long = 'la '.repeat(900)
  await writer.call.logs.save.mutate({ ...kidA, rating: 7, favorite: true, review: long, date: '2026-11-05' })
  await page.goto('/profile/writer?tab=reviews')
  const review = page.getByRole('article')
  await expect(review.getByRole('link', { name: 'Kid A' })).toBeVisible()
  await expect(review.getByRole('link', { name: 'Radiohead' })).toBeVisible()
  await expect(review.getByRole('img', { name: '3.5 of 5 stars' })).toBeVisible()
  await expect(review.getByRole('img', { name: 'Favorite' })).toBeVisible()
  await expect(review.getByText('5 Kasım 2026')).toBeVisible()
  await review.getByRole('button', { name: 'Show more' }).click()
  await expect(review.getByRole('button', { name: 'Show less' })).toBeVisible()
  const like = review.getByRole('button', { name: 'Like review' })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(review.getByText('1 like', { exact: true })).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: 'Like added' })).toBeVisible()
  const [read] = (await call.logs.reviewsBy.query({ nickname: 'writer' })).items
  expect(read).toMatchObject({ likeCount: 1, liked: true })
})

test('a heart taken off a card on the own tab counts at once, and can be put back', async ({ signUp }) => {
  const { page, call } = await signUp('owner')
  await call.logs.save.mutate({ ...kidA, rating: 8, favorite: true })
  await page.goto('/profile/owner')
  const card = page.getByRole('group', { name: 'Kid A by Radiohead' })
  await card.hover()
  await card.getByRole('button', { name: 'Remove from favorites' }).click()
  await expect(tab(page, 'Favorites 0')).toBeVisible()
  await card.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(tab(page, 'Favorites 1')).toBeVisible()
  await card.getByRole('button', { name: 'Remove from favorites' }).click()
  await expect(tab(page, 'Favorites 0')).toBeVisible()
  await tab(page, 'Listened 1').click()
  await expect(page.getByRole('tabpanel').getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
  await tab(page, 'Favorites 0').click()
  await expect(page.getByText('No favorite albums yet')).toBeVisible()
})

test.describe('many', () => {
  test.use({ expectedErrors: [failedRequest] })

  for (const width of [1280, 390]) {
    test(`come by scrolling or by the button, and back finds the place (${width})`, async ({ signUp }) => {
      const person = await signUp('collector')
      const { page } = person
      await page.setViewportSize({ width, height: 800 })
      await logMany(person, 26)
      await page.route(/logs\.diary.*cursor/, (route) => route.abort(), { times: 2 })
      await page.goto('/profile/collector?tab=diary')
      await expect(entries(page)).toHaveCount(24)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
      await expect(entries(page)).toHaveCount(26)
      await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
      await expect(entries(page).nth(24).getByRole('link')).toBeFocused()

      await entries(page).nth(25).scrollIntoViewIfNeeded()
      const before = await page.evaluate(() => scrollY)
      expect(before).toBeGreaterThan(400)
      await entries(page).nth(25).getByRole('link').click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL(/album/)
      await page.goBack()
      await expect(entries(page)).toHaveCount(26)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  }
})

test.describe('a tab that cannot be read', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('says so, with another try; the others stand', async ({ signUp, page }) => {
    const { call } = await signUp('listener')
    await call.logs.save.mutate(kidA)
    await withoutFirstData(page)
    await page.route(callOf('logs.listened'), (route) => route.abort())
    await page.goto('/profile/listener?tab=listened')
    await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('The server cannot be reached')
    await tab(page, 'Diary 1').click()
    await expect(entries(page)).toHaveCount(1)
    await tab(page, 'Listened 1').click()
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    await expect(tryAgain).toBeVisible()
    await page.unrouteAll()
    await tryAgain.click()
    await expect(entries(page)).toHaveCount(1)
  })
})
