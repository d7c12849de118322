import type { Page } from '@playwright/test'
import { faultsOf } from './accessChecks.ts'
import { dummy, homogenic, kidA, makeList } from './lists.ts'
import { callOf, expect, failedRequest, journey, test, withoutFirstData } from './plak.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search lists' })
const createLink = (page: Page) => page.getByRole('link', { name: 'Create list' })

test('says that there is none, and who could be the first', async ({ page, signUp }) => {
  await page.goto('/lists')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lists')
  await expect(page).toHaveTitle('Lists · Plak')
  await expect(page.getByText('No lists created yet')).toBeVisible()
  await expect(createLink(page)).toHaveCount(0)
  // Creating one needs a sign-in: for visitors it is not a link.
  const first = 'Be the first to create a list!'
  await expect(page.getByText(first)).toBeVisible()
  await expect(page.getByRole('link', { name: first })).toHaveCount(0)
  await page.goto('/lists/create')
  await expect(page.getByText('You must be logged in to view this page')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  const { page: own } = await signUp('maker')
  await own.goto('/lists')
  await expect(own.getByRole('link', { name: first })).toHaveAttribute('href', '/lists/create')
})

test(
  'a card says everything; the newest stands first; six places are kept meanwhile',
  journey,
  async ({ signUp }) => {
    const [maker, fan] = await Promise.all([signUp('maker'), signUp('fan')])
    const id = await makeList(maker, {
      name: 'Night bus',
      description: 'Window seat.',
      albums: [kidA, dummy, homogenic],
    })
    await fan.call.lists.like.mutate({ id, liked: true })
    await makeList(maker, { name: 'Silent' })
    const { page } = maker
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    await withoutFirstData(page)
    await page.route('**/trpc/**', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/lists')
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1)
    await expect(page.locator('section [aria-hidden=true] > .aspect-100\\/46')).toHaveCount(6)
    answer()
    await expect(cards(page)).toHaveText([/Silent/, /Night bus/])
    await expect(cards(page).first()).toContainText('No description')
    const card = cards(page).last()
    for (const text of ['Window seat.', '3 albums', '1 like', '0 comments'])
      await expect(card).toContainText(text)
    await expect(card.locator('img')).toHaveCount(3)
    await expect(card.getByRole('link', { name: 'maker' })).toHaveAttribute('href', '/profile/maker')
    await expect(createLink(page)).toHaveAttribute('href', '/lists/create')
    expect(await faultsOf(page)).toEqual([])
    await card.getByRole('link', { name: 'Night bus' }).click()
    await expect(page).toHaveURL(`/list/${id}`)
  },
)

test('search asks once when the typing rests; the address holds it, and back finds it again', async ({
  signUp,
}) => {
  const [maker, other] = await Promise.all([signUp('maker'), signUp('somebody')])
  await makeList(maker, { name: 'Night bus' })
  await makeList(maker, { name: 'Morning', description: 'After the bus.' })
  await makeList(other, { name: 'Sunday' })
  const { page } = maker
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('lists.search') && asked.push(request.url()))
  await page.goto('/lists')
  await expect(cards(page)).toHaveCount(3)
  // All lists were embedded in the page, or fetched after it from a slow server.
  asked.length = 0
  // Stops the clock of the delay before a search.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))
  await search(page).pressSequentially('bus')
  expect(asked).toEqual([])
  await page.clock.resume()
  await expect(cards(page)).toHaveText([/Morning/, /Night bus/])
  await expect(page).toHaveURL('/lists?q=bus')
  expect(asked).toHaveLength(1)
  await cards(page).last().getByRole('link', { name: 'Night bus' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night bus')
  await page.goBack()
  await expect(search(page)).toHaveValue('bus')
  await expect(cards(page)).toHaveCount(2)
  await search(page).fill('somebody')
  await expect(cards(page)).toHaveText([/Sunday/])
  await search(page).fill('nothing like this')
  await expect(page.getByText('No results found')).toBeVisible()
  await expect(page.getByText('No lists created yet')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(cards(page)).toHaveCount(3)
  await expect(page).toHaveURL('/lists')
  await page.goto('/lists?q=morning')
  await expect(search(page)).toHaveValue('morning')
  await expect(cards(page)).toHaveText([/Morning/])
})

test.describe('many', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('come by scrolling, and back finds the place; a phone need not scroll sideways', async ({
    signUp,
  }) => {
    const maker = await signUp('maker')
    const { page } = maker
    for (let number = 1; number <= 14; number++) {
      await makeList(maker, {
        name: number === 3 ? 'A'.repeat(100) : `List ${number}`,
        description: '音楽'.repeat(40),
      })
    }
    await page.goto('/lists')
    await expect(cards(page)).toHaveCount(12)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(cards(page)).toHaveCount(14)
    const last = cards(page).last()
    await last.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    await last.getByRole('link', { name: 'List 1', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('List 1')
    await page.goBack()
    await expect(cards(page)).toHaveCount(14)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  })
})

test.describe('lists that cannot be read', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('say so, and can be tried again', async ({ page }) => {
    await withoutFirstData(page)
    await page.route(callOf('lists.search'), (route) => route.abort())
    await page.goto('/lists')
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No lists created yet')).toBeVisible()
  })
})
