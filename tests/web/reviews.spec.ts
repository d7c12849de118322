import type { Page } from '@playwright/test'
import { callOf, expect, failedRequest, journey, type Someone, test, withoutFirstData } from './plak.ts'
import { scrolled } from './scrolling.ts'

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const reviews = (page: Page) => page.getByRole('list', { name: 'Reviews' }).getByRole('article')
const write = ({ call }: Someone, review: string) => call.logs.save.mutate({ ...kidA, review })
const open = async (page: Page) => {
  await page.goto('/album/Radiohead/Kid%20A')
  await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible()
}

test(
  'a review arrives in another browser, is edited and removed there',
  journey,
  async ({ signUp, page }) => {
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
  },
)

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

test.describe('a person who reads further down', () => {
  test.use({ viewport: { width: 390, height: 700 } })

  test('is not moved: new ones wait behind a button, edits come at once', async ({ signUp, page }) => {
    const nicknames = ['ada', 'bela', 'cem', 'duru', 'ege', 'filiz']
    const [ada, bela, ...others] = await Promise.all(nicknames.map(signUp))
    for (const person of others)
      await write(person, `${person.nickname} heard it. ${'And again. '.repeat(20)}`)
    await open(page)
    await expect(reviews(page)).toHaveCount(4)
    const last = reviews(page).last()
    await last.evaluate((one) => scrollTo(0, one.getBoundingClientRect().top + scrollY - 200))
    await scrolled(page)
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
    await withoutFirstData(page)
    await page.route(callOf('logs.reviews'), (route) => route.abort())
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Reviews' }) })
    await open(page)
    await expect(page.getByRole('heading', { name: 'Tracks' })).toBeVisible()
    await expect(section.getByRole('alert')).toContainText('The server cannot be reached.')
    await page.unrouteAll()
    await section.getByRole('button', { name: 'Try again' }).click()
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

const likeOf = (page: Page) => reviews(page).getByRole('button', { name: 'Like review' })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const isLiked = (page: Page, liked: boolean, count: number) =>
  Promise.all([
    expect(likeOf(page)).toHaveAttribute('aria-pressed', String(liked)),
    expect(
      reviews(page).getByText(`${count} ${count === 1 ? 'like' : 'likes'}`, { exact: true }),
    ).toBeAttached(),
  ])

test.describe('likes', () => {
  test(
    'are shown at once, told, and seen live by everybody else; a double click is one change',
    journey,
    async ({ signUp, page }) => {
      const [writer, fan] = await Promise.all([signUp('writer'), signUp('fan')])
      await write(writer, 'Ice.')
      await Promise.all([open(page), open(fan.page)])
      await isLiked(fan.page, false, 0)
      await likeOf(fan.page).dblclick()
      await expect(toast(fan.page, 'Like added')).toBeVisible()
      await isLiked(fan.page, true, 1)
      await isLiked(page, false, 1)
      await fan.page.reload()
      await isLiked(fan.page, true, 1)
      await likeOf(fan.page).press('Enter')
      await expect(toast(fan.page, 'Like removed')).toBeVisible()
      await isLiked(fan.page, false, 0)
      await isLiked(page, false, 0)
    },
  )

  test('need a login', async ({ signUp, page }) => {
    await write(await signUp('writer'), 'Ice.')
    await open(page)
    await likeOf(page).click()
    await expect(toast(page, 'You must be logged in to like')).toBeVisible()
    await isLiked(page, false, 0)
  })

  test('of two tabs of one person are one like', async ({ signUp }) => {
    const [writer, fan] = await Promise.all([signUp('writer'), signUp('fan')])
    await write(writer, 'Ice.')
    const other = await fan.context.newPage()
    await Promise.all([open(fan.page), open(other)])
    await likeOf(fan.page).click()
    await isLiked(fan.page, true, 1)
    await expect(reviews(other).getByText('1 like', { exact: true })).toBeAttached()
    await likeOf(other).click()
    await isLiked(other, true, 1)
    await isLiked(fan.page, true, 1)
  })

  test.describe('when the network fails', () => {
    test.use({ expectedErrors: [failedRequest] })

    test('are taken back; the next try counts once', async ({ signUp }) => {
      const [writer, fan] = await Promise.all([signUp('writer'), signUp('fan')])
      await write(writer, 'Ice.')
      const { page } = fan
      await open(page)
      await page.route(callOf('logs.like'), (route) => route.abort(), { times: 1 })
      await likeOf(page).click()
      await expect(toast(page, 'An error occurred')).toBeVisible()
      await isLiked(page, false, 0)
      await likeOf(page).click()
      await expect(toast(page, 'Like added')).toBeVisible()
      await isLiked(page, true, 1)
    })
  })
})

test('the own review is edited and removed in place; its stars stay', async ({ signUp }) => {
  const [writer, other] = await Promise.all([signUp('writer'), signUp('other')])
  const { page, call } = writer
  await call.logs.save.mutate({ ...kidA, rating: 8, review: 'Ice.' })
  await open(page)
  await reviews(page).getByRole('button', { name: 'Edit review' }).click()
  await page.getByRole('textbox', { name: 'Review' }).fill('Ice, then warmth.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(reviews(page)).toHaveText([/Ice, then warmth\./])
  await open(other.page)
  await expect(reviews(other.page)).toHaveCount(1)
  await expect(other.page.getByRole('button', { name: /(Edit|Remove) review/ })).toHaveCount(0)

  await reviews(page).getByRole('button', { name: 'Remove review' }).click()
  const question = page.getByRole('dialog', { name: 'Remove this review?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(reviews(page)).toHaveCount(1)
  await reviews(page).getByRole('button', { name: 'Remove review' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Review removed')).toBeVisible()
  await expect(page.getByText('No reviews yet')).toBeVisible()
  await expect(other.page.getByText('No reviews yet')).toBeVisible()
  expect((await call.logs.mine.query(kidA)).log).toMatchObject({ rating: 8, review: '' })
})
