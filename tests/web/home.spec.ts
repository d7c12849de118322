import type { Page } from '@playwright/test'
import { dummy, kidA, makeList } from './lists.ts'
import { callOf, expect, failedRequest, journey, test, withoutFirstData } from './plak.ts'

const lists = (page: Page) => page.getByRole('list', { name: 'Discover Music Lists' })
const cards = (page: Page) => lists(page).getByRole('article')
const trending = (page: Page) => page.getByRole('list', { name: 'Trending Albums' }).getByRole('link')

for (const width of [390, 1280]) {
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('a visitor reads what it is and can get started', journey, async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Record Your Musical Journey')
      await expect(trending(page)).toHaveCount(7)
      await expect(page.getByText('No lists created yet')).toBeVisible()
      // Creating one needs a sign-in: the page shows a text without a link to the login.
      const first = 'Be the first to create a list!'
      await expect(page.getByText(first)).toBeVisible()
      await expect(page.getByRole('link', { name: first })).toHaveCount(0)
      for (const name of ['Create Collection', 'Make Comments', 'Discover']) {
        await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
      }
      const ways = page.getByRole('link', { name: 'View All' })
      await expect(ways.first()).toHaveAttribute('href', '/lists')
      await expect(ways.last()).toHaveAttribute('href', '/albums')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.getByRole('link', { name: 'Get Started' }).click()
      await expect(page).toHaveURL('/register')
    })

    test('three lists of the community stand there, each card a link', async ({ signUp }) => {
      const maker = await signUp('maker')
      const albums = [kidA, dummy]
      await makeList(maker, { name: 'Night bus', description: 'Window seat.', albums })
      for (const name of ['Second list', 'Third list', 'Fourth list']) await makeList(maker, { name, albums })
      const { page } = maker
      await page.goto('/')
      await expect(cards(page)).toHaveCount(3)
      await expect(page.getByRole('link', { name: 'Get Started', exact: true })).toHaveCount(0)
      const silent = cards(page).filter({ hasText: 'Açıklama yok' }).first()
      await expect(silent).toContainText('2 albums')
      await expect(silent).toContainText('0 likes')
      await expect(silent).toContainText('0 comments')
      await expect(silent.getByRole('link', { name: 'maker' })).toHaveAttribute('href', '/profile/maker')
      await expect(silent.locator('img')).toHaveCount(2)
      // The whole sleeve area is the card's link.
      const title = silent.getByRole('heading').getByRole('link')
      const address = (await title.getAttribute('href'))!
      expect(address).toMatch(/^\/list\/\d+$/)
      await silent.click({ position: { x: 60, y: 40 } })
      await expect(page).toHaveURL(address)
    })
  })
}

test('shows the shape of what is on its way, and moves nothing when it comes', async ({ signUp }) => {
  const maker = await signUp('maker')
  for (const name of ['One', 'Two', 'Three']) await makeList(maker, { name })
  const { page } = maker
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await withoutFirstData(page)
  await page.route('**/trpc/**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(2)
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const top = (name: string) => heading(name).evaluate((one: HTMLElement) => one.offsetTop)
  const [albums, blurb] = [await top('Trending Albums'), await top('Discover')]
  answer()
  await expect(cards(page)).toHaveCount(3)
  await expect(trending(page)).toHaveCount(7)
  expect([await top('Trending Albums'), await top('Discover')]).toEqual([albums, blurb])
})

test.describe('a part that fails', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('hides no other: with the catalogue down from the start the lists stand', async ({ signUp, plak }) => {
    const maker = await signUp('maker')
    await makeList(maker, { name: 'Night bus' })
    await plak.misbehave({ fault: 'offline' })
    // The server caches responses to other tests; no test requests this page.
    await withoutFirstData(maker.page)
    await maker.page.route(callOf('catalog.popular'), (route) =>
      route.continue({ url: route.request().url().replace('%22page%22%3A1', '%22page%22%3A150') }),
    )
    await maker.page.goto('/')
    await expect(cards(maker.page)).toHaveText([/Night bus/])
    await expect(maker.page.getByRole('alert')).toContainText('Error loading popular albums')
    await expect(maker.page.getByRole('heading', { name: 'Create Collection' })).toBeVisible()
  })

  test('can be tried again: the lists; where there are none, somebody signed in can begin', async ({
    signUp,
  }) => {
    const { page } = await signUp('first')
    await withoutFirstData(page)
    await page.route(callOf('lists.random'), (route) => route.abort())
    await page.goto('/')
    await expect(page.getByRole('alert').first()).toContainText('The server cannot be reached.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(page.getByText('No lists created yet')).toBeVisible()
    const first = page.getByRole('link', { name: 'Be the first to create a list!' })
    await expect(first).toHaveAttribute('href', '/lists/create')
  })
})

test('the operator’s links elsewhere stand at the foot, in the language of the page', async ({
  page,
  context,
  baseURL,
}) => {
  const links = 'https://letterboxd.com/plak https://open.example/@plak'
  // A page that is only rendered in the browser: the server's rendering does not contain the links.
  await page.route('/login', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      '</head>',
      `<meta name="plak-links" content="${links}" /></head>`,
    )
    await route.fulfill({ response, body })
  })
  await page.goto('/login')
  const elsewhere = page.getByRole('list', { name: 'Plak elsewhere' }).getByRole('link')
  await expect(elsewhere).toHaveText(['Letterboxd', 'open.example'])
  await expect(elsewhere.first()).toHaveAttribute('href', 'https://letterboxd.com/plak')
  await expect(elsewhere.first()).toHaveAttribute('rel', 'noopener noreferrer')
  await context.addCookies([{ name: 'plak_language', value: 'tr', url: baseURL! }])
  await page.goto('/login')
  await expect(page.getByRole('list', { name: 'Plak başka yerlerde' }).getByRole('link')).toHaveCount(2)
})

test('without them there is no such list', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toContainText('powered by AudioScrobbler')
  await expect(page.getByRole('list', { name: 'Plak elsewhere' })).toHaveCount(0)
})
