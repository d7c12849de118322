import type { Locator, Page } from '@playwright/test'
import { callOf, expect, failedRequest, test, withoutFirstData } from './plak.ts'

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const logButton = (page: Page) => page.getByRole('button', { name: 'Log', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Log album' })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const stars = (page: Page) => dialog(page).getByRole('slider', { name: 'Rating' })
const review = (page: Page) => dialog(page).getByRole('textbox', { name: 'Review' })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })

async function openDialog(page: Page) {
  await page.goto('/album/Radiohead/Kid%20A')
  await logButton(page).click()
  await expect(review(page)).toBeVisible()
}

/** Clicks a place on the row of stars: 0 is its beginning, 5 its end. */
async function clickStars(slider: Locator, place: number) {
  const box = (await slider.boundingBox())!
  await slider.click({ position: { x: (box.width * place) / 5, y: box.height / 2 } })
}

test('two tabs at once: what each of them says is kept, and neither draft is lost', async ({ signUp }) => {
  const { page, context, call } = await signUp('tabs')
  const other = await context.newPage()
  await openDialog(page)
  await openDialog(other)
  await review(other).fill('Written in the other tab.')
  await page.bringToFront()
  await clickStars(stars(page), 3.9)
  await save(page).click()
  await expect(toast(page, 'Album logged successfully')).toBeVisible()
  // The first tab deletes the draft that both shared; the second still has its own.
  await expect
    .poll(() => other.evaluate(() => JSON.stringify(localStorage)))
    .toContain('Written in the other tab.')
  await Promise.all([other.waitForEvent('close'), other.close({ runBeforeUnload: true })])
  const third = await context.newPage()
  await openDialog(third)
  await expect(review(third)).toHaveValue('Written in the other tab.')
  await save(third).click()
  await expect(toast(third, 'Album logged successfully')).toBeVisible()
  expect((await call.logs.mine.query(kidA)).log).toMatchObject({
    rating: 8,
    review: 'Written in the other tab.',
  })
})

test('a tab that knows of no log yet does not overwrite the other’s', async ({ signUp }) => {
  const { page, context, call } = await signUp('late')
  const other = await context.newPage()
  await openDialog(page)
  await openDialog(other)
  await page.bringToFront()
  await clickStars(stars(page), 3.9)
  await dialog(page).getByRole('textbox', { name: 'Date' }).fill('2024-11-05')
  await save(page).click()
  await expect(toast(page, 'Album logged successfully')).toBeVisible()
  await other.bringToFront()
  await review(other).fill('And the words.')
  await save(other).click()
  await expect(toast(other, 'Album logged successfully')).toBeVisible()
  expect((await call.logs.mine.query(kidA)).log).toMatchObject({
    rating: 8,
    date: '2024-11-05',
    review: 'And the words.',
  })
})

test('what is typed in the very moment in which the dialog takes over another tab’s log stays', async ({
  signUp,
}) => {
  const { page, call } = await signUp('quick')
  await openDialog(page)
  // The draft is deleted between the form's reset and its next render: simulates a key press at that moment.
  await review(page).evaluate((box: HTMLTextAreaElement) => {
    const own = Object.getOwnPropertyDescriptor(Storage.prototype, 'removeItem')!
    Storage.prototype.removeItem = function (place) {
      Object.defineProperty(Storage.prototype, 'removeItem', own)
      this.removeItem(place)
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(
        box,
        'Typed just then.',
      )
      box.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
  await call.logs.save.mutate({ ...kidA, rating: 7 })
  await expect(stars(page)).toHaveAttribute('aria-valuenow', '7')
  await expect(review(page)).toHaveValue('Typed just then.')
  await save(page).click()
  await expect(toast(page, 'Album logged successfully')).toBeVisible()
  expect((await call.logs.mine.query(kidA)).log).toMatchObject({ rating: 7, review: 'Typed just then.' })
})

test('the ratings of everybody: none, then the own, at once', async ({ signUp, page: visitor }) => {
  const [{ page }, { call }] = await Promise.all([signUp('rater'), signUp('other')])
  const bars = (of: Page) => of.getByRole('list', { name: 'Ratings by stars' }).getByRole('listitem')
  await page.goto('/album/Radiohead/Kid%20A')
  await expect(page.getByText('No ratings yet')).toBeVisible()
  await expect(bars(page)).toHaveCount(10)
  await call.logs.save.mutate({ ...kidA, rating: 7 })
  await logButton(page).click()
  await expect(review(page)).toBeVisible()
  await clickStars(stars(page), 4.9)
  await save(page).click()
  await expect(bars(page).last()).toHaveText('5 of 5 stars: 1 rating')
  await expect(bars(page).nth(6)).toHaveText('3.5 of 5 stars: 1 rating')
  await expect(page.getByText('Average: 4.3 of 5 stars')).toBeVisible()
  await visitor.goto('/album/Radiohead/Kid%20A')
  await expect(visitor.getByText('2 ratings', { exact: true })).toBeVisible()
})

test.describe('ratings that cannot be read', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('say so in their place, with another try', async ({ page }) => {
    await withoutFirstData(page)
    await page.route(callOf('logs.stats'), (route) => route.abort())
    await page.goto('/album/Radiohead/Kid%20A')
    const ratings = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Ratings' }) })
    await expect(ratings.getByRole('alert')).toBeVisible()
    await page.unrouteAll()
    await ratings.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No ratings yet')).toBeVisible()
  })
})
