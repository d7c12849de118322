import type { Page } from '@playwright/test'
import { kidA } from './comments.ts'
import { dummy, homogenic, makeList } from './lists.ts'
import { rows } from './listsEditorPage.ts'
import { expect, test } from './plak.ts'
import { scrolled } from './scrolling.ts'

// Differences between browsers. Chromium simulates the others by removing features that they lack.

/** Removes a CSS property from the browser, for styles and scripts; it is set to the value that means 'off'. */
const without = (page: Page, property: string, off: string) =>
  page.addInitScript(
    ([name, value]) => {
      const supports = CSS.supports.bind(CSS)
      CSS.supports = (asked: string, by?: string) =>
        asked !== name && (by === undefined ? supports(asked) : supports(asked, by))
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`* { ${name}: ${value} !important }`)
      document.adoptedStyleSheets.push(sheet)
    },
    [property, off] as const,
  )

test('texts grow without `field-sizing`, and shrink again', async ({ signUp }) => {
  const { page } = await signUp('writer')
  await without(page, 'field-sizing', 'fixed')
  await page.goto('/album/Radiohead/Kid%20A')
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  const review = page.getByRole('textbox', { name: 'Review' })
  const heights = () => review.evaluate(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight])
  const [low] = await heights()
  await review.fill('One line.\n'.repeat(9))
  await expect.poll(async () => (await heights())[0]).toBeGreaterThan(low! + 60)
  const [height, needed] = await heights()
  expect(height).toBe(needed)
  await review.fill('')
  await expect.poll(async () => (await heights())[0]).toBe(low)
})

test.describe('without `overflow-anchor`', () => {
  test.use({ viewport: { width: 390, height: 700 } })

  test('what is read stays where it is when a review above it grows', async ({ signUp, page }) => {
    await without(page, 'overflow-anchor', 'none')
    const people = await Promise.all(['ada', 'bela', 'cem', 'duru'].map(signUp))
    for (const { call, nickname } of people)
      await call.logs.save.mutate({ ...kidA, review: `${nickname}. ${'And again. '.repeat(20)}` })
    await page.goto('/album/Radiohead/Kid%20A')
    const reviews = page.getByRole('list', { name: 'Reviews' }).getByRole('article')
    await expect(reviews).toHaveCount(4)
    const last = reviews.last()
    const top = () => last.evaluate((each) => Math.round(each.getBoundingClientRect().top))
    await last.evaluate((one) => scrollTo(0, one.getBoundingClientRect().top + scrollY - 200))
    await scrolled(page)
    // The position is not held while the page is scrolling: a shift then is not undone later.
    await expect
      .poll(async () => {
        const before = await top()
        const height = await page.evaluate(() => document.body.offsetHeight)
        await people[3]!.call.logs.save.mutate({
          ...kidA,
          review: `Longer. ${'And again. '.repeat(60)}${height}`,
        })
        await expect(reviews.filter({ hasText: String(height) })).toHaveCount(1)
        return (await top()) - before
      })
      .toBe(0)
  })
})

test('a dialog gives the focus back to its button where a press does not give it any', async ({ signUp }) => {
  const { page } = await signUp('presser')
  await without(page, 'overflow-anchor', 'none')
  await page.addInitScript(() =>
    addEventListener('mousedown', (event) => event.preventDefault(), { capture: true }),
  )
  await page.goto('/album/Radiohead/Kid%20A')
  const log = page.getByRole('button', { name: 'Log', exact: true })
  await log.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(log).toBeFocused()
})

test('Escape that ends a composition leaves the dialog open', async ({ signUp }) => {
  const { page } = await signUp('writer')
  await page.goto('/album/Radiohead/Kid%20A')
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  const review = page.getByRole('textbox', { name: 'Review' })
  const press = (keyCode: number) =>
    review.evaluate((box, code) => {
      const how = { key: 'Escape', keyCode: code, bubbles: true, cancelable: true }
      box.dispatchEvent(new KeyboardEvent('keydown', how))
    }, keyCode)
  await press(229)
  await expect(page.getByRole('dialog')).toBeVisible()
  await press(27)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a row that was dragged has the focus: the arrow keys go on from there', async ({ signUp }) => {
  const owner = await signUp('owner')
  const id = await makeList(owner, { name: 'Night bus', albums: [kidA, dummy, homogenic] })
  const { page } = owner
  await page.goto(`/list/${id}/edit`)
  const handle = (album: string) => page.getByRole('button', { name: `Move ${album}`, exact: true })
  const [begin, end] = [(await handle('Kid A').boundingBox())!, (await handle('Homogenic').boundingBox())!]
  await page.mouse.move(begin.x + 10, begin.y + 20)
  await page.mouse.down()
  await page.mouse.move(end.x + 10, end.y + 24, { steps: 4 })
  await page.mouse.up()
  await expect(rows(page)).toHaveText([/Dummy/, /Homogenic/, /Kid A/])
  await expect(handle('Kid A')).toBeFocused()
  await expect(handle('Kid A')).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('ArrowUp')
  await expect(rows(page)).toHaveText([/Dummy/, /Kid A/, /Homogenic/])
})

test('the scroll bar stays beside a dialog, and neither the wheel nor keys move anything under it', async ({
  signUp,
}) => {
  const { page } = await signUp('reader')
  await page.goto('/album/Radiohead/Kid%20A')
  await page.evaluate(() => scrollTo(0, 50))
  await page.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const body = page.locator('body')
  await expect(body).toHaveAttribute('data-scroll-locked')
  await expect(body).toHaveCSS('overflow', 'visible')
  await expect(body).toHaveCSS('margin-right', '0px')
  await page.mouse.move(20, 400)
  await page.mouse.wheel(0, 400)
  await scrolled(page)
  expect(await page.evaluate(() => scrollY)).toBe(50)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('PageDown')
  await scrolled(page)
  expect(await page.evaluate(() => scrollY)).toBe(50)
})

test('boxes to tick are drawn by us, but with forced colours', async ({ signUp }) => {
  const { page } = await signUp('ticker')
  await page.goto('/lists/create')
  const box = page.getByRole('checkbox', { name: 'Ranked' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(box).toHaveCSS('appearance', 'none')
  }
  const ground = () => box.evaluate((each) => getComputedStyle(each).backgroundColor)
  const empty = await ground()
  await box.focus()
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
  await expect(box).toHaveCSS('outline-style', 'solid')
  await expect.poll(ground).not.toBe(empty)
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(box).toHaveCSS('appearance', 'auto')
})

test('beside a scroll bar on a phone: the title has two lines, and no icon a line of its own', async ({
  page,
  signUp,
}) => {
  const width = 378
  await page.setViewportSize({ width, height: 800 })
  await page.goto('/')
  const lines = await page
    .getByRole('heading', { level: 1 })
    .evaluate(
      (each) => each.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(each).lineHeight),
    )
  expect(Math.round(lines)).toBe(2)
  const person = await signUp('reader')
  for (const wide of [width, 447]) {
    await person.page.setViewportSize({ width: wide, height: 800 })
    await person.page.goto('/album/Radiohead/Kid%20A')
    const topOf = async (name: string) =>
      (await person.page.getByRole('button', { name, exact: true }).boundingBox())!.y
    await expect
      .poll(async () => (await topOf('Share')) - (await topOf('Listen later')), `${wide} wide`)
      .toBe(0)
  }
})

test('a browser that keeps nothing shows every page', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Refused', 'SecurityError')
        },
      })
    window.BroadcastChannel = class {
      constructor() {
        throw new DOMException('Refused', 'SecurityError')
      }
    } as unknown as typeof BroadcastChannel
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'Artists', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Artists')
  await page.goto('/album/Radiohead/Kid%20A')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kid A')
})
