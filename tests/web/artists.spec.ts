import type { Page } from '@playwright/test'
import { callOf, expect, failedRequest, journey, test, withoutFirstData } from './plak.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const results = (page: Page) => page.getByRole('main').getByRole('region')
const tiles = (page: Page) => results(page).getByRole('list').getByRole('link')
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search artists' })

for (const width of [390, 1280]) {
  test.describe(`discover artists at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('pages and searches by the address; a card leads to the artist', async ({ page }) => {
      await page.goto('/artists')
      await expect(tiles(page)).toHaveCount(24)
      await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const first = await tiles(page).first().textContent()
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(page).toHaveURL('/artists?page=2')
      await expect(tiles(page).first()).not.toHaveText(first!)
      await page.goBack()
      await expect(tiles(page).first()).toHaveText(first!)

      await searchBox(page).fill('björk')
      await expect(page).toHaveURL('/artists?q=bj%C3%B6rk')
      await tiles(page).filter({ hasText: 'Björk' }).first().click()
      await expect(page).toHaveURL('/artist/Bj%C3%B6rk')
      await expect(heading(page, 'Björk')).toBeVisible()
      // Query results are cached for five minutes.
      await page.route('**/trpc/**', () => {})
      await page.goBack()
      await expect(searchBox(page)).toHaveValue('björk')
      await expect(tiles(page).first()).toHaveText('Björk')
    })
  })
}

test.describe('the pictures', () => {
  test('that could not be asked for just now come later', async ({ page }) => {
    await page.clock.install()
    let isBusy = true
    let asked = 0
    await page.route(callOf('catalog.artistPicture'), async (route) => {
      asked++
      if (!isBusy) return await route.continue()
      const response = await route.fetch()
      const busy = { result: { data: { image: null, unavailable: true } } }
      await route.fulfill({ response, json: ((await response.json()) as unknown[]).map(() => busy) })
    })
    await page.goto('/artist/Radiohead')
    const portrait = page.getByRole('main').locator('img[fetchpriority=high]')
    await expect.poll(() => asked).toBeGreaterThan(0)
    await expect(portrait).toHaveCount(0)
    isBusy = false
    await expect(async () => {
      await page.clock.fastForward(5_000)
      await expect(portrait).toBeVisible({ timeout: 1_000 })
    }).toPass()
  })

  test('are asked for when they come near, many at a time', async ({ page }) => {
    const asked: string[][] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.includes('artistPicture')) asked.push(pathname.split('/').at(-1)!.split(','))
    })
    await page.setViewportSize({ width: 390, height: 600 })
    await page.goto('/artists')
    await expect(tiles(page)).toHaveCount(24)
    await expect.poll(() => asked.flat().length).toBeGreaterThan(5)
    const near = asked.flat().length
    expect(near).toBeLessThan(24)
    expect(asked.length).toBeLessThan(5)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect.poll(() => asked.flat().length).toBe(24)
    // Without a picture a record is drawn, the same for the same name.
    const drawing = async () =>
      (await tiles(page).first().locator('svg').innerHTML()).replace(/id="[^"]+"|#[^)"]+(?=\))/g, '')
    const drawn = await drawing()
    await page.reload()
    await expect(tiles(page)).toHaveCount(24)
    expect(await drawing()).toBe(drawn)
  })
})

test.describe('an artist', () => {
  for (const width of [390, 1280]) {
    test(
      `has everything that the catalogue knows, at ${width} pixels`,
      width === 390 ? journey : {},
      async ({ page }) => {
        await page.setViewportSize({ width, height: 844 })
        await page.goto('/artist/Radiohead')
        const main = page.getByRole('main')
        await expect(heading(page, 'Radiohead')).toBeVisible()
        await expect(page).toHaveTitle('Radiohead · Plak')
        for (const figure of ['Listeners', 'Plays']) {
          await expect(main.getByRole('term').filter({ hasText: figure })).toBeVisible()
        }
        await expect(main.getByText('Currently on Tour')).toBeVisible()
        const tag = main.getByRole('list', { name: 'Tags' }).getByRole('link').first()
        await expect(tag).toHaveAttribute('href', /last\.fm\/tag/)
        await expect(tag).toHaveAttribute('rel', /noopener/)
        await expect(main.getByRole('link', { name: 'Read more on Last.fm' })).toHaveAttribute(
          'href',
          /last\.fm\/music/,
        )
        await expect(main.getByText('User-contributed text is available')).toBeVisible()
        await expect(main.locator('time')).toHaveText(/ \d{4}$/)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        await main
          .getByRole('list', { name: 'Albums' })
          .getByRole('link')
          .filter({ hasText: 'Kid A' })
          .click()
        await expect(page).toHaveURL('/album/Radiohead/Kid%20A')
        await page.goBack()
        await main.getByRole('list', { name: 'Similar Artists' }).getByRole('link').first().click()
        await expect(page).toHaveURL(/^.*\/artist\/(?!Radiohead)/)
      },
    )
  }

  test('is loading in its true shape', async ({ page }) => {
    await withoutFirstData(page)
    await page.route(callOf('catalog.artist'), () => {})
    await page.goto('/artist/Radiohead')
    await expect(heading(page, 'Radiohead')).toBeVisible()
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Loading')
  })

  test('stands under the right name, in the same entry of the history', async ({ page }) => {
    await page.goto('/artists')
    await page.goto('/artist/acdc')
    await expect(page).toHaveURL('/artist/AC%2FDC')
    await expect(heading(page, 'AC/DC')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/artists')
  })

  test('of whom little is known has no empty parts', async ({ page, plak }) => {
    await plak.misbehave({ fault: 'empty-strings' })
    await page.goto('/artist/Portishead')
    await expect(heading(page, 'Portishead')).toBeVisible()
    for (const name of ['Similar Artists', 'Albums']) {
      await expect(page.getByRole('heading', { name })).toHaveCount(0)
    }
    await expect(page.getByRole('heading', { name: 'About' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Read more on Last.fm' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Tags' })).toHaveCount(0)
    await expect(page.getByText('Currently on Tour')).toHaveCount(0)
  })

  test('is shown with all five similar ones, and with the picture of the streaming service before any other', async ({
    page,
    plak,
  }) => {
    const similar = { artist: ['A', 'B', 'C', 'D', 'E'].map((letter) => ({ name: `Similar ${letter}` })) }
    const other = `${plak.demo}/another.svg`
    const artist = (name: string) => ({ name, similar, image: [{ '#text': other, size: 'mega' }], stats: {} })
    for (const name of ['Burial', 'Nick Drake']) {
      await plak.misbehave({
        fault: 'body',
        method: 'artist.getinfo',
        match: { artist: name },
        body: { artist: artist(name) },
      })
    }
    await page.route(other, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    )
    const portrait = page.getByRole('main').locator('img').first()
    await page.goto('/artist/Burial')
    await expect(page.getByRole('list', { name: 'Similar Artists' }).getByRole('link')).toHaveCount(5)
    await expect(portrait).toHaveAttribute('src', /\/artists\/[0-9a-f]{40}\.svg$/)
    // The streaming service has no picture of this artist.
    await page.goto('/artist/Nick%20Drake')
    await expect(portrait).toHaveAttribute('src', other)
  })
})

test.describe('when things fail', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('nobody of that name is not found', async ({ page }) => {
    await page.goto('/artist/Nobody%20At%20All')
    await expect(heading(page, 'Artist not found')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Explore Artists' }).click()
    await expect(page).toHaveURL('/artists')
  })

  test('nothing is found by a text that is nobody', async ({ page }) => {
    await page.goto('/artists?q=zzqqxx')
    await expect(page.getByText('No artists found')).toBeVisible()
  })

  test('the catalogue is down: each page says so and recovers', async ({ page, plak }) => {
    // Pages that no other test requests: the server caches earlier responses.
    await plak.misbehave({ fault: 'offline' })
    await page.goto('/artists?page=3')
    await expect(page.getByText('Error loading popular artists')).toBeVisible()
    await searchBox(page).fill('somebody')
    await expect(page.getByText(/^An error occurred: The music catalogue cannot be reached/)).toBeVisible()
    await page.goto('/artist/Kate%20Bush')
    await expect(page.getByText('Bir hata oluştu')).toBeVisible()
    await fetch(`${plak.demo}/__control`, { method: 'DELETE' })
    await expect(async () => {
      const again = page.getByRole('button', { name: 'Try again' })
      if (await again.isVisible()) await again.click()
      await expect(page.getByRole('heading', { name: 'About' })).toBeVisible({ timeout: 2_500 })
    }).toPass()
  })
})
