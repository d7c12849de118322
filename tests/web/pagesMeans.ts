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

/** The procedures of a request, which may be a batch. */
const proceduresOf = (url: string) =>
  decodeURIComponent(new URL(url).pathname.replace('/trpc/', '')).split(',')

/** A procedure never answers. */
export const waitsFor = (procedure: string) => async (page: Page) => {
  await page.route('**/trpc/**', (route) => {
    if (!proceduresOf(route.request().url()).includes(procedure)) return route.fallback()
  })
}

/** Procedures answer differently, also in one batch; `change` is told the page's origin. */
export const answer = (changes: Record<string, (origin: string) => unknown>) => async (page: Page) => {
  await page.route('**/trpc/**', async (route) => {
    const asked = proceduresOf(route.request().url()).map((procedure) => changes[procedure])
    if (!asked.some(Boolean)) return route.fallback()
    const response = await route.fetch()
    const all = (await response.json()) as unknown[]
    const { origin } = new URL(route.request().url())
    const json = all.map((one, index) => asked[index]?.(origin) ?? one)
    // 207, as a batch in which something failed: the browser's console says nothing of it.
    await route.fulfill({ response, status: 207, json })
  })
}
/** One procedure answers differently. */
export const answers = (procedure: string, change: () => unknown) => answer({ [procedure]: change })

const broken = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, id: 'error' }
export const failure = { message: texts.error, code: -32603, data: broken }
export const refused = { code: 'BAD_REQUEST', httpStatus: 400, id: 'auth.loginFailed' }
export const fails = (procedure: string, error: object = failure) => answers(procedure, () => ({ error }))
