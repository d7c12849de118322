import type { Page } from '@playwright/test'
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
    const arrived = page.waitForEvent('requestfinished', (request) => callOf(procedure).test(request.url()))
    const given = page.waitForEvent('requestfailed', (request) => callOf(procedure).test(request.url()))
    const ended = Promise.race([arrived, given].map((each) => each.catch(() => undefined)))
    letGo()
    await ended
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  return { read, release }
}
