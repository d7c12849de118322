import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { makeHarness, type Client } from '../harness/client.ts'
import { keptContexts, type Kept } from './keptContexts.ts'
import type { World } from './pagesWorld.ts'
import { startPlak, type Plak } from './product.ts'

export { expect } from '@playwright/test'

/** A signed-in person with a browser of their own, and the same person at the command line. */
export type Someone = { nickname: string; page: Page; context: BrowserContext; call: Client }

/**
 * Tags the tests of the browser that `npm test` runs: what people do most, from end to end, and what must never break. All the
 * others are run by `npm test -- --all`.
 */
export const journey = { tag: '@journey' }

/** Pages come without their first data, as when the server has it too late: what they ask themselves can be held back. */
export const withoutFirstData = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('readystatechange', () => document.getElementById('first-data')?.remove()),
  )

/**
 * The addresses of the requests that call a procedure, for `page.route` and the like. What a page asks for at once travels
 * together, and which of it comes first depends on which of its files came first: '/trpc/notifications.unread,activity.feed'.
 */
export const callOf = (procedure: string) => new RegExp(`/trpc/([^?]*,)?${procedure.replace('.', '\\.')}[,?]`)

/** What a browser says when a request fails on purpose; a test that makes one names it in `expectedErrors`. */
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
 * A page that was opened is used once it answers: the server has drawn it before its scripts are there. What is done until
 * then is the matter of firstData.spec.ts, which waits for less (`commit`).
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

/** What holds for every page of a test, however it is opened. */
export function watch(page: Page, expectedErrors: RegExp[], errors: string[]) {
  failOnErrors(page, expectedErrors, errors)
  useWhenItAnswers(page)
}

type Fixtures = {
  expectedErrors: RegExp[]
  /** makes an account and opens a browser in which it is signed in */
  signUp: (nickname: string) => Promise<Someone>
  /** opens another browser, signed out, or signed in as somebody */
  openBrowser: (as?: Someone) => Promise<Page>
}
type Own = {
  errors: string[]
  fresh: void
  /** opens a context with a page, both empty */
  open: () => Promise<Kept>
}

/**
 * What the tests of a worker share. All of it stands here, also what the table of pages alone asks for: a test that brings more
 * of this kind along ends the worker, and the next one starts its server and its browser anew.
 */
type Shared = {
  plak: Plak
  kept: ReturnType<typeof keptContexts>
  isMany: boolean
  /** the world of the table of pages, made when it is first asked for; it ends with the next test that begins empty */
  world: World
  /** the browsers of its people, each opened and signed in once */
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
      if (errors.length > 0) throw new Error(`The browser's console had errors:\n${errors.join('\n')}`)
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
    // All that a test here may say of its browser: contexts of other options are others.
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
