import type { Page } from '@playwright/test'
import { expect, failedRequest, test, type Someone } from './plak.ts'

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const reviews = (page: Page) => page.getByRole('list', { name: 'Reviews' }).getByRole('article')
const write = ({ call }: Someone, review: string) => call.logs.save.mutate({ ...kidA, review })
const open = async (page: Page) => {
  await page.goto('/album/Radiohead/Kid%20A')
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible()
}

test('a review arrives in another browser, is edited and removed there', async ({ signUp, page }) => {
  const writer = await signUp('writer')
  await open(page)
  await expect(page.getByText('No reviews yet')).toBeVisible()
  const { id } = await write(writer, 'Ice.')
  await expect(reviews(page)).toHaveText([/writer.*Ice\./])
  await expect(page.getByText('No reviews yet')).toHaveCount(0)
  await write(writer, 'Ice, then warmth.')
  await expect(reviews(page)).toHaveText([/Ice, then warmth\./])
  await write(writer, '')
  await expect(page.getByText('No reviews yet')).toBeVisible()
  await write(writer, 'Again.')
  await expect(reviews(page)).toHaveText([/Again\./])
  await writer.call.logs.remove.mutate({ id })
  await expect(page.getByText('No reviews yet')).toBeVisible()
})

test('newest first or most liked first', async ({ signUp, page }) => {
  const [one, two] = await Promise.all([signUp('one'), signUp('two')])
  await write(one, 'First.')
  await open(page)
  await expect(page.getByRole('radio', { name: 'Most liked' })).toHaveCount(0)
  await write(two, 'Second.')
  await expect(reviews(page)).toHaveText([/Second\./, /First\./])
  await page.getByRole('radio', { name: 'Most liked' }).click()
  await expect(page.getByRole('radio', { name: 'Most liked' })).toBeChecked()
  await expect(reviews(page)).toHaveCount(2)
  await write(one, 'First, better.')
  await expect(reviews(page).filter({ hasText: 'First, better.' })).toHaveCount(1)
  await expect(reviews(page)).toHaveCount(2)
})

test.describe('one who reads further down', () => {
  test.use({ viewport: { width: 390, height: 700 } })

  test('is not moved: new ones wait behind a button, edits come at once', async ({ signUp, page }) => {
    const nicknames = ['ada', 'bela', 'cem', 'duru', 'ege', 'filiz']
    const [ada, bela, ...others] = await Promise.all(nicknames.map(signUp))
    for (const person of others) await write(person, `${person.nickname} heard it. ${'And again. '.repeat(20)}`)
    await open(page)
    await expect(reviews(page)).toHaveCount(4)
    const last = reviews(page).last()
    await last.evaluate((one) => scrollTo(0, one.getBoundingClientRect().top + scrollY - 200))
    const before = await last.boundingBox()
    await write(ada!, 'Ada was here.')
    await expect(page.getByRole('button', { name: '1 new review', exact: true })).toBeVisible()
    await write(bela!, 'Bela, too.')
    const pill = page.getByRole('button', { name: '2 new reviews', exact: true })
    await expect(pill).toBeVisible()
    await expect(reviews(page)).toHaveCount(4)
    expect((await last.boundingBox())!.y).toBe(before!.y)
    await write(others[0]!, 'Cem, edited.')
    await expect(reviews(page).filter({ hasText: 'Cem, edited.' })).toHaveCount(1)

    await pill.click()
    await expect(reviews(page)).toHaveCount(6)
    await expect(reviews(page).first()).toContainText('Bela, too.')
    await expect(reviews(page).first()).toBeInViewport()
    await expect(pill).toHaveCount(0)
  })
})

test('the own review never waits, and stands once', async ({ signUp }) => {
  const writer = await signUp('writer')
  const { page } = writer
  await open(page)
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await page.getByRole('textbox', { name: 'Review' }).fill('Mine.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(reviews(page)).toHaveText([/Mine\./])
})

test.describe('reviews that cannot be read', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('say so, and the rest of the page stands', async ({ page }) => {
    await page.route('**/trpc/logs.reviews**', (route) => route.abort())
    await open(page)
    await expect(page.getByRole('heading', { name: 'Tracks' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No reviews yet')).toBeVisible()
  })
})

test.describe('a connection that was cut', () => {
  test.use({ expectedErrors: [/Failed to load resource|WebSocket/] })

  test('comes back: nothing is missing, nothing stands twice', async ({ signUp, page, plak }) => {
    const writer = await signUp('writer')
    await open(page)
    await write(writer, 'Before.')
    await expect(reviews(page)).toHaveText([/Before\./])
    await plak.cut()
    await write(writer, 'While it was away.')
    await expect(reviews(page)).toHaveText([/While it was away\./])
  })
})
