import { launch, type Browser as Puppet, type BrowserContext, type KeyInput, type Page } from 'puppeteer-core'
import type { Browser, Point, Scheme, Window } from './browser.ts'

// Drives Chromium and Firefox by Puppeteer, with the DevTools protocol for one and WebDriver BiDi for the other. (Playwright
// only drives a Firefox of its own, or one newer than Debian's.)

/** Firefox's message when a page is left while its WebSocket is being opened. */
const leftEarly = /at ws:.*\/trpc\.$|to ws:.* was interrupted while the page was loading/
const STEP_WITHIN = 60_000
const noServer = /net::ERR_|NS_ERROR_|Navigation .*(failed|aborted)/

export async function startPuppet(name: 'Chromium' | 'Firefox', executablePath: string): Promise<Browser> {
  const isFirefox = name === 'Firefox'
  const running = new Map<string, Promise<Puppet>>()
  const contexts: BrowserContext[] = []

  /** Starts a browser. Firefox only has a colour scheme and private windows per browser. */
  const start = (scheme: Scheme, isPrivate: boolean) =>
    launch({
      browser: isFirefox ? 'firefox' : 'chrome',
      executablePath,
      headless: true,
      protocolTimeout: STEP_WITHIN,
      env: { ...process.env, TZ: 'Europe/Istanbul' },
      args: isFirefox ? [] : ['--no-sandbox', '--disable-gpu', '--lang=en-GB'],
      extraPrefsFirefox: {
        'intl.accept_languages': 'en-GB',
        'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
        'browser.privatebrowsing.autostart': isPrivate,
        'ui.prefersReducedMotion': 1,
      },
    })

  async function browserFor(scheme: Scheme, isPrivate: boolean) {
    const key = isFirefox ? `${scheme} ${isPrivate}` : 'any'
    const browser = running.get(key) ?? start(scheme, isPrivate)
    running.set(key, browser)
    return await browser
  }

  return {
    async open({ scheme = 'light', isPrivate = false } = {}) {
      const browser = await browserFor(scheme, isPrivate)
      // A context of Firefox is a container, which a private window does not have.
      const context =
        isPrivate && isFirefox ? browser.defaultBrowserContext() : await browser.createBrowserContext()
      if (context !== browser.defaultBrowserContext()) contexts.push(context)
      // A tab in the background is not painted; a separate window is.
      const page = await context.newPage({ type: 'window' })
      if (!isFirefox)
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: scheme },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ])
      return windowOf(page, isFirefox)
    },
    clear: async () => void (await Promise.all(contexts.splice(0).map((context) => context.close()))),
    close: async () =>
      void (await Promise.all([...running.values()].map(async (one) => (await one).close()))),
  }
}

/** The active window of Firefox: only the front window handles a key that presses a button. */
let front: Page | null = null

function windowOf(page: Page, isFirefox: boolean): Window {
  const comeForward = async () => {
    if (!isFirefox || front === page) return
    front = page
    await page.bringToFront()
  }

  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    if (!isFirefox || !leftEarly.test(text)) errors.push(text)
  })

  const load = async (loading: Promise<unknown>) => {
    await loading.catch((error: Error) => {
      if (!noServer.test(error.message)) throw error
    })
  }

  return {
    goto: (url) => load(page.goto(url, { timeout: STEP_WITHIN })),
    reload: () => load(page.reload({ timeout: STEP_WITHIN })),
    evaluate: (script, ...args) => page.evaluate(script as never, ...args) as never,
    async press(keys) {
      await comeForward()
      for (const key of keys) await page.keyboard.down(key as KeyInput)
      for (const key of keys.toReversed()) await page.keyboard.up(key as KeyInput)
    },
    async type(text) {
      await comeForward()
      await page.keyboard.type(text)
    },
    async drag([first, ...others]) {
      await comeForward()
      const move = ({ x, y }: Point) => page.mouse.move(x, y)
      await move(first)
      await page.mouse.down()
      for (const point of others) await move(point)
      await page.mouse.up()
    },
    resize: (width, height) => page.setViewport({ width, height }),
    signIn: (url, cookie) =>
      page.browserContext().setCookie({
        ...cookie,
        domain: new URL(url).hostname,
        path: '/',
        httpOnly: true,
        secure: false,
        sameSite: 'Lax',
      }),
    screenshot: () => page.screenshot({ encoding: 'base64' }),
    addAuthenticator: isFirefox ? null : () => addAuthenticator(page),
    errors: async () => errors,
  }
}

async function addAuthenticator(page: Page) {
  const device = await page.createCDPSession()
  await device.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const
  await device.send('WebAuthn.addVirtualAuthenticator', { options })
}
