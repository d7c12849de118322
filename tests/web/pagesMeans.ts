import type { Locator, Page } from '@playwright/test'
import { texts } from '../../shared/texts.ts'
import type { World } from './pagesWorld.ts'

// Helpers for the table of pages.

/** A page in one of its states: who sees it, how to get there, and what is visible then. */
export type Place = {
  page: string
  state: string
  path: string | ((world: World) => string)
  /** a visitor by default */
  who?: string
  /** before the page is requested: sets or blocks the server's responses */
  before?: (page: Page) => Promise<void>
  /** opens or clicks something there */
  arrange?: (page: Page) => Promise<void>
  ready: (page: Page) => Locator
  /** covers the page: the page behind it is not part of the picture */
  over?: true
  /** exists only on phones, or only on wide pages */
  only?: 'narrow' | 'wide'
  /** needs the thousands of rows (pagesMany.ts) */
  many?: true
  /** slow to reach, so the test that gets there anyway checks it (spotifyStats.spec.ts) */
  elsewhere?: true
}

export const typeInSearch = (text: string) => async (page: Page) => {
  await page.getByRole('combobox').fill(text)
  await page.getByRole('combobox').focus()
}

export const press =
  (name: string | RegExp, exact = true) =>
  async (page: Page) => {
    await page.getByRole('button', { name, exact }).first().click()
  }
export const follow =
  (...steps: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }
export const h1 = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name })
export const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name })
export const items = (list: string) => (page: Page) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem').first()
export const said = (text: string | RegExp) => (page: Page) => page.getByRole('main').getByText(text).first()
/** Placeholders of content that is loading. */
export const waiting = (page: Page) => page.getByRole('main').locator('.animate-breathe').first()

/** Placeholder for the page's origin in procedure responses. */
const ORIGIN = 'https://origin.invalid'

/**
 * Intercepts requests: procedures never respond, or respond differently, also in one batch. Works in the page itself: with
 * Playwright's interception the browser would cache nothing, and compile every script again.
 */
const standIn = (page: Page, { silent = [], changes = {} }: { silent?: string[]; changes?: Changes }) =>
  page.addInitScript(
    ({ silent, changed, ORIGIN }) => {
      const fetch = window.fetch.bind(window)
      const answers = JSON.parse(changed.replaceAll(ORIGIN, location.origin)) as Record<string, unknown>
      window.fetch = async (input, init) => {
        const pathname = decodeURIComponent(
          new URL(input instanceof Request ? input.url : input, location.href).pathname,
        )
        const asked = pathname.startsWith('/trpc/') ? pathname.slice('/trpc/'.length).split(',') : []
        if (asked.some((procedure) => silent.includes(procedure))) return new Promise(() => {})
        if (!asked.some((procedure) => procedure in answers)) return fetch(input, init)
        // Requests that the server would refuse are not sent, because the browser would log an error.
        const isKnown = asked.every((procedure) => procedure in answers)
        const others = isKnown ? [] : ((await (await fetch(input, init)).json()) as unknown[])
        // 207, like a batch with failures.
        return Response.json(
          asked.map((procedure, index) => answers[procedure] ?? others[index]),
          { status: 207 },
        )
      }
    },
    {
      silent,
      changed: JSON.stringify(
        Object.fromEntries(Object.entries(changes).map(([procedure, change]) => [procedure, change(ORIGIN)])),
      ),
      ORIGIN,
    },
  )

/** Responses of procedures; each function receives the page's origin. */
type Changes = Record<string, (origin: string) => unknown>

/** Blocks the response of a procedure. */
export const waitsFor = (procedure: string) => async (page: Page) => {
  await standIn(page, { silent: [procedure] })
}
/** Replaces the responses of procedures, also in one batch. */
export const answer = (changes: Changes) => async (page: Page) => {
  await standIn(page, { changes })
}
/** Replaces the response of one procedure. */
export const answers = (procedure: string, change: () => unknown) => answer({ [procedure]: change })

const broken = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, id: 'error' }
export const failure = { message: texts.error, code: -32603, data: broken }
export const refused = { code: 'BAD_REQUEST', httpStatus: 400, id: 'auth.loginFailed' }
export const fails = (procedure: string, error: object = failure) => answers(procedure, () => ({ error }))
