import type { Locator, Page } from '@playwright/test'
import { callOf, expect, failedRequest, journey, test } from './plak.ts'

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

test('logs an album with the keyboard alone; the dialog shows it again', journey, async ({ signUp }) => {
  const { page } = await signUp('keys')
  await page.goto('/album/Radiohead/Kid%20A')
  await logButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(stars(page)).toBeFocused()
  for (let halves = 0; halves < 7; halves++) await page.keyboard.press('ArrowRight')
  await expect(stars(page)).toHaveAttribute('aria-valuetext', '3.5 of 5 stars')
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('button', { name: 'Favorite' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('textbox', { name: 'Date' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ice,\nthen warmth.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await expect(toast(page, 'Album logged successfully')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(logButton(page)).toBeFocused()
  const reviews = page.getByRole('article')
  await expect(reviews.getByRole('link', { name: 'keys' })).toBeVisible()
  await expect(reviews).toContainText('Ice,\nthen warmth.', { useInnerText: true })
  await expect(reviews.getByRole('img', { name: '3.5 of 5 stars' })).toBeVisible()
  await expect(page.getByRole('main').getByText(/^Logged /)).toBeVisible()

  await page.reload()
  await logButton(page).click()
  await expect(stars(page)).toHaveAttribute('aria-valuenow', '7')
  await expect(review(page)).toHaveValue('Ice,\nthen warmth.')
  await expect(dialog(page).getByRole('button', { name: 'Favorite' })).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog(page).getByText('Draft restored')).toHaveCount(0)
})

test('rates by mouse in halves and takes the date from a Turkish calendar', async ({ signUp }) => {
  const { page, call } = await signUp('mouse')
  await openDialog(page)
  const shown = (text: string) => expect(stars(page)).toHaveAttribute('aria-valuetext', text)
  await clickStars(stars(page), 2.25)
  await shown('2.5 of 5 stars')
  await clickStars(stars(page), 3.5)
  await shown('4 of 5 stars')
  await clickStars(stars(page), 3.8)
  await shown('No rating')
  await clickStars(stars(page), 4.9)
  await shown('5 of 5 stars')

  const date = dialog(page).getByRole('textbox', { name: 'Date' })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' }).format(new Date())
  await expect(date).toHaveValue(today)
  await date.fill('2024-11-05')
  await expect(dialog(page).getByText('5 Kasım 2024 Salı')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Choose from calendar' }).click()
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await expect(calendar.getByText('Kasım 2024')).toBeVisible()
  // The fourth was a Monday, which is the first day of the week.
  const secondWeek = calendar.getByRole('row').filter({ hasText: '10' })
  await expect(secondWeek.getByRole('gridcell').first()).toHaveText('4')
  await calendar.getByRole('button', { name: /^20 Kasım 2024/ }).click()
  await expect(date).toHaveValue('2024-11-20')

  await date.fill('2999-01-01')
  await save(page).click()
  await expect(dialog(page).getByText('The date cannot be in the future')).toBeVisible()
  await date.fill('2024-11-20')
  await save(page).click()
  await expect(toast(page, 'Album logged successfully')).toBeVisible()
  await expect(page.getByText('Logged 20 Kasım 2024')).toBeVisible()
  expect((await call.logs.mine.query(kidA)).log).toMatchObject({ rating: 10, date: '2024-11-20', review: '' })
})

test('a double click saves once', async ({ signUp }) => {
  const { page } = await signUp('twice')
  await openDialog(page)
  let saves = 0
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route(callOf('logs.save'), async (route) => {
    saves++
    await asked
    await route.continue()
  })
  await save(page).dblclick()
  await expect(dialog(page).getByRole('button', { name: 'Saving...' })).toBeVisible()
  answer()
  await expect(toast(page, 'Album logged successfully')).toBeVisible()
  expect(saves).toBe(1)
})

test('opens by itself when the navigation asks for it, once', async ({ signUp }) => {
  const { page } = await signUp('asked')
  await page.goto('/albums')
  await page.evaluate(() => history.pushState({ log: true }, '', '/album/radiohead/kid%20a'))
  await expect(dialog(page)).toBeVisible()
  await expect(page).toHaveURL('/album/Radiohead/Kid%20A')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await page.reload()
  await expect(logButton(page)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('removes a log after asking', async ({ signUp }) => {
  const { page, call } = await signUp('sorry')
  await call.logs.save.mutate({ ...kidA, rating: 3, review: 'Too cold.' })
  await openDialog(page)
  await dialog(page).getByRole('button', { name: 'Remove log' }).click()
  await page.getByRole('dialog', { name: 'Remove this log?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(review(page)).toHaveValue('Too cold.')
  await dialog(page).getByRole('button', { name: 'Remove log' }).click()
  await page.getByRole('dialog', { name: 'Remove this log?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Log removed')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('No reviews yet')).toBeVisible()
  await expect(page.getByText(/^Logged /)).toHaveCount(0)
  await logButton(page).click()
  await expect(review(page)).toHaveValue('')
  await expect(dialog(page).getByRole('button', { name: 'Remove log' })).toHaveCount(0)
})

test('a draft survives a closed dialog and a closed tab, and can be thrown away', async ({ signUp }) => {
  const { page, context } = await signUp('drafter')
  await openDialog(page)
  await clickStars(stars(page), 4.2)
  await review(page).fill('Half a thought')
  await page.keyboard.press('Escape')
  await logButton(page).click()
  await expect(dialog(page).getByText('Draft restored')).toBeVisible()
  await review(page).pressSequentially(', and the other half')
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])

  const second = await context.newPage()
  await openDialog(second)
  await expect(dialog(second).getByText('Draft restored')).toBeVisible()
  await expect(review(second)).toHaveValue('Half a thought, and the other half')
  await expect(stars(second)).toHaveAttribute('aria-valuenow', '9')
  await dialog(second).getByRole('button', { name: 'Discard draft' }).click()
  await expect(review(second)).toHaveValue('')
  await second.reload()
  await logButton(second).click()
  await expect(review(second)).toHaveValue('')
  await expect(dialog(second).getByText('Draft restored')).toHaveCount(0)
})

test('reviews are read by everybody; a long one unfolds', async ({ signUp, page }) => {
  const { call } = await signUp('writer')
  const long = `<b>Loud</b>\n${'la '.repeat(900)}end`
  await call.logs.save.mutate({ ...kidA, rating: 9, favorite: true, review: long })
  await page.goto('/album/Radiohead/Kid%20A')
  const reviews = page.getByRole('article')
  await expect(reviews.getByText('<b>Loud</b>')).toBeVisible()
  await expect(reviews.getByRole('img', { name: '4.5 of 5 stars' })).toBeVisible()
  await expect(reviews.getByRole('img', { name: 'Favorite' })).toBeVisible()
  await reviews.getByRole('button', { name: 'Show more' }).click()
  await expect(reviews.getByRole('button', { name: 'Show less' })).toBeVisible()
  await reviews.getByRole('link', { name: 'writer' }).click()
  await expect(page).toHaveURL('/profile/writer')
})

test.describe('when saving fails', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('everything typed stays, and the next try saves it', journey, async ({ signUp }) => {
    const { page, call } = await signUp('unlucky')
    await openDialog(page)
    await review(page).fill('The bridge is down.')
    await page.route(callOf('logs.save'), (route) => route.abort())
    await save(page).click()
    await expect(toast(page, 'The server cannot be reached')).toBeVisible()
    await expect(review(page)).toHaveValue('The bridge is down.')
    await page.unrouteAll()

    const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, id: 'error', fields: {} }
    const json = [{ error: { message: 'An error occurred', code: -32603, data } }]
    await page.route(callOf('logs.save'), (route) => route.fulfill({ status: 500, json }))
    await save(page).click()
    await expect(toast(page, 'An error occurred')).toBeVisible()
    await page.unrouteAll()

    await save(page).click()
    await expect(toast(page, 'Album logged successfully')).toBeVisible()
    expect((await call.logs.mine.query(kidA)).log?.review).toBe('The bridge is down.')
  })

  test('a session that ended says so; after login the draft is there', async ({ signUp }) => {
    const { page, call } = await signUp('ended')
    await openDialog(page)
    await review(page).fill('Written before the end')
    await call.auth.logout.mutate()
    await save(page).click()
    await expect(toast(page, 'Login required')).toBeVisible()
    await expect(review(page)).toHaveValue('Written before the end')
    await dialog(page).getByRole('link', { name: 'Login' }).click()
    await page.getByLabel('Email or Username').fill('ended')
    await page.getByLabel('Password').fill('ended has a record player')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/album/Radiohead/Kid%20A')
    await logButton(page).click()
    await expect(review(page)).toHaveValue('Written before the end')
    await save(page).click()
    await expect(toast(page, 'Album logged successfully')).toBeVisible()
  })
})
