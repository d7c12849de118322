import type { Locator } from '@playwright/test'
import { box, openThread, review } from './comments.ts'
import { kidA, makeList } from './lists.ts'
import { expect, test } from './plak.ts'

const arabic = 'موسيقى جميلة جدا!'

/** Returns the position of a part of an element's text, and the element's own edges. */
const edgesOf = (of: Locator, part: string) =>
  of.evaluate((element, words) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      const at = text.data.indexOf(words)
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + words.length)
      const [own, whole] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
      return { left: own.left, right: own.right, start: whole.left, end: whole.right }
    }
    throw new Error(`'${words}' is not there`)
  }, part)

test('a review in Arabic runs from the right, its last sign at the left', async ({ signUp }) => {
  const { page, call } = await signUp('writer')
  await call.logs.save.mutate({ ...kidA, review: arabic })
  await page.goto('/album/Radiohead/Kid%20A')
  const paragraph = page.getByRole('article').getByText(arabic)
  await expect(paragraph).toBeVisible()
  const first = await edgesOf(paragraph, arabic.slice(0, 1))
  const sign = await edgesOf(paragraph, '!')
  expect(first.end - first.right).toBeLessThan(4)
  expect(sign.right).toBeLessThan(first.left - 50)
  // A review in English keeps its direction.
  await call.logs.save.mutate({ ...kidA, review: 'Ice!' })
  const english = page.getByRole('article').getByText('Ice!')
  await expect(english).toBeVisible()
  expect((await edgesOf(english, 'I')).left - (await edgesOf(english, 'I')).start).toBeLessThan(4)
})

test('the name of a list turns nothing around it: a sentence in Turkish reads forwards', async ({
  signUp,
}) => {
  const [owner, guest] = await Promise.all([signUp('owner'), signUp('guest')])
  const id = await makeList(owner, { name: 'Ters \u202Eliste', albums: [kidA] })
  await guest.call.lists.like.mutate({ id, liked: true })
  const { page } = owner
  await page.goto('/notifications')
  await page.getByRole('radio', { name: 'Türkçe' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
  const row = page.getByRole('list', { name: 'Bildirimler' }).getByRole('listitem')
  await expect(row).toContainText('adlı listeni beğendi')
  const [before, name, after] = [
    await edgesOf(row, 'guest'),
    await edgesOf(row, 'Ters'),
    await edgesOf(row, 'beğendi'),
  ]
  expect(before.right).toBeLessThanOrEqual(name.left)
  expect(name.right).toBeLessThan(after.left)
  const letters = await Promise.all(['adlı', 'listeni', 'beğendi'].map((word) => edgesOf(row, word)))
  expect(letters.map(({ left }) => left)).toEqual(letters.map(({ left }) => left).toSorted((a, b) => a - b))
})

test('a text runs from the right while it is written, too', async ({ signUp }) => {
  const writer = await signUp('writer')
  await review(writer)
  await openThread(writer.page)
  await box(writer.page).fill(arabic)
  await expect(box(writer.page)).toHaveValue(arabic)
  await expect(box(writer.page)).toHaveCSS('unicode-bidi', 'plaintext')
})

test('Enter that ends a composition opens nothing in the quick search', async ({ page }) => {
  await page.goto('/login')
  const search = page.getByRole('combobox', { name: 'Search' })
  await search.fill('にほん')
  const press = (how: { keyCode: number; isComposing: boolean }) =>
    search.evaluate((input, init) => {
      const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init })
      input.dispatchEvent(event)
    }, how)
  // Safari sends this event after the composition, other browsers before its end.
  await press({ keyCode: 229, isComposing: false })
  await press({ keyCode: 13, isComposing: true })
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => done())))
  await expect(page).toHaveURL('/login')
  await expect(search).toHaveValue('にほん')
  await press({ keyCode: 13, isComposing: false })
  await expect(page).toHaveURL(/\/search\?q=/)
})
