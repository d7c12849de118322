import type { Locator, Page } from '@playwright/test'
import { expect } from './plak.ts'

const MOST_STOPS = 80

/** Returns the problem of the focused element; null if it is visible and usable. */
const lossOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return 'nothing has the focus'
    const words = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
    const name = `${element.localName} “${words}”`
    const { left, top, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) return `${name} cannot be seen`
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    // Elements that are only focused to be read aloud are not tab stops, and need no focus ring.
    if (element.tabIndex >= 0 && !isOutlined && boxShadow === 'none') return `${name} does not look focused`
    const [x, y] = [left + Math.min(width / 2, 20), top + Math.min(height / 2, 20)]
    if (element.tabIndex < 0) return null
    if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) return `${name} is outside of the window`
    const hit = document.elementFromPoint(x, y)
    if (hit && (element.contains(hit) || hit.contains(element))) return null
    return `${name} is covered by ${hit?.outerHTML.slice(0, 80)}`
  })

/** Walks through a page with the keyboard; at every stop the focus must be visible. */
export function keyboardOf(page: Page) {
  const expectSeen = () => expect.poll(() => lossOf(page)).toBeNull()

  async function press(...keys: string[]) {
    for (const key of keys) await page.keyboard.press(key)
  }

  /** Moves from stop to stop until the target is focused. */
  async function walkTo(target: Locator, key: string) {
    await expect(target).toBeVisible()
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await press(key)
      await expectSeen()
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`${String(target)} is no stop within ${MOST_STOPS}`)
  }

  return {
    press,
    to: (target: Locator) => walkTo(target, 'Tab'),
    backTo: (target: Locator) => walkTo(target, 'Shift+Tab'),
    type: (text: string) => page.keyboard.type(text),
    /** expects that the target is focused and visible */
    async isAt(target: Locator) {
      await expect(target).toBeFocused()
      await expectSeen()
    },
  }
}
