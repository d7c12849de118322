// The service worker: a script of its own without imports, which plugin.ts puts at the root of the site. It keeps the
// product's own files and pictures of the catalogue, never what the server says to a person: that is kept.ts.

/** Written into the built file by plugin.ts. */
declare const BUILD: {
  version: string
  files: readonly string[]
  /** the first segments of paths that are no pages */
  endpoints: readonly string[]
  /** the path of a page that is the same for everybody, as a visitor gets it */
  shell: string
}

declare const self: ServiceWorkerGlobalScope
declare global {
  /** Network Information API, which TypeScript's library lacks. */
  interface WorkerNavigator {
    connection?: { saveData?: boolean }
  }
}

const BUILDS = 'plak-build-'
const OWN = BUILDS + BUILD.version
const PICTURES = 'plak-pictures'
const MAX_PICTURES = 300
/** After waiting so long for a page, the kept one is shown. */
const PATIENCE = 4_000

/** Under this address lies the page without a person; it is no address of a page. */
const SHELL = '/assets/shell'
/** How the music service names the sizes of its pictures; see shared/pictures.ts. */
const picture = /\/(64s|174s|300x300)\/[^/]+$/

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
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

/** Page and files of one build come together, or not at all. */
async function install() {
  const cache = await caches.open(OWN)
  await cache.put(SHELL, await readShell())
  if (!self.navigator.connection?.saveData) await cache.addAll([...BUILD.files])
  await self.skipWaiting()
}

async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith(BUILDS) && name !== OWN)
  // The build before stays for the tabs that are open on it.
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** The page as a visitor gets it, marked as kept: it must not contain a person's data. */
async function readShell(): Promise<Response> {
  const answer = await fetch(BUILD.shell, { credentials: 'omit', cache: 'no-store' })
  if (!answer.ok) throw new Error(`The page cannot be kept: ${answer.status}`)
  const said = await answer.text()
  // In the middle of a deployment another build may answer; the next visit tries again.
  const isOther = said.match(/\/assets\/[^"]+\.js/g)?.some((file) => !BUILD.files.includes(file))
  if (isOther) throw new Error('The page is of another build')
  const html = said.replace('</head>', '<meta name="plak-kept" content="1" /></head>')
  const headers = new Headers(answer.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(html, { headers })
}

/** From the server; where it cannot be reached, or its database cannot, the kept page, which says so itself. */
async function page(request: Request): Promise<Response> {
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), PATIENCE)
  try {
    const answer = await fetch(request, { signal: waiting.signal })
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

/** Its name holds the hash of its content: a kept copy never becomes stale. */
async function asset(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok) event.waitUntil(keep(OWN, event.request.url, answer.clone()))
  return answer
}

/**
 * Asked for in the open, because a browser counts each picture of which it may not know the size as megabytes; one that is
 * not given in the open is shown and not kept.
 */
async function pictureOf(event: FetchEvent): Promise<Response> {
  const { url, referrerPolicy } = event.request
  const kept = await caches.match(url, { cacheName: PICTURES, ignoreVary: true })
  if (kept) return kept
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
