import type { Page } from '@playwright/test'
import type { Place } from './pagesMeans.ts'
import { makeWorld, signIn, type World } from './pagesWorld.ts'
import { expect, test as base, withoutFirstData, type Plak } from './plak.ts'

type Fixtures = { fresh: void; expectedErrors: RegExp[]; visit: (place: Place) => Promise<Page> }
type Worker = { isMany: boolean; world: World }

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
  fresh: async ({}, use) => use(),
  // What is not there is asked for on purpose.
  expectedErrors: async ({}, use) => use([/status of 404/]),
  visit: async ({ page, plak, world }, use) => use((place) => visit(page, plak, world, place)),
})

const narrow = { width: 360, height: 740 }
const wide = { width: 1280, height: 800 }

/** Goes there as the one who is meant, and waits until all that matters is there. */
async function visit(page: Page, plak: Plak, world: World, place: Place): Promise<Page> {
  const { path, who, before, arrange, ready, only } = place
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.setViewportSize(only === 'narrow' ? narrow : wide)
  if (who) await signIn(page.context(), plak, who)
  if (before) {
    // What is held back or refused must be asked for.
    await withoutFirstData(page)
    await before(page)
  }
  await page.goto(typeof path === 'string' ? path : path(world))
  await arrange?.(page)
  await expect(ready(page)).toBeVisible()
  return page
}
