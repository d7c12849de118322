import type { Page } from '@playwright/test'
import { openKept, type Kept } from './keptContexts.ts'
import type { Place } from './pagesMeans.ts'
import { makeWorld, signIn, type World } from './pagesWorld.ts'
import { expect, test as base, watch, withoutFirstData } from './plak.ts'

type Fixtures = { fresh: void; expectedErrors: RegExp[]; visit: (place: Place) => Promise<Page> }
type Worker = { isMany: boolean; world: World; people: Map<string, Kept> }

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
  // Each person's browser is opened and signed in once.
  people: [
    async ({}, use) => {
      const people = new Map<string, Kept>()
      await use(people)
      for (const { context } of people.values()) await context.close()
    },
    { scope: 'worker' },
  ],
  fresh: async ({}, use) => use(),
  // What is not there is asked for on purpose.
  expectedErrors: async ({}, use) => use([/status of 404/]),
  visit: async ({ browser, plak, world, people, expectedErrors, errors }, use) => {
    const visited = new Set<Kept>()
    await use(async (place) => {
      const who = place.who ?? ''
      const person = people.get(who) ?? (await openKept(browser, { baseURL: plak.url }))
      if (who && !people.has(who)) await signIn(person.context, plak, who)
      people.set(who, person)
      visited.add(person)
      watch(person.page, expectedErrors, errors)
      await visit(person.page, world, place)
      return person.page
    })
    for (const person of visited) await person.park()
  },
})

export const narrow = { width: 360, height: 740 }
export const wide = { width: 1280, height: 800 }

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
