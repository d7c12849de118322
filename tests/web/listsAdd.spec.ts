import type { Page } from '@playwright/test'
import { faultsOf } from './accessChecks.ts'
import { dummy, kidA, makeList } from './lists.ts'
import { expect, failedRequest, journey, test } from './plak.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add to list' })
const own = (page: Page, name: string) => dialog(page).getByRole('button', { name: new RegExp(`^${name}`) })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
async function open(page: Page) {
  await page.goto('/album/Radiohead/Kid%20A')
  await page.getByRole('button', { name: 'Add to list' }).click()
}

test('a new list is made with the album in it, and the page stays', journey, async ({ signUp }) => {
  const { page, call } = await signUp('maker')
  await open(page)
  await expect(dialog(page).getByText('You have no lists yet')).toBeVisible()
  const create = dialog(page).getByRole('button', { name: 'Create', exact: true })
  await create.click()
  await expect(dialog(page).getByText('Please enter a list name')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'New list' }).fill('Night bus')
  await create.dblclick()
  const link = dialog(page).getByRole('link', { name: 'Night bus' })
  await expect(link).toBeVisible()
  await expect(own(page, 'Night bus')).toHaveAttribute('aria-pressed', 'true')
  expect((await call.lists.search.query({})).items).toMatchObject([{ name: 'Night bus', albumCount: 1 }])
  await expect(page).toHaveURL('/album/Radiohead/Kid%20A')
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night bus')
})

test('a visitor has no lists', async ({ page }) => {
  await page.goto('/album/Radiohead/Kid%20A')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kid A')
  await expect(page.getByRole('button', { name: 'Add to list' })).toHaveCount(0)
})

test.describe('own lists', () => {
  // Removing the last album is refused.
  test.use({ expectedErrors: [failedRequest] })

  test('an album is put in lists and taken out; the last one stays', async ({ signUp }) => {
    const maker = await signUp('maker')
    const [mine, single] = [
      await makeList(maker, { name: 'Night bus', albums: [dummy] }),
      await makeList(maker, { name: 'Single', albums: [kidA] }),
    ]
    const { page, call } = maker
    await open(page)
    await expect(own(page, 'Night bus')).toHaveAttribute('aria-pressed', 'false')
    await expect(own(page, 'Single')).toHaveAttribute('aria-pressed', 'true')
    expect(await faultsOf(page, { within: '[role=dialog]' })).toEqual([])
    await own(page, 'Night bus').dblclick()
    await expect(own(page, 'Night bus')).toHaveAttribute('aria-pressed', 'true')
    await expect(own(page, 'Night bus')).toContainText('2 albums')
    await expect.poll(async () => (await call.lists.draft.query({ id: mine })).albums.length).toBe(2)
    await own(page, 'Single').click()
    await expect(toast(page, 'Please select at least one album')).toBeVisible()
    await expect(own(page, 'Single')).toHaveAttribute('aria-pressed', 'true')
    expect((await call.lists.draft.query({ id: single })).albums).toHaveLength(1)
  })
})

test.describe('when the network fails', () => {
  test.use({ expectedErrors: [failedRequest], viewport: { width: 390, height: 844 } })

  test('the check is taken back, and a new list keeps its name', async ({ signUp }) => {
    const maker = await signUp('maker')
    await makeList(maker, { name: 'Night bus', albums: [dummy] })
    const { page } = maker
    await open(page)
    await page.route(/lists\.(setAlbum|create)/, (route) => route.abort())
    await own(page, 'Night bus').click()
    await expect(toast(page, 'Error updating list')).toBeVisible()
    await expect(own(page, 'Night bus')).toHaveAttribute('aria-pressed', 'false')
    await dialog(page).getByRole('textbox', { name: 'New list' }).fill('Kept')
    await dialog(page).getByRole('button', { name: 'Create', exact: true }).click()
    await expect(dialog(page).getByText('Error creating list')).toBeVisible()
    await expect(dialog(page).getByRole('textbox', { name: 'New list' })).toHaveValue('Kept')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
