import type { CDPSession, Page, Worker } from '@playwright/test'
import { expect } from './plak.ts'

type Shown = { title: string; body: string; lang: string; tag: string; data: unknown }

/** Parts of the worker's global scope that the library of pages lacks. */
type Scope = {
  registration: ServiceWorkerRegistration
  dispatchEvent: (event: Event) => boolean
  WindowClient: { prototype: { navigate: (url: string) => Promise<unknown> } }
  Clients: { prototype: object }
  WorkerNavigator: { prototype: object }
  /** what the worker has done since the last click, in its order */
  acts: string[]
}

/** The service worker of a page: hands messages to it, and tells what it has shown and opened. */
export async function deviceOf(page: Page) {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  const { origin } = new URL(page.url())
  const worker = page.context().serviceWorkers()[0]!
  const { hasList } = await prepare(worker)
  const session = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(session)
  return {
    /** hands a message to the worker, as the browser does after it has decrypted one */
    deliver: (data: string) =>
      session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
    shown: (): Promise<Shown[]> =>
      worker.evaluate(async () => {
        const notifications = await (self as unknown as Scope).registration.getNotifications()
        return notifications.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, data }))
      }),
    /** lets this document remove what the worker shows */
    lend: () => lendToPage(page, worker, hasList),
    /** what the worker has done since the last click, and what the page has done to the badge */
    acts: (): Promise<string[]> => worker.evaluate(() => (self as unknown as Scope).acts),
    /** clicks on the only notification; returns what the worker has done since the last click, in its order */
    click: (): Promise<string[]> =>
      worker.evaluate(async () => {
        const scope = self as unknown as Scope
        const [notification] = await scope.registration.getNotifications()
        // Browsers keep the worker alive only for events of their own.
        const work: Promise<unknown>[] = []
        const waitUntil = (promise: Promise<unknown>) => work.push(promise)
        scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
        await Promise.all(work)
        return scope.acts.splice(0)
      }),
  }
}

async function registrationOf(session: CDPSession): Promise<string> {
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return await registered
}

/**
 * Records what the worker opens: browsers allow `focus` and `openWindow` only after a person's click. The headless shell cannot
 * show notifications at all, so there they are kept in a list, with the rules of the real one.
 */
const prepare = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = self as unknown as Scope
    scope.acts = []
    const { navigate } = scope.WindowClient.prototype
    Object.assign(scope.WindowClient.prototype, {
      async focus() {
        scope.acts.push('focus')
        return this
      },
      async navigate(url: string) {
        scope.acts.push(`navigate ${url}`)
        // The answer comes when the page has loaded, if at all: the test looks at the page itself.
        return await Promise.race([
          navigate.call(this, url),
          new Promise((resolve) => setTimeout(resolve, 5_000)),
        ])
      },
    })
    Object.assign(scope.Clients.prototype, {
      openWindow: async (url: string) => void scope.acts.push(`open ${url}`),
    })
    // It ends the process of the headless shell.
    Object.assign(scope.WorkerNavigator.prototype, {
      setAppBadge: async (count: number) => void scope.acts.push(`badge ${count}`),
    })
    await scope.registration.showNotification('Can it?').catch(() => undefined)
    const [probe] = await scope.registration.getNotifications()
    probe?.close()
    if (probe) return { hasList: false }
    let list: Shown[] = []
    Object.assign(ServiceWorkerRegistration.prototype, {
      async showNotification(title: string, options: NotificationOptions = {}) {
        const { body = '', lang = '', tag = '', data = null } = options
        const close = () => void (list = list.filter((each) => each !== notification))
        const notification = { title, body, lang, tag, data, close }
        list = [...list.filter((each) => tag === '' || each.tag !== tag), notification]
      },
      getNotifications: async () => list,
    })
    return { hasList: true }
  })

/**
 * Records when the page clears the badge, which ends the process of the headless shell, too. There, the page closes the
 * notifications in the worker's list, and has the permission: the shell calls it denied, even if it was granted.
 */
async function lendToPage(page: Page, worker: Worker, hasList: boolean): Promise<void> {
  await page.exposeFunction('clearBadge', () =>
    worker.evaluate(() => void (self as unknown as Scope).acts.push('no badge')),
  )
  await page.exposeFunction('closeAll', () =>
    worker.evaluate(async () => {
      const notifications = await (self as unknown as Scope).registration.getNotifications()
      for (const notification of notifications) notification.close()
    }),
  )
  await page.evaluate((isList) => {
    const { clearBadge, closeAll } = window as unknown as Record<string, () => Promise<void>>
    Object.assign(Navigator.prototype, { clearAppBadge: clearBadge })
    if (!isList) return
    Object.defineProperty(Notification, 'permission', { value: 'granted' })
    Object.assign(ServiceWorkerRegistration.prototype, {
      getNotifications: async () => [{ close: () => void closeAll!() }],
    })
  }, hasList)
}
