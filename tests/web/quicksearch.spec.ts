import type { Page, Route } from '@playwright/test'
import { expect, failedRequest, journey, test } from './plak.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Search' })
const panel = (page: Page) => page.getByRole('listbox', { name: 'Search results' })
const group = (page: Page, name: string) => panel(page).getByRole('group', { name }).getByRole('option')
const chosen = (page: Page) => panel(page).getByRole('option', { selected: true })

test('people, artists and albums, by the keyboard alone', journey, async ({ page, signUp }) => {
  await signUp('radio_head')
  await page.goto('/')
  await box(page).pressSequentially('radio')
  await expect(panel(page).getByRole('group')).toHaveCount(3)
  await expect(group(page, 'Users')).toHaveText([/radio_head/])
  await expect(group(page, 'Artists').first()).toHaveText('Radiohead')
  await expect(group(page, 'Albums').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveText(/radio_head/)
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveText('Radiohead')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/artist/Radiohead')
  await expect(box(page)).toHaveValue('')
  await expect(panel(page).getByRole('option')).toHaveCount(0)

  await box(page).fill('radio')
  await expect(group(page, 'Users')).toHaveCount(1)
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText('Show all results')
  await page.keyboard.press('Escape')
  await expect(panel(page).getByRole('option')).toHaveCount(0)
  await expect(box(page)).toHaveValue('radio')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=radio')
  await expect(page.getByRole('searchbox')).toHaveValue('radio')
})

test('at most five of each kind, all of them behind the last option, and a text when nothing is found', async ({
  page,
}) => {
  await page.goto('/login')
  await box(page).fill('a')
  await expect(group(page, 'Artists')).toHaveCount(5)
  await expect(group(page, 'Albums')).toHaveCount(5)
  await expect(group(page, 'Users')).toHaveCount(0)
  await expect(group(page, 'Artists').first().locator('img')).toHaveCount(0)
  await panel(page).getByRole('option', { name: 'Show all results' }).click()
  await expect(page).toHaveURL('/search?q=a')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/trpc/**', async (route) => {
    await answered
    await route.continue()
  })
  await box(page).fill('zzqqxx')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(1)
  answer()
  await expect(page.getByRole('status').filter({ hasText: 'Sonuç bulunamadı' })).toHaveCount(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('three of each', async ({ page }) => {
    await page.goto('/login')
    await expect(box(page)).toHaveAttribute('placeholder', 'Ara...')
    await box(page).fill('a')
    await expect(group(page, 'Artists')).toHaveCount(3)
    await expect(group(page, 'Albums')).toHaveCount(3)
    await group(page, 'Albums').first().click()
    await expect(page).toHaveURL(/\/album\//)
  })
})

test('an answer that comes late never replaces a newer one', async ({ page }) => {
  await page.goto('/login')
  const late: Route[] = []
  await page.route('**/trpc/**', async (route) => {
    if (decodeURIComponent(route.request().url()).includes('"abbey"')) late.push(route)
    else await route.continue()
  })
  await box(page).fill('abbey')
  await expect.poll(() => late.length).toBeGreaterThan(0)
  await box(page).fill('kid a')
  await expect(group(page, 'Albums').first()).toContainText('Kid A')
  await Promise.all(late.map((route) => route.continue().catch(() => undefined)))
  await box(page).press('ArrowDown')
  await expect(group(page, 'Albums').first()).toContainText('Kid A')
  await expect(panel(page).getByText('Abbey Road')).toHaveCount(0)
})

test.describe('a group that fails', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('hides no other', async ({ page, plak, signUp }) => {
    await signUp('queen_fan')
    await plak.misbehave({ fault: 'offline' })
    await page.goto('/login')
    await box(page).fill('queen')
    await expect(group(page, 'Users')).toHaveText([/queen_fan/])
    await expect(panel(page).getByText('The music catalogue cannot be reached right now.')).toBeVisible()
    await expect(page.getByText('Sonuç bulunamadı')).toHaveCount(0)
    await group(page, 'Users').click()
    await expect(page).toHaveURL('/profile/queen_fan')
  })
})
