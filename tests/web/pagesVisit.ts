import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Place } from './pagesMeans.ts'
import { makeWorld, signIn, type World } from './pagesWorld.ts'
import { expect, test as base, watch, withoutFirstData, type Plak } from './plak.ts'

type Fixtures = { fresh: void; expectedErrors: RegExp[]; visit: (place: Place) => Promise<Page> }
type Worker = { isMany: boolean; world: World; contexts: Map<string, BrowserContext> }

/** A test in the world of the table of pages, which is made once: what looks at it leaves it as it is. */
export const test = base.extend<Fixtures, Worker>({
  isMany: [false, { option: true, scope: 'worker' }],
  world: [
    async ({ plak, isMany }, use, { parallelIndex }) => {
      await plak.reset()
      await use(await makeWorld(plak, parallelIndex, { many: isMany }))
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  contexts: [
    async ({}, use) => {
      const contexts = new Map<string, BrowserContext>()
      await use(contexts)
      for (const context of contexts.values()) await context.close()
    },
    { scope: 'worker' },
  ],
  fresh: async ({}, use) => use(),
  // What is not there is asked for on purpose.
  expectedErrors: async ({}, use) => use([/status of 404/]),
  visit: async ({ browser, plak, world, contexts, expectedErrors, errors }, use) => {
    const pages: Page[] = []
    await use(async (place) => {
      const context = await contextOf(contexts, browser, plak, place.who)
      const page = await context.newPage()
      pages.push(page)
      watch(page, expectedErrors, errors)
      await visit(page, world, place)
      return page
    })
    for (const page of pages) await page.close()
  },
})

/** Each person's browser is opened and signed in once: what one page leaves on the device, the next one clears. */
async function contextOf(contexts: Map<string, BrowserContext>, browser: Browser, plak: Plak, who = '') {
  const open = contexts.get(who)
  if (open) return open
  const context = await browser.newContext({ baseURL: plak.url })
  await context.addInitScript(() => localStorage.clear())
  contexts.set(who, context)
  if (who) await signIn(context, plak, who)
  return context
}

const narrow = { width: 360, height: 740 }
const wide = { width: 1280, height: 800 }

/** Goes there as the one who is meant, and waits until all that matters is there. */
async function visit(page: Page, world: World, place: Place) {
  const { path, before, arrange, ready, only } = place
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.setViewportSize(only === 'narrow' ? narrow : wide)
  if (before) {
    // What is held back or refused must be asked for.
    await withoutFirstData(page)
    await before(page)
  }
  await page.goto(typeof path === 'string' ? path : path(world))
  await arrange?.(page)
  await expect(ready(page)).toBeVisible()
}
