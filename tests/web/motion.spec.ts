import type { Locator, Page } from '@playwright/test'
import { expect, journey, test } from './plak.ts'

// Tests animations: they are paused, and set to the times at which they are checked.

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

async function holdAnimations(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
}

/** Returns the horizontal distance of an element's centre from the window's, at several times of its animations. */
const offCentre = (element: Locator) =>
  element.evaluate((each) => {
    const animations = each.getAnimations()
    if (animations.length === 0) throw new Error('Nothing moves.')
    return [0, 0.25, 0.5, 0.75, 0.99].map((part) => {
      for (const one of animations) one.currentTime = part * Number(one.effect!.getTiming().duration)
      const { left, right } = each.getBoundingClientRect()
      return Math.round((left + right) / 2 - document.documentElement.clientWidth / 2)
    })
  })

const openFollowers = async (page: Page) => {
  await page.goto('/profile/somebody')
  await page.getByRole('button', { name: /Followers/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Followers' })
  await expect(dialog).toBeAttached()
  return dialog
}

test(
  'a dialog opens where it stays: its middle is the window’s all the way',
  journey,
  async ({ signUp, page }) => {
    await signUp('somebody')
    await holdAnimations(page)
    for (const width of [1280, 640, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await offCentre(await openFollowers(page)), `${width} wide`).toEqual([0, 0, 0, 0, 0])
    }
  },
)

test('reduced motion switches off animations', async ({ signUp, page }) => {
  await signUp('somebody')
  await holdAnimations(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const dialog = await openFollowers(page)
  const lengths = () => dialog.evaluate((each) => getComputedStyle(each).animationDuration)
  expect(Number.parseFloat(await lengths())).toBeLessThan(0.001)
})

test('the page under a dialog keeps its style: otherwise all of it is computed again at each press', async ({
  signUp,
  page,
}) => {
  await signUp('somebody')
  const inherited = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.getElementById('main')!)
      const names = [...style].concat('--removed-body-scroll-bar-size')
      return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]))
    })
  await page.goto('/profile/somebody')
  const before = await inherited()
  const dialog = await openFollowers(page)
  await expect(page.locator('body')).toHaveAttribute('data-scroll-locked')
  expect(await inherited()).toEqual(before)
  // It still cannot be clicked.
  await page.mouse.click(100, 100)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/profile/somebody')
})

test('a tab that is pressed has no ring; one reached by the keyboard has, clear of its words', async ({
  signUp,
  page,
}) => {
  await signUp('somebody')
  await page.goto('/profile/somebody')
  const tab = (name: string) => page.getByRole('tab', { name })
  await tab('Reviews').click()
  await expect(tab('Reviews')).toBeFocused()
  await expect(tab('Reviews')).toHaveCSS('outline-style', 'none')
  await page.keyboard.press('ArrowRight')
  await expect(tab('Diary')).toBeFocused()
  await expect(tab('Diary')).toHaveCSS('outline-style', 'solid')
  await expect(tab('Diary')).toHaveCSS('outline-offset', '-5px')
})

test('on a phone the row of tabs says that it goes on, and stops saying so at its end', async ({
  signUp,
  page,
}) => {
  await signUp('somebody')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/profile/somebody')
  const arrow = page.getByRole('tablist').locator('xpath=following-sibling::*')
  await expect(arrow).toHaveCSS('opacity', '1')
  await page.getByRole('tab', { name: 'Lists' }).click()
  await expect(arrow).toHaveCSS('opacity', '0')
})
