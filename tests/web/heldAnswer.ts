import type { Page, Request } from '@playwright/test'
import { callOf } from './plak.ts'

/**
 * Holds the next answer to a procedure on its way to the page. `read` resolves once the server has answered; `release` lets the
 * answer through, and resolves when the page has drawn what it does with it.
 */
export async function holdAnswer(page: Page, procedure: string) {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  let note = () => {}
  const read = new Promise<void>((resolve) => (note = resolve))
  await page.route(
    callOf(procedure),
    async (route) => {
      const response = await route.fetch()
      note()
      await held
      // The page may have given the call up.
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  const release = async () => {
    const isIt = (request: Request) => callOf(procedure).test(request.url())
    // Chromium does not always report the end of a request that may outlive its page.
    const limits = { predicate: isIt, timeout: 5_000 }
    const ends = [page.waitForEvent('requestfinished', limits), page.waitForEvent('requestfailed', limits)]
    const ended = Promise.race(ends.map((end) => end.catch(() => undefined)))
    letGo()
    await ended
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  return { read, release }
}
