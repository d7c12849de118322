import type { Page } from '@playwright/test'
import { axe } from './accessChecks.ts'
import { openKept, type Kept } from './keptContexts.ts'
import type { Place } from './pagesMeans.ts'
import { signIn, type World } from './pagesWorld.ts'
import { expect, test as base, watch, withoutFirstData } from './plak.ts'

type Fixtures = { fresh: void; expectedErrors: RegExp[]; visit: (place: Place) => Promise<Page> }

/** A test in the world of the table of pages, which is created once: tests must not change it. */
export const test = base.extend<Fixtures>({
  fresh: async ({}, use) => use(),
  // Missing things are requested on purpose.
  expectedErrors: async ({}, use) => use([/status of 404/]),
  visit: async ({ browser, plak, world, people, expectedErrors, errors }, use) => {
    const visited = new Set<Kept>()
    await use(async (place) => {
      const who = place.who ?? ''
      const person = people.get(who) ?? (await openKept(browser, { baseURL: plak.url }, axe))
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

/** Opens a place as its user, and waits until everything relevant is visible. */
async function visit(page: Page, world: World, place: Place) {
  const { path, before, arrange, ready, only } = place
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.setViewportSize(only === 'narrow' ? narrow : wide)
  if (before) {
    // Responses that are blocked or refused must be requested by the browser.
    await withoutFirstData(page)
    await before(page)
  }
  await page.goto(typeof path === 'string' ? path : path(world))
  await arrange?.(page)
  await expect(ready(page)).toBeVisible()
}
