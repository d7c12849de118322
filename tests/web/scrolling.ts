import type { Page } from '@playwright/test'

/**
 * Waits until the page knows where it was scrolled to: it hears of it with its next frame, and on a busy machine an event
 * from the server may be there before.
 */
export const scrolled = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
  })
