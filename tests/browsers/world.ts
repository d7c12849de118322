import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as base } from 'vitest'
import { makeHarness, type Client } from '../harness/client.ts'
import { makeLine, type Line } from '../web/line.ts'
import { startPlak, type Plak } from '../web/product.ts'
import type { Browser, Scheme } from './browser.ts'
import { startPuppet } from './puppet.ts'
import { tabOf, type Tab } from './tab.ts'
import { startWebKit } from './webkit.ts'

/** A user with a window in which they are signed in, and a client of the same user without a browser. */
export type Person = { nickname: string; tab: Tab; call: Client }
type Options = {
  scheme?: Scheme
  isPrivate?: boolean
  size?: [width: number, height: number]
  /** the address of another product */
  at?: string
}

type World = {
  plak: Plak
  browser: Browser
  /** The connection between the windows and the server; a journey can cut it. */
  line: Line
  expectedErrors: RegExp[]
  open: (options?: Options) => Promise<Tab>
  signUp: (nickname: string, options?: Options) => Promise<Person>
  /** Creates a list of three albums; returns its path. */
  makeList: (owner: Person) => Promise<string>
}

/** Name and programs of the browser, set by scripts/browsers.mjs. */
type Engine = { name: 'Chromium' | 'Firefox' | 'WebKit'; programs: Record<string, string> }
export const engine = JSON.parse(process.env.TEST_BROWSER!) as Engine

const pictures = join(import.meta.dirname, '../../test-results/browsers')

export const test = base.extend<World>({
  plak: [
    async ({}, use) => {
      const plak = await startPlak('browsers')
      await use(plak)
      await plak.close()
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({}, use) => {
      const { name, programs } = engine
      const browser =
        name === 'WebKit' ? await startWebKit(programs) : await startPuppet(name, programs.browser!)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  line: async ({ plak }, use) => {
    await plak.reset()
    const line = await makeLine(plak)
    await use(line)
    line.close()
  },
  expectedErrors: async ({}, use) => use([]),
  open: async ({ browser, line, expectedErrors, task }, use) => {
    const tabs: Tab[] = []
    await use(async ({ size: [width, height] = [1280, 900], at = line.url, ...options } = {}) => {
      const tab = tabOf(await browser.open(options), at)
      tabs.push(tab)
      await tab.resize(width, height)
      return tab
    })
    if (task.result?.state === 'fail')
      await Promise.all(tabs.map((tab, index) => save(tab, task.name, index)))
    const errors = (await Promise.all(tabs.map((tab) => tab.errors()))).flat()
    await browser.clear()
    expect(errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([])
  },
  signUp: async ({ plak, line, open }, use) => {
    const harness = makeHarness(plak.url)
    await use(async (nickname, options) => {
      const { client, cookies } = await harness.register(nickname)
      const tab = await open(options)
      const [name, value] = cookies.header().split('=') as [string, string]
      await tab.signIn(line.url, { name, value })
      return { nickname, tab, call: client }
    })
    await harness.close()
  },
  makeList: async ({}, use) =>
    use(async ({ call }) => {
      const albums = [
        { artist: 'Radiohead', album: 'Kid A' },
        { artist: 'Portishead', album: 'Dummy' },
        { artist: 'Björk', album: 'Homogenic' },
      ]
      const list = { name: 'Night bus', description: 'Window seat.', albums, submission: randomUUID() }
      return `/list/${(await call.lists.create.mutate(list)).id}`
    }),
})

/** Stores a screenshot of a window of a failed journey. */
async function save(tab: Tab, name: string, index: number) {
  mkdirSync(pictures, { recursive: true })
  const file = `${engine.name} ${name} ${index + 1}`.replaceAll(/\W+/g, '-')
  writeFileSync(join(pictures, `${file}.png`), Buffer.from(await tab.screenshot(), 'base64'))
}
