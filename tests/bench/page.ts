// Promise P7: what a user experiences on a phone with a poor network: when a page's largest element is rendered, the layout
// shift, the delay until an interaction is visible, and the time from one page to the next. Uses real Chromium with throttling.
import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { pino } from 'pino'
import { seed } from '../../demo/seed.ts'
import { startDemo } from '../../demo/server.ts'
import { makeDeps } from '../../server/deps.ts'
import { buildApp } from '../../server/http/app.ts'
import { migrate } from '../../server/lib/migrate.ts'
import { testSettings } from '../support/server.ts'
import { dropDatabase, testDatabaseUrl } from '../support/testServer.ts'
import { answer, launch } from './parts/children.ts'
import { kept, median, record, rounded } from './parts/results.ts'
import { NETWORK, PHONE, PROCESSOR, seenOn, throttlingRate, visit, type Visit } from './parts/slowPhone.ts'

/** number of rounds; an interaction takes a few frames and depends on their timing, so it needs more rounds than a load */
const ROUNDS = { load: 5, interaction: 9 }
const PROMISED = { lcp: 1_200, cls: 0.02, inp: 100 }
const places = {
  home: '/',
  album: '/album/Portishead/Dummy',
  list: '/list/1',
  profile: '/profile/june',
  activity: '/activity',
}
const database = `plak_bench_${process.pid}`

// — The server: this file again, in a process of its own, with the demo's catalogue and users.

async function serveDemo(databaseUrl: string) {
  await migrate(databaseUrl)
  const demo = await startDemo({ port: 0 })
  const settings = { NODE_ENV: 'production', LASTFM_BASE: demo.lastfmBase }
  const deps = await makeDeps(testSettings(databaseUrl, settings), pino({ level: 'silent' }))
  await seed(deps.db, { picturesBase: demo.origin })
  const app = await buildApp(deps)
  answer(await app.listen({ port: 0, host: '127.0.0.1' }), () => null)
}

// — The browser.

type Visiting = () => Promise<Visit>

async function coldLoad(open: Visiting, path: string) {
  const { page, context, traffic } = await open()
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const { lcp, cls } = await seenOn(page)
  await context.close()
  return { lcp, cls, kib: traffic.bytes / 1024, requests: traffic.requests }
}

/** Returns the duration of the slowest interaction during `act`. */
async function slowest(page: Page, act: () => Promise<unknown>): Promise<number> {
  const before = Object.keys((await seenOn(page)).interactions)
  await act()
  // After two frames the browser has reported everything that it rendered.
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  )
  const { interactions } = await seenOn(page)
  return Math.max(
    0,
    ...Object.entries(interactions).flatMap(([id, time]) => (before.includes(id) ? [] : [time])),
  )
}

/** Waits until the page has rendered the effects of an action and is idle. */
const atRest = (page: Page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))

/**
 * Clicks an element, after the effects of scrolling and pointing are rendered, because nobody clicks within the same frame.
 * Does not use the locator's click: its checks in the page would be measured, too.
 */
async function click(page: Page, what: Locator) {
  await what.scrollIntoViewIfNeeded()
  await atRest(page)
  const { x, y, width, height } = (await what.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await atRest(page)
  await page.mouse.down()
  await page.mouse.up()
}

async function interact(open: Visiting): Promise<Record<string, number>> {
  const { page, context } = await open()
  await page.goto(places.album)
  await page.waitForLoadState('networkidle')
  const like = await slowest(page, () =>
    click(page, page.getByRole('button', { name: 'Like review' }).first()),
  )
  const dialog = page.getByRole('dialog')
  const openLog = await slowest(page, async () => {
    await click(page, page.getByRole('button', { name: 'Log', exact: true }))
    await dialog.waitFor()
  })
  const star = await slowest(page, () => dialog.getByRole('slider').press('ArrowRight'))
  const close = await slowest(page, async () => {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })
  const menu = await slowest(page, async () => {
    await click(page, page.getByRole('button', { name: /menu/i }).first())
    await page
      .getByRole('link', { name: 'Activity' })
      .or(page.getByRole('menuitem', { name: 'Activity' }))
      .first()
      .waitFor()
  })
  await page.goto(places.home)
  await page.waitForLoadState('networkidle')
  const search = await slowest(page, async () => {
    await page.getByRole('combobox', { name: 'Search' }).pressSequentially('port', { delay: 80 })
    await page.getByRole('option').first().waitFor()
  })
  await context.close()
  return {
    'like a review': like,
    'open the log dialog': openLog,
    'a half star more': star,
    'close the dialog': close,
    'open the menu': menu,
    'type in search': search,
  }
}

/** Returns the time from the click on an album in a list until the album's page is rendered. */
async function walk(open: Visiting, { pointing }: { pointing: boolean }): Promise<number> {
  const { page, context } = await open()
  await page.goto(places.list)
  await page.waitForLoadState('networkidle')
  const link = page.getByRole('main').locator('a[href^="/album/"]').first()
  const arrived = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let pressed = 0
        document.addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), {
          capture: true,
          once: true,
        })
        new MutationObserver(() => {
          const isThere =
            location.pathname.startsWith('/album/') &&
            document.querySelector('main')?.textContent.includes('Listeners')
          if (pressed && isThere) requestAnimationFrame(() => resolve(performance.now() - pressed))
        }).observe(document.body, { subtree: true, childList: true })
      }),
  )
  if (pointing) {
    await link.hover()
    await page.waitForLoadState('networkidle')
    await link.click()
  } else {
    // Clicks by script: the pointer was not there before.
    await link.evaluate((element: HTMLElement) => element.click())
  }
  const time = await arrived
  await context.close()
  return time
}

async function rounds<Result>(measure: () => Promise<Result>, count = ROUNDS.load): Promise<Result[]> {
  const results: Result[] = []
  for (let round = 0; round < count; round++) results.push(await measure())
  return results
}

async function signIn(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url })
  await context.request.post('/trpc/auth.login', { data: { identifier: 'deniz', password: 'long-player' } })
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

async function bench() {
  const server = await launch(import.meta.filename, 'demo', testDatabaseUrl(database))
  const browser = await chromium.launch({
    // If not set, Playwright's own headless shell.
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  try {
    const cookies = await signIn(browser, server.url)
    const rate = await throttlingRate(browser)
    const open = () => visit(browser, server.url, cookies, rate)
    // The server then has the catalogue's responses in its cache, as for any page that was opened before.
    for (const path of Object.values(places)) await coldLoad(open, path)

    const loads: Record<string, Record<string, number>> = {}
    for (const [name, path] of Object.entries(places)) {
      const measured = await rounds(() => coldLoad(open, path))
      const of = (what: keyof (typeof measured)[number], digits = 0) =>
        rounded(median(measured.map((each) => each[what])), digits)
      loads[name] = { 'LCP ms': of('lcp'), CLS: of('cls', 3), KiB: of('kib'), requests: of('requests') }
    }
    const acts = await rounds(() => interact(open), ROUNDS.interaction)
    const interactions = Object.fromEntries(
      Object.keys(acts[0]!).map((name) => [
        name,
        { 'INP ms': rounded(median(acts.map((each) => each[name]!)), 0) },
      ]),
    )
    const ways = {
      pointed: rounded(median(await rounds(() => walk(open, { pointing: true }))), 0),
      unprepared: rounded(median(await rounds(() => walk(open, { pointing: false }))), 0),
    }
    console.table(loads)
    console.table(interactions)
    console.log(
      `promised: LCP ${PROMISED.lcp} ms, CLS ${PROMISED.cls}, INP ${PROMISED.inp} ms; 0 is less than 16 ms`,
    )
    console.log(
      `from a list to an album: ${ways.pointed} ms after the press where the link was pointed at, else ${ways.unprepared} ms`,
    )
    console.log(
      `medians of ${ROUNDS.load}, of ${ROUNDS.interaction} for interactions, 1.6 Mbit/s, ${NETWORK.latency} ms, processor ${PROCESSOR} times slower (${rounded(rate, 1)} asked for), ${PHONE.width} pixels wide`,
    )
    const promises = [
      ...Object.entries(loads).flatMap(([name, load]) => [
        kept('P7', `LCP of ${name}, throttled`, load['LCP ms']!, { atMost: PROMISED.lcp }, 'ms'),
        kept('P7', `CLS of ${name}`, load.CLS!, { atMost: PROMISED.cls }),
      ]),
      kept(
        'P7',
        'slowest INP',
        Math.max(...Object.values(interactions).map((each) => each['INP ms'])),
        { atMost: PROMISED.inp },
        'ms',
      ),
    ]
    record('page', promises, {
      loads,
      interactions,
      'list to album ms': ways,
      'throttling rate': rounded(rate, 1),
    })
  } finally {
    await browser.close()
    server.stop()
    await dropDatabase(database)
  }
}

const [role, databaseUrl] = process.argv.slice(2)
await (role ? serveDemo(databaseUrl!) : bench())
