import type { Locator, Page } from '@playwright/test'
import { paperOf } from '../../shared/look.ts'
import { callOf, expect, failedRequest, journey, test, withoutFirstData } from './plak.ts'
import type { Plak } from './product.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const tiles = (page: Page) => page.getByRole('main').getByRole('list').first().getByRole('link')
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search albums' })

/** Removes the faults of the music catalogue. */
const behave = (plak: Plak) => fetch(`${plak.demo}/__control`, { method: 'DELETE' })

test.describe('discover albums', () => {
  test('pages through the popular ones; back and forward keep the place', journey, async ({ page }) => {
    await page.goto('/albums')
    await expect(tiles(page)).toHaveCount(24)
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
    const first = await tiles(page).first().textContent()

    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL('/albums?page=2')
    await expect(tiles(page).first()).not.toHaveText(first!)
    await expect(page.getByRole('button', { name: 'Previous' })).toBeEnabled()
    await page.goBack()
    await expect(tiles(page).first()).toHaveText(first!)
    await page.goForward()
    await expect(page).toHaveURL('/albums?page=2')

    await searchBox(page).fill('kid a')
    await expect(page).toHaveURL('/albums?q=kid+a')
    await expect(tiles(page).filter({ hasText: 'Kid A' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(page).toHaveURL('/albums')
    await expect(tiles(page).first()).toHaveText(first!)
    await expect(searchBox(page)).toBeFocused()
  })

  test('searches when the typing pauses, once, and at once on Enter', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('catalog.search')) asked.push(decodeURIComponent(request.url()))
    })
    await page.clock.install()
    await page.goto('/albums')
    // Stops the clock of the delay before a search.
    const pause = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
    await pause()
    await searchBox(page).pressSequentially('abbey road')
    expect(asked).toEqual([])
    await page.clock.resume()
    await expect(tiles(page)).toHaveText(['Abbey RoadThe Beatles'])
    expect(asked).toHaveLength(1)
    await pause()
    await searchBox(page).fill('kid a')
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL('/albums?q=kid+a')
    await page.clock.resume()
    await searchBox(page).fill('no such record was ever pressed')
    await expect(page.getByText('No albums found')).toBeVisible()
  })

  test('keeps what is shown until the next page is there', async ({ page }) => {
    await page.goto('/albums')
    await expect(tiles(page)).toHaveCount(24)
    let answer: (() => void) | undefined
    await page.route(callOf('catalog.search'), async (route) => {
      await new Promise<void>((resolve) => (answer = resolve))
      await route.continue()
    })
    await searchBox(page).fill('currents')
    const results = page.getByRole('region', { name: 'Results for “currents”' })
    await expect(results).toHaveAttribute('aria-busy', 'true')
    await expect(tiles(page)).toHaveCount(24)
    // The list is busy from the first letter on, before the request.
    await expect.poll(() => answer !== undefined).toBe(true)
    answer!()
    await expect(tiles(page)).toHaveText(['CurrentsTame Impala'])
  })

  test('has twelve placeholders until the first answer', async ({ page }) => {
    await withoutFirstData(page)
    await page.route('**/trpc/**', () => {})
    await page.goto('/albums')
    const results = page.getByRole('region', { name: 'Popular albums' })
    await expect(results.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1)
    await expect(results.locator('[aria-hidden=true]')).toHaveCount(12)
  })

  test('is there at once when one comes back', async ({ page }) => {
    await page.goto('/albums?q=kid+a')
    await expect(searchBox(page)).toHaveValue('kid a')
    await tiles(page).filter({ hasText: 'Kid A' }).click()
    await expect(heading(page, 'Kid A')).toBeVisible()
    await page.route('**/trpc/**', () => {})
    await page.goBack()
    await expect(searchBox(page)).toHaveValue('kid a')
    await expect(tiles(page).filter({ hasText: 'Kid A' })).toBeVisible()
  })
})

test.describe('an album', () => {
  test('shows what the catalogue knows, and no Log button to a visitor', journey, async ({ page }) => {
    await page.goto('/album/Massive%20Attack/Mezzanine')
    await expect(heading(page, 'Mezzanine')).toBeVisible()
    await expect(page).toHaveTitle('Mezzanine by Massive Attack · Plak')
    const main = page.getByRole('main')
    const artist = main.getByRole('link', { name: 'Massive Attack' })
    await expect(artist).toHaveAttribute('href', '/artist/Massive%20Attack')
    for (const figure of ['Listeners', 'Plays', 'Tracks', 'Length']) {
      await expect(main.getByRole('term').filter({ hasText: figure })).toBeVisible()
    }
    await expect(main.getByRole('definition').filter({ hasText: /^1:0\d:\d\d$/ })).toBeVisible()
    const third = main.getByRole('listitem').filter({ hasText: 'Teardrop' })
    await expect(third).toContainText('3')
    await expect(third).toContainText('Elizabeth Fraser')
    await expect(third).toContainText('05:29')
    const tag = main.getByRole('list', { name: 'Tags' }).getByRole('link').first()
    await expect(tag).toHaveAttribute('href', /^https?:/)
    await expect(tag).toHaveAttribute('rel', /noopener/)
    await expect(main.getByRole('link', { name: 'Read more on Last.fm' })).toHaveAttribute('href', /last\.fm/)
    await expect(main.getByText('No reviews yet')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log', exact: true })).toHaveCount(0)
  })

  for (const [artist, album, path] of [
    ['AC/DC', 'Back in Black', '/album/AC%2FDC/Back%20in%20Black'],
    ['Ginuwine', '100% Ginuwine', '/album/Ginuwine/100%25%20Ginuwine'],
    ['Sigur Rós', '( )', '/album/Sigur%20R%C3%B3s/(%20)'],
  ] as const) {
    test(`is found by link and by address: ${album} by ${artist}`, async ({ page }) => {
      await page.goto(`/albums?q=${encodeURIComponent(album)}`)
      await tiles(page).filter({ hasText: artist }).first().click()
      await expect(heading(page, album)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Tracks' })).toBeVisible()
      expect(new URL(page.url()).pathname).toBe(path)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Tracks' })).toBeVisible()
      await expect(heading(page, album)).toBeVisible()
    })
  }

  test('corrects the address, in the same entry of the history', async ({ page }) => {
    await page.goto('/albums')
    await page.goto('/album/acdc/back%20in%20black')
    await expect(page).toHaveURL('/album/AC%2FDC/Back%20in%20Black')
    await expect(heading(page, 'Back in Black')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/albums')
    await expect(tiles(page)).toHaveCount(24)
  })
})

test.describe('pictures', () => {
  const covers = (page: Page) => tiles(page).locator('img')
  const taken = (cover: Locator) => cover.evaluate((image: HTMLImageElement) => image.currentSrc)

  for (const [density, folder] of [
    [1, '174s'],
    [2, '300x300'],
  ] as const) {
    test.describe(`on a screen of ${density} pixels a point`, () => {
      test.use({ contextOptions: { deviceScaleFactor: density } })

      test(`are of the size ${folder}; those below come when they are near`, async ({ page }) => {
        await page.goto('/albums')
        await expect.poll(() => taken(covers(page).first())).toContain(`/covers/${folder}/`)
        await expect(covers(page).first()).toHaveAttribute('loading', 'eager')
        await expect(covers(page).last()).toHaveAttribute('loading', 'lazy')
        await page.goto('/album/Radiohead/Kid%20A')
        const hero = page.getByRole('img', { name: 'Cover of Kid A' })
        await expect(hero).toHaveAttribute('fetchpriority', 'high')
        await expect.poll(() => taken(hero)).toContain('/covers/300x300/')
      })
    })
  }

  test.describe('that do not come', () => {
    test.use({ expectedErrors: [failedRequest] })

    test('are drawn, in the same place', async ({ page }) => {
      await page.goto('/albums')
      const square = async () => (await tiles(page).first().locator('.sleeve').boundingBox())!
      const before = await square()
      await page.route('**/covers/**', (route) => route.abort())
      await page.reload()
      await expect(covers(page).first()).toHaveCount(0)
      expect(await square()).toEqual(before)
      await page.goto('/album/Massive%20Attack/Mezzanine')
      const drawn = page.getByRole('img', { name: 'Cover of Mezzanine' })
      const { ground } = paperOf({ artist: 'Massive Attack', name: 'Mezzanine' })
      const channels = [1, 3, 5].map((at) => parseInt(ground.slice(at, at + 2), 16))
      await expect(drawn).toHaveCSS('background-color', `rgb(${channels.join(', ')})`)
    })
  })
})

for (const width of [390, 1280]) {
  test(`nothing stands out of the page at ${width} pixels, and the foot leads on`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/albums', '/album/Massive%20Attack/Mezzanine']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('list').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    const foot = page.getByRole('contentinfo')
    await expect(foot).toContainText('Track, discover and share your musical journey')
    const ways = { Discover: '/lists', Albums: '/albums', Artists: '/artists', Profile: '/profile' }
    for (const [name, href] of Object.entries(ways)) {
      await expect(foot.getByRole('link', { name })).toHaveAttribute('href', href)
    }
    await expect(foot.getByRole('link', { name: 'powered by AudioScrobbler' })).toHaveAttribute(
      'href',
      /last\.fm/,
    )
  })
}

test.describe('when things fail', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('an album that nobody made is not found', async ({ page }) => {
    await page.goto('/album/Nobody/Nothing%20at%20All')
    await expect(heading(page, 'Album not found')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Explore Albums' }).click()
    await expect(page).toHaveURL('/albums')
    await expect(tiles(page)).toHaveCount(24)
  })

  test('the catalogue is down: each page says so and recovers', async ({ page, plak }) => {
    // Pages that no other test requests: the server caches earlier responses.
    await plak.misbehave({ fault: 'offline' })
    await page.goto('/albums?page=3')
    await expect(page.getByText('Error loading popular albums')).toBeVisible()
    await searchBox(page).fill('hounds')
    await expect(page.getByText(/^An error occurred: The music catalogue cannot be reached/)).toBeVisible()
    await page.goto('/album/Kate%20Bush/Hounds%20of%20Love')
    await expect(page.getByText('Bir hata oluştu')).toBeVisible()
    await behave(plak)
    await expect(async () => {
      const again = page.getByRole('button', { name: 'Try again' })
      if (await again.isVisible()) await again.click()
      await expect(page.getByRole('heading', { name: 'Tracks' })).toBeVisible({ timeout: 2_500 })
    }).toPass()
  })
})
