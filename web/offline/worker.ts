// The service worker: web/build/offlineWorker.ts makes it a single script at the root of the site. It
// caches the product's own files and catalogue pictures, never responses with personal data (see kept.ts for those).

import { sendWaiting } from './sending.ts'
import { waitingStore } from './waitingStore.ts'

/** Inserted into the built file by web/build/offlineWorker.ts. */
declare const BUILD: {
  version: string
  files: readonly string[]
  /** first path segments that do not belong to pages */
  endpoints: readonly string[]
  /** path of a page that is the same for every visitor, fetched without a session */
  shell: string
  /** text of a push message that cannot be read; the worker does not know the user's language */
  unreadable: string
}

declare const self: ServiceWorkerGlobalScope
declare global {
  /** Network Information API, which TypeScript's library lacks. */
  interface WorkerNavigator {
    connection?: { saveData?: boolean }
  }
  /** Background Sync, which TypeScript's library lacks, too. */
  interface ServiceWorkerGlobalScopeEventMap {
    sync: ExtendableEvent & { tag: string }
  }
}

const BUILDS = 'plak-build-'
const OWN = BUILDS + BUILD.version
const PICTURES = 'plak-pictures'
const MAX_PICTURES = 300
/** Time to wait for a page to begin, and again for its end, in ms, before its cached copy is shown. */
const PATIENCE = 4_000

/** Tag of the sync, and name of the lock and the channel (queue.ts). */
const WAITING = 'plak-waiting'

/** Cache key of the page without a viewer; not the address of a page. */
const SHELL = '/assets/shell'
/** Matches the picture sizes in the music service's URLs; see shared/pictures.ts. */
const picture = /\/(64s|174s|300x300)\/[^/]+$/

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification))
})
self.addEventListener('sync', (event) => {
  if (event.tag === WAITING) event.waitUntil(sendInBackground())
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET') return
  if (origin !== location.origin) {
    if (request.destination === 'image' && picture.test(pathname)) event.respondWith(pictureOf(event))
  } else if (request.mode === 'navigate') {
    if (!BUILD.endpoints.includes(pathname.split('/')[1]!)) event.respondWith(page(request))
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(asset(event))
  }
})

/** Caches the page and files of one build completely, or fails. */
async function install() {
  const cache = await caches.open(OWN)
  await cache.put(SHELL, await readShell())
  if (!self.navigator.connection?.saveData) await cache.addAll([...BUILD.files])
  await self.skipWaiting()
}

async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith(BUILDS) && name !== OWN)
  // The previous build is kept for tabs that still run it.
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** Fetches the page without a session, so that it contains no personal data, and marks it as a cached copy. */
async function readShell(): Promise<Response> {
  const answer = await fetch(BUILD.shell, { credentials: 'omit', cache: 'no-store' })
  if (!answer.ok) throw new Error(`The page cannot be kept: ${answer.status}`)
  const text = await answer.text()
  // During a deployment another build can respond; the next visit tries again.
  const isOther = text.match(/\/assets\/[^"]+\.js/g)?.some((file) => !BUILD.files.includes(file))
  if (isOther) throw new Error('The page is of another build')
  const html = text.replace('</head>', '<meta name="plak-kept" content="1" /></head>')
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(html, { headers })
}

async function page(request: Request): Promise<Response> {
  const controller = new AbortController()
  const limit = () => setTimeout(() => controller.abort(), PATIENCE)
  let timer = limit()
  try {
    const answer = await fetch(request, { signal: controller.signal })
    clearTimeout(timer)
    timer = limit()
    // Reads it whole first: Chromium never loads the scripts of a page whose connection ends half-way.
    await answer.clone().arrayBuffer()
    return [502, 503, 504].includes(answer.status) ? ((await keptShell()) ?? answer) : answer
  } catch (error) {
    const shell = await keptShell()
    if (shell) return shell
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const keptShell = () => caches.match(SHELL, { cacheName: OWN })

/** File names contain a content hash, so a cached copy never becomes stale. */
async function asset(event: FetchEvent): Promise<Response> {
  const cachedResponse = await caches.match(event.request, { ignoreVary: true })
  if (cachedResponse) return cachedResponse
  const answer = await fetch(event.request)
  if (answer.ok) event.waitUntil(keep(OWN, event.request.url, answer.clone()))
  return answer
}

/** Uses CORS: browsers count an opaque response as several megabytes. Without CORS, the picture is shown but not cached. */
async function pictureOf(event: FetchEvent): Promise<Response> {
  const { url, referrerPolicy } = event.request
  const cachedResponse = await caches.match(url, { cacheName: PICTURES, ignoreVary: true })
  if (cachedResponse) return cachedResponse
  const answer = await fetch(url, { mode: 'cors', credentials: 'omit', referrerPolicy }).catch(() => null)
  if (!answer) return fetch(event.request)
  if (answer.ok) event.waitUntil(keep(PICTURES, url, answer.clone()).then(boundPictures))
  return answer
}

async function keep(name: string, url: string, answer: Response) {
  // A full device refuses to store; the response is returned anyway.
  await caches
    .open(name)
    .then((cache) => cache.put(url, answer))
    .catch(() => undefined)
}

async function boundPictures() {
  const cache = await caches.open(PICTURES)
  const oldest = (await cache.keys()).slice(0, -MAX_PICTURES)
  await Promise.all(oldest.map((request) => cache.delete(request)))
}

/** Browsers end subscriptions that show nothing. */
const unreadable = { title: 'Plak', body: BUILD.unreadable }

type Shown = {
  title: string
  body: string
  navigate?: string
  lang?: string
  tag?: string
  app_badge?: string
}

function readMessage(data: PushMessageData | null): Shown {
  try {
    if (!data) return unreadable
    const { notification } = data.json() as { notification?: Partial<Shown> }
    return typeof notification?.title === 'string' && typeof notification.body === 'string'
      ? (notification as Shown)
      : unreadable
  } catch {
    return unreadable
  }
}

/** Shows exactly one notification, whatever the message contains. */
async function show(data: PushMessageData | null) {
  const { title, body, lang, tag, navigate, app_badge: badge } = readMessage(data)
  const options = { body, data: navigate, icon: '/icon-192.png', ...(lang && { lang }), ...(tag && { tag }) }
  // A wrong language, for example, makes the browser refuse the options.
  await self.registration
    .showNotification(title, options)
    .catch(() => self.registration.showNotification(unreadable.title, { body: unreadable.body }))
  if (badge !== undefined) await self.navigator.setAppBadge?.(Number(badge) || 0).catch(() => undefined)
}

/** Opens the notification's page in an open tab or in a new one; never a page of another site. */
async function open({ data }: Notification) {
  const url = typeof data === 'string' && URL.canParse(data) ? new URL(data) : null
  const target = url?.origin === location.origin ? url.href : new URL('/notifications', location.origin).href
  const [tab] = await self.clients.matchAll({ type: 'window' })
  if (!tab) return void (await self.clients.openWindow(target))
  // The focus first: browsers allow it only directly after the click, and the page can ask before it is left.
  const focused = await tab.focus().catch(() => tab)
  await focused.navigate(target).catch(() => self.clients.openWindow(target))
}

/** Rejects while the server is unreachable or busy: the browser then tries again. */
async function sendInBackground() {
  const needs = { store: waitingStore, fetch: fetch.bind(self), origin: '', now: Date.now }
  const { kind } = await self.navigator.locks.request(WAITING, () => sendWaiting(needs))
  const channel = new BroadcastChannel(WAITING)
  channel.postMessage(null)
  channel.close()
  if (kind === 'unreachable' || kind === 'later') throw new Error('Not everything could be sent')
}
