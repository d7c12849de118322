import type { Page } from '@playwright/test'
import { callOf, expect, failedRequest, journey, test } from './plak.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const found = (page: Page, name: string) =>
  page.getByRole('tabpanel').getByRole('list', { name }).getByRole('link')
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search albums, artists and users' })

for (const width of [390, 1280]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('shows the first of each kind; View All opens its tab, with a pager', async ({ page, signUp }) => {
      await signUp('a_listener')
      await page.goto('/search?q=a')
      await expect(box(page)).toHaveValue('a')
      await expect(tab(page, 'All')).toHaveAttribute('aria-selected', 'true')
      await expect(found(page, 'Albums')).toHaveCount(6)
      await expect(found(page, 'Artists')).toHaveCount(6)
      // Users are searched from two characters on.
      await expect(page.getByRole('heading', { name: 'Users' })).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

      await page.getByRole('link', { name: 'View All' }).first().click()
      await expect(page).toHaveURL('/search?q=a&tab=albums')
      await expect(found(page, 'Albums')).toHaveCount(25)
      const first = await found(page, 'Albums').first().textContent()
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(page).toHaveURL('/search?q=a&tab=albums&page=2')
      await expect(found(page, 'Albums').first()).not.toHaveText(first!)
      // Another tab starts at its first page.
      await tab(page, 'Artists').click()
      await expect(page).toHaveURL('/search?q=a&tab=artists')
      await expect(found(page, 'Artists')).toHaveCount(25)
      await page.goBack()
      await expect(page).toHaveURL('/search?q=a&tab=albums&page=2')
      await expect(tab(page, 'Albums')).toHaveAttribute('aria-selected', 'true')
    })
  })
}

test(
  'another text is searched when the typing pauses; people are among what is found',
  journey,
  async ({ page, signUp }) => {
    await signUp('radio_head')
    await page.goto('/search?q=abbey')
    await expect(found(page, 'Albums')).toHaveText([/Abbey Road/])
    await box(page).fill('radio')
    await expect(page).toHaveURL('/search?q=radio')
    await expect(found(page, 'Artists').first()).toHaveText('Radiohead')
    await expect(found(page, 'Users')).toHaveText([/radio_head/])
    await tab(page, 'Users').click()
    await expect(page).toHaveURL('/search?q=radio&tab=users')
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
    await found(page, 'Users').click()
    await expect(page).toHaveURL('/profile/radio_head')
  },
)

test('people are asked for by two characters, and have one page', async ({ page, signUp }) => {
  await signUp('radio_head')
  await page.goto('/search?q=r&tab=users&page=3')
  await expect(page.getByText('Type at least 2 characters to find users.')).toBeVisible()
  await page.goto('/search?q=radio&tab=users&page=3')
  await expect(found(page, 'Users')).toHaveText([/radio_head/])
  await expect(page.getByText('Page 3')).toHaveCount(0)
})

test('a query that is cut inside an emoji is searched without it', async ({ page }) => {
  await page.goto(`/search?q=${'x'.repeat(199)}${encodeURIComponent('🎧')}`)
  await expect(page.getByText('No results found')).toBeVisible()
  await expect(box(page)).toHaveValue('x'.repeat(199))
})

test('every tab says when nothing is found', async ({ page }) => {
  await page.goto('/search?q=zzqqxx')
  await expect(page.getByText('No results found')).toBeVisible()
  await tab(page, 'Albums').click()
  await expect(page.getByText('No results found')).toBeVisible()
  await page.goto('/search')
  await expect(page.getByText('Search for an album, an artist or a user.')).toBeVisible()
})

test('what is on its way has its shape', async ({ page }) => {
  await page.route('**/trpc/**', () => {})
  await page.goto('/search?q=radio')
  await expect(page.getByRole('tabpanel').getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Results for “radio”' })).toHaveAttribute('aria-busy', 'true')
})

test.describe('a kind that fails', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('by a fault of the server says what is known of it, once', async ({ page }) => {
    await page.route(callOf('catalog.search'), (route) =>
      route.fulfill({
        status: 500,
        json: [
          {
            error: {
              message: 'An error occurred',
              code: -32603,
              data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, id: 'error' },
            },
          },
        ],
      }),
    )
    for (const path of ['/search?q=zzqqxx&tab=albums', '/albums?q=zzqqxx']) {
      await page.goto(path)
      await expect(page.getByRole('alert')).toContainText(
        'An error occurred: Something went wrong on the server.',
      )
    }
  })

  test('hides no other', async ({ page, plak, signUp }) => {
    await signUp('prince_fan')
    await plak.misbehave({ fault: 'offline', method: 'album.search' })
    await page.goto('/search?q=prince')
    await expect(found(page, 'Users')).toHaveText([/prince_fan/])
    await expect(found(page, 'Artists').first()).toHaveText('Prince')
    await expect(page.getByRole('alert')).toContainText(
      'An error occurred: The music catalogue cannot be reached',
    )
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  })
})
