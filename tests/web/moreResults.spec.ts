import type { Page } from '@playwright/test'
import { callOf, expect, test } from './plak.ts'
import type { Plak } from './product.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

const fails = (page: Page) => page.getByText('More results could not be loaded')
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** Lets searches fail that no earlier test has left in the cache. */
async function serviceFails(plak: Plak) {
  await plak.forget()
  await plak.misbehave({ fault: 'offline', method: 'album.search' })
}

const behave = (plak: Plak) => fetch(`${plak.demo}/__control`, { method: 'DELETE' })

/** The server keeps a failure for a moment. */
async function retry(page: Page) {
  await expect(async () => {
    if (await tryAgain(page).isVisible()) await tryAgain(page).click()
    await expect(fails(page)).toHaveCount(0, { timeout: 3_000 })
  }).toPass()
}

/** The box at which each place searches albums, and its results. */
const places: Record<string, { path: string; box: string | null; query: string; results: string }> = {
  'the search page': { path: '/search?q=homogen&tab=albums', box: null, query: 'homogen', results: 'Albums' },
  'the albums page': {
    path: '/albums?q=homogeni',
    box: null,
    query: 'homogeni',
    results: 'Results for “homogeni”',
  },
  'the list editor': {
    path: '/lists/create',
    box: 'Search albums',
    query: 'homogenic',
    results: 'Albums found',
  },
}

for (const [name, { path, box, query, results }] of Object.entries(places)) {
  test(`${name} shows our own albums while the service fails, and the others after a try`, async ({
    plak,
    signUp,
  }) => {
    const { page, call } = await signUp('keeper')
    await call.listenLater.set.mutate({ artist: 'Björk', album: 'Homogenic', wanted: true })
    await serviceFails(plak)
    await page.goto(path)
    if (box) await page.getByRole('searchbox', { name: box }).fill(query)
    const list = page.getByRole('list', { name: results })
    await expect(list.getByText('Homogenic').first()).toBeVisible()
    await expect(fails(page)).toBeVisible()
    await behave(plak)
    await retry(page)
    await expect(list.getByText('Homogenic').first()).toBeVisible()
  })
}

test('the quick search does, too, with the keyboard as well', async ({ plak, signUp }) => {
  const { page, call } = await signUp('keeper')
  await call.listenLater.set.mutate({ artist: 'Björk', album: 'Homogenic', wanted: true })
  await serviceFails(plak)
  await page.goto('/')
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.fill('homog')
  await expect(page.getByRole('option', { name: /Homogenic/ })).toBeVisible()
  await expect(fails(page)).toBeVisible()
  await box.press('Tab')
  await expect(tryAgain(page)).toBeFocused()
  await behave(plak)
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('homog')
})

test('our own albums are shown before the service answers', async ({ plak, signUp }) => {
  const { page, call } = await signUp('keeper')
  await call.listenLater.set.mutate({ artist: 'Björk', album: 'Homogenic', wanted: true })
  await plak.misbehave({ fault: 'hang', method: 'album.search' })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(callOf('catalog.search'), async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/albums?q=bjork+homo')
  await expect(
    page
      .getByRole('list', { name: /Results for/ })
      .getByText('Homogenic')
      .first(),
  ).toBeVisible()
  await expect(fails(page)).toHaveCount(0)
  release()
  await expect(fails(page)).toBeVisible()
})

test('where nothing fits, the failure is told as ever', async ({ page, plak }) => {
  await serviceFails(plak)
  await page.goto('/albums?q=tragic+kingdom')
  await expect(page.getByRole('alert')).toContainText('The music catalogue cannot be reached')
  await expect(fails(page)).toHaveCount(0)
})
