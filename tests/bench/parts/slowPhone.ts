import type { Browser, BrowserContext, Page } from '@playwright/test'
import { median } from './results.ts'

/** A slow phone network: 1.6 Mbit/s, 150 ms there and back. */
export const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** so many times slower than this machine's: Lighthouse's multiplier for a mid-tier phone */
export const PROCESSOR = 4
export const PHONE = { width: 390, height: 844 }

type Shift = { value: number; hadRecentInput: boolean }
type Interaction = { interactionId: number; duration: number }
type Seen = { lcp: number; cls: number; interactions: Record<number, number> }
/** What a person would have noticed of a page until now. */
export const seenOn = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

/** Notes in every page what its person would notice. It runs in the browser, where the names of tsx do not exist. */
function noteWhatIsSeen() {
  const seen: Seen = { lcp: 0, cls: 0, interactions: {} }
  Object.assign(window, { seen })
  const notes: [type: string, note: (entry: never) => void, more?: object][] = [
    ['largest-contentful-paint', ({ startTime }: PerformanceEntry) => (seen.lcp = startTime)],
    ['layout-shift', (shift: Shift) => (seen.cls += shift.hadRecentInput ? 0 : shift.value)],
    [
      'event',
      ({ interactionId: id, duration }: Interaction) => {
        if (id > 0) seen.interactions[id] = Math.max(duration, seen.interactions[id] ?? 0)
      },
      { durationThreshold: 16 },
    ],
  ]
  for (const [type, note, more] of notes) {
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => note(entry as never))).observe({
      type,
      buffered: true,
      ...more,
    })
  }
}

/** How often a page does a piece of work in a tenth of a second. */
const workDone = (page: Page) =>
  page.evaluate(() => {
    const from = Array.from({ length: 10_000 }, (_, index) => index)
    const to = [...from]
    const end = performance.now() + 100
    let done = 0
    while (performance.now() < end) {
      for (let index = 0; index < from.length; index++) to[index] = from[index]! + done
      done++
    }
    return done
  })

/**
 * What to ask Chromium for so that a page's processor is really PROCESSOR times slower. It stops the page again and again, and
 * where that takes time of its own, the page becomes slower than was asked for: 4.6 to 5.6 times for 4 in a sandbox.
 */
export async function throttlingRate(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  const devtools = await page.context().newCDPSession(page)
  const workAt = async (rate: number) => {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    return workDone(page)
  }
  let rate = PROCESSOR
  for (let step = 0; step < 3; step++) {
    const slower: number[] = []
    // In turns, because the machine itself is not always as quick.
    for (let turn = 0; turn < 9; turn++) slower.push((await workAt(1)) / (await workAt(rate)))
    rate *= PROCESSOR / median(slower)
  }
  await page.close()
  return rate
}

export type Visit = { page: Page; context: BrowserContext; traffic: { bytes: number; requests: number } }

/** A browser that was never here, signed in, on a slow phone; `rate` is throttlingRate's. */
export async function visit(
  browser: Browser,
  url: string,
  cookies: Parameters<BrowserContext['addCookies']>[0],
  rate: number,
): Promise<Visit> {
  // What a service worker fetches beforehand is no part of what the page waits for.
  const context = await browser.newContext({
    baseURL: url,
    viewport: PHONE,
    serviceWorkers: 'block',
    locale: 'en-GB',
  })
  await context.addCookies(cookies)
  await context.addInitScript(noteWhatIsSeen)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const traffic = { bytes: 0, requests: 0 }
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength
    traffic.requests++
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  return { page, context, traffic }
}
