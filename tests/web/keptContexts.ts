import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

// Reuses browser contexts. A new context compiles, decodes and renders everything again in a process of its own, which needs
// three times the processor time of a page that was opened before. So a context and its page are emptied after a test, and kept
// for the next one with the same options. Only what the browser has loaded and compiled stays.

/** A context with one page that stays open. */
export type Kept = {
  context: BrowserContext
  page: Page
  /** true if a test has changed it irreversibly */
  isSpoilt: () => boolean
  /** Leaves the product's page: none of its scripts run any more, a test's set-up no longer applies, and no text is kept. */
  park: () => Promise<void>
  /** Parks it and deletes the last test's cookies, storage and history. */
  empty: () => Promise<void>
}

/**
 * A file of the product without scripts, on the same origin, so that the process and the storage are the same as of its pages.
 */
const PARKED = '/manifest.webmanifest'
const MOST_IDLE = 6

/** Methods that change a context or a page permanently, or are expensive to undo: such contexts are closed. */
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

/** All events that a test can listen to. */
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

/** Records the current listeners; returns a function that removes all later ones. */
function listeners(target: object, names: string[]) {
  const emitter = target as Emitter
  const first = new Map(names.map((name) => [name, emitter.listeners(name)]))
  return () => {
    for (const [name, known] of first)
      for (const listener of emitter.listeners(name))
        if (!known.includes(listener)) emitter.off(name, listener)
  }
}

/** Collects the init scripts of a page or a context; returns a function that removes them. */
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
 * Opens a context whose page can be used by several tests in turn;
 * `baseURL` is the product's URL. `script` runs in each of its documents.
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
  // Other origins whose storage is cleared: those of a sign-in.
  const origins = new Set([new URL(options.baseURL).origin])
  // Many users in tests need no browser: if nothing was opened, only cookies must be deleted.
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
        // Not during a test: with an additional session, Chromium ignores that a network is disconnected.
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

/** The idle contexts of a worker. */
export function keptContexts() {
  const idle: { key: string; kept: Kept }[] = []
  return {
    /** Returns an empty context with these options, reused if possible. */
    async take(browser: Browser, options: BrowserContextOptions & { baseURL: string }): Promise<Kept> {
      const key = JSON.stringify(options)
      const place = idle.findIndex((each) => each.key === key)
      return place === -1 ? openKept(browser, options) : idle.splice(place, 1)[0]!.kept
    },
    /** Returns a context to the pool, or closes it if it cannot be restored. */
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
