import { faultsOf } from './accessChecks.ts'
import { box, comments, openThread, review, say, toggleOf } from './comments.ts'
import { expect, test, type Someone } from './plak.ts'

async function talk({ call }: Someone, id: number, from: number, to: number) {
  for (let number = from; number <= to; number++) {
    const text = `Number ${number}. ${'And more. '.repeat(number % 5)}`
    await call.comments.add.mutate({ thread: { review: id }, text, submission: crypto.randomUUID() })
  }
}
const topOf = (one: ReturnType<typeof box>) =>
  one.evaluate((element) => Math.round(element.getBoundingClientRect().top))

test('a long talk: its end first, earlier ones above without moving the reader', async ({ signUp, page }) => {
  const owner = await signUp('owner')
  const id = await review(owner)
  await talk(owner, id, 1, 65)
  await openThread(page)
  await expect(comments(page)).toHaveCount(30)
  await expect(comments(page).first()).toContainText('Number 36.')
  await expect(toggleOf(page)).toHaveText('65 comments')
  const first = comments(page).filter({ hasText: 'Number 36.' })
  const earlier = page.getByRole('button', { name: 'Show earlier comments' })
  await earlier.scrollIntoViewIfNeeded()
  const before = await topOf(first)
  await earlier.click()
  await expect(comments(page)).toHaveCount(60)
  await expect.poll(() => topOf(first)).toBe(before)
  await owner.call.comments.add.mutate({
    thread: { review: id },
    text: 'Meanwhile.',
    submission: crypto.randomUUID(),
  })
  await expect(comments(page)).toHaveCount(61)
  await earlier.press('Enter')
  await expect(comments(page)).toHaveCount(66)
  await expect(earlier).toHaveCount(0)
  await expect(comments(page).nth(0)).toContainText('Number 1.')
  await expect(comments(page).nth(65)).toContainText('Meanwhile.')
  // The button has disappeared; the focus stays at that place.
  await expect(comments(page).filter({ hasText: 'Number 6.' })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 } })

  test('new comments do not move the box that a person writes in, nor what a person reads above', async ({
    signUp,
  }) => {
    const [owner, other] = await Promise.all([signUp('owner'), signUp('other')])
    const { page } = owner
    const id = await review(owner)
    await talk(other, id, 1, 12)
    await openThread(page)
    await box(page).click()
    await box(page).pressSequentially('Half a sent')
    const before = await topOf(box(page))
    await talk(other, id, 13, 15)
    await expect(comments(page)).toHaveCount(15)
    await expect.poll(() => topOf(box(page))).toBe(before)
    await page.keyboard.type('ence')
    await expect(box(page)).toHaveValue('Half a sentence')
    await page.evaluate(() => scrollTo(0, 0))
    await talk(other, id, 16, 16)
    await expect(comments(page)).toHaveCount(16)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await say(page, 'Half a sentence.')
    await expect(comments(page)).toHaveCount(17)
  })
})

test('one thread is open at a time; the button that was pressed stays under the finger', async ({
  signUp,
  page,
}) => {
  const [one, two] = await Promise.all([signUp('one'), signUp('two')])
  const ids = [await review(one, 'First.'), await review(two, 'Second.')]
  for (const id of ids) await talk(one, id, 1, 10)
  await page.goto('/album/Radiohead/Kid%20A')
  await toggleOf(page).first().click()
  await expect(comments(page)).toHaveCount(10)
  const below = toggleOf(page).last()
  await below.scrollIntoViewIfNeeded()
  const before = await topOf(below)
  await below.click()
  await expect(below).toHaveAttribute('aria-expanded', 'true')
  await expect(toggleOf(page).first()).toHaveAttribute('aria-expanded', 'false')
  expect(Math.abs((await topOf(below)) - before)).toBeLessThanOrEqual(1)
  await expect(page.getByRole('region', { name: 'Comments' })).toHaveCount(1)
})

test('a thread has no barriers: open, with a question, signed out', async ({ signUp, page }) => {
  const owner = await signUp('owner')
  const id = await review(owner)
  await talk(owner, id, 1, 3)
  await Promise.all([openThread(owner.page), openThread(page)])
  await say(owner.page, '  ')
  await expect(owner.page.getByText('Please write something first')).toBeVisible()
  expect(await faultsOf(owner.page)).toEqual([])
  expect(await faultsOf(page)).toEqual([])
  await comments(owner.page).first().getByRole('button', { name: 'Delete comment' }).click()
  await expect(owner.page.getByRole('dialog')).toBeVisible()
  expect(await faultsOf(owner.page)).toEqual([])
})
