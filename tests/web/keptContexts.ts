import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

// A new browser context compiles, decodes and draws everything anew, in a process of its own: three times the processor
// time of a page that has been there before. So a context and its page are emptied after a test and kept for the next one
// that asks for the same options. All that stays is what the browser has loaded and compiled.

/** A context with one page that stays open. */
export type Kept = {
  context: BrowserContext
  page: Page
  /** a test did to it what cannot be taken back */
  isSpoilt: () => boolean
  /** Leaves the product's page: nothing of it runs any more, nothing that a test set up is in force, no text is kept. */
  park: () => Promise<void>
  /** Parks it and forgets the last test’s person: cookies, storage, history. */
  empty: () => Promise<void>
}

/** A file of the product in which nothing runs, at an address that shares the process and the storage of its pages. */
const PARKED = '/manifest.webmanifest'
const MOST_IDLE = 6

/** What changes a context or a page for good, or is dear to take back: these are closed. */
const spoiling = {
  context: [
    'close',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  page: [
    'addLocatorHandler',
    'close',
    'emulateMedia',
    'exposeBinding',
    'exposeFunction',
    'routeWebSocket',
    'setExtraHTTPHeaders',
  ],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
}

/** Everything that a test can listen to. */
const events = {
  context: [
    'close',
    'console',
    'dialog',
    'page',
    'request',
    'requestfailed',
    'requestfinished',
    'response',
    'weberror',
  ],
  page: [
    'close',
    'console',
    'crash',
    'dialog',
    'domcontentloaded',
    'download',
    'filechooser',
    'frameattached',
    'framedetached',
    'framenavigated',
    'load',
    'pageerror',
    'popup',
    'request',
    'requestfailed',
    'requestfinished',
    'response',
    'websocket',
    'worker',
  ],
}

type Methods = Record<string, (...args: unknown[]) => unknown>

/** Calls `before` each time one of these methods is called. */
function notice(target: object, names: string[], before: () => void) {
  const methods = target as Methods
  for (const name of names) {
    const method = methods[name]!.bind(target)
    methods[name] = (...args) => {
      before()
      return method(...args)
    }
  }
}

type Emitter = {
  listeners: (event: string) => ((...args: never[]) => void)[]
  off: (event: string, listener: (...args: never[]) => void) => unknown
}

/** Remembers who listens now; what it gives sends all later listeners away. */
function listeners(target: object, names: string[]) {
  const emitter = target as Emitter
  const first = new Map(names.map((name) => [name, emitter.listeners(name)]))
  return () => {
    for (const [name, known] of first)
      for (const listener of emitter.listeners(name))
        if (!known.includes(listener)) emitter.off(name, listener)
  }
}

/** Collects the init scripts of a page or a context; what it gives removes them. */
function initScripts(target: BrowserContext | Page) {
  const added: { dispose: () => Promise<void> }[] = []
  const add = target.addInitScript.bind(target) as (...args: unknown[]) => Promise<(typeof added)[0]>
  const collecting = async (...args: unknown[]) => {
    const script = await add(...args)
    added.push(script)
    return script
  }
  Object.assign(target, { addInitScript: collecting })
  return () => Promise.all(added.splice(0).map((script) => script.dispose()))
}

/**
 * Opens a context whose page can be used by one test after the other; `baseURL` is the product's address. `script` runs in each of
 * its documents.
 */
export async function openKept(
  browser: Browser,
  options: BrowserContextOptions & { baseURL: string },
  script?: string,
): Promise<Kept> {
  const context = await browser.newContext(options)
  if (script !== undefined) await context.addInitScript(script)
  const page = await context.newPage()
  const attach = context.newCDPSession.bind(context)
  let isSpoilt = false
  const spoil = () => void (isSpoilt = true)
  notice(context, spoiling.context, spoil)
  notice(context.clock, spoiling.clock, spoil)
  notice(page, spoiling.page, spoil)
  page.on('crash', spoil)
  // What else is asked for its storage: the far ends of a sign-in.
  const origins = new Set([new URL(options.baseURL).origin])
  // Many a person of a test needs no browser: where nothing was opened, nothing but cookies has to be taken back.
  let isUsed = false
  page.on('framenavigated', (frame) => {
    isUsed = true
    origins.add(new URL(frame.url()).origin)
  })
  context.on('page', () => (isUsed = true))
  const undo = [initScripts(context), initScripts(page)]
  const silence = [listeners(context, events.context), listeners(page, events.page)]
  const size = page.viewportSize()

  async function park() {
    silence.forEach((leave) => leave())
    const others = context.pages().filter((each) => each !== page)
    others.forEach((other) => other.removeAllListeners())
    await Promise.all([
      ...others.map((other) => other.close()),
      ...[context, page].map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })),
    ])
    await Promise.all(undo.map((remove) => remove()))
    if (!isUsed) return
    await page.goto(PARKED, { waitUntil: 'load' })
    if (size && JSON.stringify(page.viewportSize()) !== JSON.stringify(size)) await page.setViewportSize(size)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  }
  return {
    context,
    page,
    isSpoilt: () => isSpoilt || page.isClosed(),
    park,
    async empty() {
      await park()
      if (isUsed) {
        await page.mouse.move(0, 0)
        // Not while a test runs: beside a session of ours, Chromium takes a network that is cut for one that is there.
        const session = await attach(page)
        await forget(session, origins)
        await session.detach()
      }
      await context.clearCookies()
      isUsed = false
    },
  }
}

async function forget(session: CDPSession, origins: Set<string>) {
  for (const origin of origins)
    if (origin !== 'null') await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.send('Page.resetNavigationHistory')
}

/** The contexts of a worker that wait for their next test. */
export function keptContexts() {
  const idle: { key: string; kept: Kept }[] = []
  return {
    /** Gives an empty context of these options, an old one if there is one. */
    async take(browser: Browser, options: BrowserContextOptions & { baseURL: string }): Promise<Kept> {
      const key = JSON.stringify(options)
      const place = idle.findIndex((each) => each.key === key)
      return place === -1 ? openKept(browser, options) : idle.splice(place, 1)[0]!.kept
    },
    /** Takes it back, or closes it where it is not what it was. */
    async giveBack(kept: Kept, options: BrowserContextOptions): Promise<void> {
      const isEmpty =
        !kept.isSpoilt() &&
        (await kept.empty().then(
          () => true,
          () => false,
        ))
      if (!isEmpty) return kept.context.close()
      idle.push({ key: JSON.stringify(options), kept })
      if (idle.length > MOST_IDLE) await idle.shift()!.kept.context.close()
    },
    async close() {
      await Promise.all(idle.splice(0).map(({ kept }) => kept.context.close()))
    },
  }
}
