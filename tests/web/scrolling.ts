import type { Page } from '@playwright/test'

/**
 * Waits until the page has handled its scroll position: it does so in the next frame, and on a busy machine an event from the
 * server can arrive first.
 */
export const scrolled = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
  })
