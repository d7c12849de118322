import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { makeHarness, type Client } from '../harness/client.ts'
import { keptContexts, type Kept } from './keptContexts.ts'
import type { World } from './pagesWorld.ts'
import { startPlak, type Plak } from './product.ts'

export { expect } from '@playwright/test'

/** A signed-in user with a separate browser, and a client of the same user. */
export type Someone = { nickname: string; page: Page; context: BrowserContext; call: Client }

/**
 * Tag of the browser tests that `npm test` runs: the most frequent actions from end to end, and the most critical ones.
 * `npm test -- --all` runs all others.
 */
export const journey = { tag: '@journey' }

/**
 * Removes the first data from pages, as if the server had been too slow: the queries then go over the network and can be blocked.
 */
export const withoutFirstData = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('readystatechange', () => document.getElementById('first-data')?.remove()),
  )

/**
 * Returns a pattern for the URLs of requests that call a procedure, for `page.route` and the like. Queries that start at the
 * same time are sent together, in an order that depends on which files were loaded first:
 * '/trpc/notifications.unread,activity.feed'.
 */
export const callOf = (procedure: string) => new RegExp(`/trpc/([^?]*,)?${procedure.replace('.', '\\.')}[,?]`)

/** The browser's message for a request that fails on purpose; such a test lists it in `expectedErrors`. */
export const failedRequest = /Failed to load resource/

function failOnErrors(page: Page, expected: RegExp[], errors: string[]) {
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) errors.push(text)
  }
  page.on(
    'console',
    (message) => message.type() === 'error' && note(`${message.text()} (${message.location().url})`),
  )
  page.on('pageerror', (error) => note(String(error.stack ?? error)))
}

const patient = new WeakSet<Page>()

/**
 * Waits after each navigation until the page's scripts run, because the server renders it before they are loaded.
 * firstData.spec.ts tests the time before, and waits for less (`commit`).
 */
function useWhenItAnswers(page: Page) {
  if (patient.has(page)) return
  patient.add(page)
  const wait = () => page.waitForFunction(() => !('early' in window), undefined, { timeout: 60_000 })
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (!options?.waitUntil) await wait()
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options?.waitUntil) await wait()
    return response
  }
}

/** Sets up every page of a test, however it is opened. */
export function watch(page: Page, expectedErrors: RegExp[], errors: string[]) {
  failOnErrors(page, expectedErrors, errors)
  useWhenItAnswers(page)
}

type Fixtures = {
  expectedErrors: RegExp[]
  /** creates an account and opens a browser in which it is signed in */
  signUp: (nickname: string) => Promise<Someone>
  /** opens another browser, signed out or signed in as a user */
  openBrowser: (as?: Someone) => Promise<Page>
}
type Own = {
  errors: string[]
  fresh: void
  /** opens a context with a page, both empty */
  open: () => Promise<Kept>
}

/**
 * Fixtures that the tests of a worker share. All are defined here, including those only for the table of pages: a test with
 * further worker fixtures ends the worker, and the next one starts its server and its browser again.
 */
type Shared = {
  plak: Plak
  kept: ReturnType<typeof keptContexts>
  isMany: boolean
  /** the world of the table of pages, created on first use; it ends with the next test that starts empty */
  world: World
  /** the browsers of its users, each opened and signed in once */
  people: Map<string, Kept>
}

export const test = base.extend<Fixtures & Own, Shared>({
  plak: [
    async ({}, use, worker) => {
      const plak = await startPlak(`web${worker.parallelIndex}`)
      await use(plak)
      await plak.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  kept: [
    async ({}, use) => {
      const kept = keptContexts()
      await use(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  isMany: [false, { option: true, scope: 'worker' }],
  world: [
    async ({ plak, isMany }, use, { parallelIndex }) => {
      const { makeWorld } = await import('./pagesWorld.ts')
      await plak.reset()
      await use(await makeWorld(plak, parallelIndex, { many: isMany }))
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  people: [
    async ({}, use) => {
      const people = new Map<string, Kept>()
      await use(people)
      for (const { context } of people.values()) await context.close()
    },
    { scope: 'worker' },
  ],
  fresh: [
    async ({ plak }, use) => {
      await plak.reset()
      await use()
    },
    { auto: true },
  ],
  baseURL: async ({ plak }, use) => use(plak.url),
  expectedErrors: [[], { option: true }],
  errors: [
    async ({}, use) => {
      const errors: string[] = []
      await use(errors)
      // The first line of a message is repeated at the end of a run.
      if (errors.length > 0) throw new Error(`The browser's console had errors: ${errors.join('\n')}`)
    },
    { auto: true },
  ],
  open: async (
    {
      browser,
      plak,
      kept,
      viewport,
      colorScheme,
      hasTouch,
      isMobile,
      serviceWorkers,
      contextOptions,
      expectedErrors,
      errors,
    },
    use,
    test,
  ) => {
    // All browser options that tests set: contexts with other options are separate.
    const options = {
      viewport,
      colorScheme,
      hasTouch,
      isMobile,
      serviceWorkers,
      ...contextOptions,
      baseURL: plak.url,
    }
    const opened: Kept[] = []
    await use(async () => {
      const one = await kept.take(browser, options)
      opened.push(one)
      watch(one.page, expectedErrors, errors)
      one.context.on('page', (page) => watch(page, expectedErrors, errors))
      return one
    })
    const isLikeNew = test.status === test.expectedStatus && serviceWorkers === 'block'
    await Promise.all(opened.map((one) => (isLikeNew ? kept.giveBack(one, options) : one.context.close())))
  },
  context: async ({ open }, use) => use((await open()).context),
  page: async ({ context }, use) => use(context.pages()[0]!),
  openBrowser: async ({ open }, use) => {
    await use(async (as) => {
      const { context, page } = await open()
      if (as) await context.addCookies(await as.context.cookies())
      return page
    })
  },
  signUp: async ({ plak, openBrowser }, use) => {
    const harness = makeHarness(plak.url)
    await use(async (nickname) => {
      const person = await harness.register(nickname)
      const page = await openBrowser()
      const context = page.context()
      const [name, value] = person.cookies.header()!.split('=') as [string, string]
      await context.addCookies([{ name, value, url: plak.url, httpOnly: true, sameSite: 'Lax' }])
      return { nickname, page, context, call: person.client }
    })
    await harness.close()
  },
})
