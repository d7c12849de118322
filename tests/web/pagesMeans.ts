import type { Locator, Page } from '@playwright/test'
import { texts } from '../../shared/texts.ts'
import type { World } from './pagesWorld.ts'

// What the table of pages is written with.

/** A page in one of its states: who sees it, how one gets there, and what is to be seen when it is there. */
export type Place = {
  page: string
  state: string
  path: string | ((world: World) => string)
  /** a visitor, unless somebody is named */
  who?: string
  /** before the page is asked for: what the server is to answer, or not */
  before?: (page: Page) => Promise<void>
  /** what is opened or pressed there */
  arrange?: (page: Page) => Promise<void>
  ready: (page: Page) => Locator
  /** lies over the page: what is under it is no part of the picture */
  over?: true
  /** exists on phones alone, or on wide pages alone */
  only?: 'narrow' | 'wide'
  /** needs the thousands (pagesMany.ts) */
  many?: true
  /** takes long to reach, and the test that gets there on its way looks at it (spotifyStats.spec.ts) */
  elsewhere?: true
}

/** Types into the search of the top bar. */
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
/** The shapes of what is on its way. */
export const waiting = (page: Page) => page.getByRole('main').locator('.animate-breathe').first()

/** Stands for the page's origin in what a procedure answers. */
const ORIGIN = 'https://origin.invalid'

/**
 * Stands between the page and the server: procedures never answer, or answer differently, also in one batch. It does so in
 * the page itself. Where Playwright stands on the line the browser caches nothing, and compiles every script anew.
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
        // What the server would refuse is not asked for: the browser's console would say so.
        const isKnown = asked.every((procedure) => procedure in answers)
        const others = isKnown ? [] : ((await (await fetch(input, init)).json()) as unknown[])
        // 207, as a batch in which something failed.
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

/** What procedures answer; each is told the page's origin. */
type Changes = Record<string, (origin: string) => unknown>

/** A procedure never answers. */
export const waitsFor = (procedure: string) => async (page: Page) => {
  await standIn(page, { silent: [procedure] })
}
/** Procedures answer differently, also in one batch. */
export const answer = (changes: Changes) => async (page: Page) => {
  await standIn(page, { changes })
}
/** One procedure answers differently. */
export const answers = (procedure: string, change: () => unknown) => answer({ [procedure]: change })

const broken = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, id: 'error' }
export const failure = { message: texts.error, code: -32603, data: broken }
export const refused = { code: 'BAD_REQUEST', httpStatus: 400, id: 'auth.loginFailed' }
export const fails = (procedure: string, error: object = failure) => answers(procedure, () => ({ error }))
