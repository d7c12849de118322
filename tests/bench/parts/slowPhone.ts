import type { Browser, BrowserContext, Page } from '@playwright/test'
import { median } from './results.ts'

/** A slow phone network: 1.6 Mbit/s, 150 ms round trip. */
export const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** factor by which the processor is slower than this machine's: Lighthouse's multiplier for a mid-tier phone */
export const PROCESSOR = 4
export const PHONE = { width: 390, height: 844 }

type Shift = { value: number; hadRecentInput: boolean }
type Interaction = { interactionId: number; duration: number }
type Seen = { lcp: number; cls: number; interactions: Record<number, number> }
/** Returns what a user has noticed of a page so far. */
export const seenOn = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

/** Records in every page what its user notices. Runs in the browser, where the helpers of tsx do not exist. */
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

/** Returns how often a page can do a piece of work in a tenth of a second. */
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
 * Finds the rate for Chromium with which a page's processor is really PROCESSOR times slower. Chromium pauses the page
 * repeatedly, and if that itself takes time, the page is slower than requested: 4.6 to 5.6 times instead of 4 in a sandbox.
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
    // Takes turns, because the machine's own speed varies.
    for (let turn = 0; turn < 9; turn++) slower.push((await workAt(1)) / (await workAt(rate)))
    rate *= PROCESSOR / median(slower)
  }
  await page.close()
  return rate
}

export type Visit = { page: Page; context: BrowserContext; traffic: { bytes: number; requests: number } }

/** Opens a new, signed-in browser context on a slow phone; `rate` is from throttlingRate. */
export async function visit(
  browser: Browser,
  url: string,
  cookies: Parameters<BrowserContext['addCookies']>[0],
  rate: number,
): Promise<Visit> {
  // Files that a service worker prefetches do not delay the page.
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
