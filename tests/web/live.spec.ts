import type { Page } from '@playwright/test'
import { TOO_MANY_SOCKETS } from '../../shared/sockets.ts'
import { faultsOf } from './accessChecks.ts'
import { entriesOf, openFeed, save } from './activityFeed.ts'
import { comments, openThread, review, say } from './comments.ts'
import { expect, journey, test, type Someone } from './plak.ts'

// How a page shows that it is not live, and how it recovers. Long waits use a mocked clock.
test.use({ expectedErrors: [/Failed to load resource|WebSocket/] })

/** In milliseconds; the next automatic attempt is more than seven seconds away at that time. */
const SOONER = 6_000

const sign = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const anySign = (page: Page) => page.getByText(/Reconnecting…|You are offline|Live updates are slow here/)

const tell = ({ call }: Someone, id: number, text: string) =>
  call.comments.add.mutate({ thread: { review: id }, text, submission: crypto.randomUUID() })

/** A proxy before the page: `blocks` closes each WebSocket at its first message, once `held` ends; `deafen` silences the open ones. */
async function behindProxy(page: Page) {
  let deaf = 0
  const proxy = {
    blocks: false,
    held: Promise.resolve(),
    sockets: 0,
    deafen: () => void (deaf = proxy.sockets),
  }
  await page.routeWebSocket('**/trpc', (socket) => {
    const number = ++proxy.sockets
    if (proxy.blocks) return socket.onMessage(() => void proxy.held.then(() => socket.close()))
    const server = socket.connectToServer()
    socket.onMessage((message) => number > deaf && server.send(message))
    server.onMessage((message) => number > deaf && socket.send(message))
  })
  return proxy
}

test('a connection that is back at once is nobody’s concern', async ({ signUp, plak }) => {
  const { author, page } = await openFeed(signUp)
  await save(author, 'Björk', 'Homogenic')
  await expect(entriesOf(page)).toHaveCount(1)
  await page.evaluate(() => {
    const seen: string[] = []
    const look = () =>
      seen.push(...[...document.querySelectorAll('[role=status]')].map((status) => status.textContent))
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { seen })
  })
  await plak.cut()
  await save(author, 'Portishead', 'Dummy')
  await expect(entriesOf(page)).toHaveCount(2)
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen.filter(Boolean))
  expect(seen.filter((text) => !text.includes('logged'))).toEqual([])
})

test('a socket that made room for those of other tabs comes back when its own is looked at', async ({
  signUp,
}) => {
  let sockets = 0
  let end = () => {}
  const { author, page } = await openFeed(async (nickname) => {
    const person = await signUp(nickname)
    await person.page.clock.install()
    await person.page.routeWebSocket('**/trpc', (socket) => {
      sockets++
      socket.connectToServer()
      end = () => void socket.close({ code: TOO_MANY_SOCKETS })
    })
    return person
  })
  await save(author, 'Björk', 'Homogenic')
  await expect(entriesOf(page)).toHaveCount(1)
  const before = sockets
  end()
  await expect(sign(page, 'Reconnecting…')).toBeAttached()
  await page.clock.runFor(60_000)
  expect(sockets).toBe(before)
  await save(author, 'Portishead', 'Dummy')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(entriesOf(page)).toHaveCount(2)
  await expect.poll(() => sockets).toBe(before + 1)
})

test(
  'without a network the page says so; when it is back, all that was missed is there at once',
  journey,
  async ({ signUp, plak }) => {
    const { author, follower, page } = await openFeed(async (nickname) => {
      const person = await signUp(nickname)
      await person.page.clock.install()
      return person
    })
    await save(author, 'Björk', 'Homogenic')
    await expect(entriesOf(page)).toHaveCount(1)
    await follower.context.setOffline(true)
    await plak.cut()
    await expect(sign(page, 'You are offline')).toBeVisible()
    // So long that the next automatic attempt would be a quarter of a minute away.
    for (let minutes = 0; minutes < 8; minutes++) await page.clock.fastForward('01:00')
    await save(author, 'Portishead', 'Dummy')
    await expect(entriesOf(page)).toHaveCount(1)
    await follower.context.setOffline(false)
    await expect(entriesOf(page)).toHaveCount(2, { timeout: SOONER })
    await expect(anySign(page)).toHaveCount(0)
    await expect(sign(page, 'Live again')).toBeAttached()
    await save(author, 'Radiohead', 'Kid A')
    await expect(entriesOf(page)).toHaveText([/Kid A/, /Dummy/, /Homogenic/])
  },
)

test('without a WebSocket the page is refetched now and then, and goes live when one connects', async ({
  signUp,
  page,
}) => {
  const writer = await signUp('writer')
  const id = await review(writer)
  await page.clock.install()
  const proxy = await behindProxy(page)
  proxy.blocks = true
  await openThread(page)
  await expect(sign(page, 'Reconnecting…')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await tell(writer, id, 'By the other way.')
  await page.clock.fastForward('00:10')
  await expect(sign(page, 'Live updates are slow here')).toBeVisible()
  await expect(comments(page)).toHaveText([/By the other way\./])
  await tell(writer, id, 'And again.')
  await page.clock.fastForward('00:25')
  await expect(comments(page)).toHaveCount(2)
  // An attempt is under way, and fails after the tab is shown.
  let release = () => {}
  proxy.held = new Promise<void>((resolve) => (release = resolve))
  const { sockets } = proxy
  await page.clock.fastForward('00:15')
  await expect.poll(() => proxy.sockets).toBeGreaterThan(sockets)
  proxy.blocks = false
  // Showing the tab is enough: it does not wait for the next attempt.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  release()
  await expect(anySign(page)).toHaveCount(0, { timeout: SOONER })
  await tell(writer, id, 'Live.')
  await expect(comments(page)).toHaveText([/By the other way\./, /And again\./, /Live\./])
})

test('a server that is away is not asked for pages: nothing on the page turns into an error', async ({
  signUp,
  page,
}) => {
  const writer = await signUp('writer')
  await tell(writer, await review(writer), 'Stays.')
  await page.clock.install()
  const proxy = await behindProxy(page)
  await openThread(page)
  await expect(comments(page)).toHaveCount(1)
  await page.route('**/readyz', (route) => route.fulfill({ status: 503 }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  proxy.blocks = true
  proxy.deafen()
  await page.clock.fastForward('00:20')
  await page.clock.fastForward('00:04')
  await expect(sign(page, 'Reconnecting…')).toBeVisible()
  await page.clock.fastForward('00:10')
  await expect.poll(() => asked.filter((url) => url.endsWith('/readyz'))).not.toEqual([])
  await expect(sign(page, 'Reconnecting…')).toBeVisible()
  await expect(comments(page)).toHaveCount(1)
  expect(asked.filter((url) => url.includes('/trpc/'))).toEqual([])
})

test('an answer to anything else ends the wait for the next attempt: the server is known to be there', async ({
  signUp,
}) => {
  const writer = await signUp('writer')
  const { page } = writer
  await review(writer)
  await page.clock.install()
  const proxy = await behindProxy(page)
  proxy.blocks = true
  await page.route('**/readyz', (route) => route.fulfill({ status: 503 }))
  await openThread(page)
  await expect(sign(page, 'Reconnecting…')).toBeVisible()
  // Until the next automatic attempt is more than seven seconds away.
  for (let failures = 0; failures < 8; failures++) {
    const before = proxy.sockets
    // The timer can start after the clock was moved, because a socket on a busy machine fails late.
    const nextAttempt = async () => {
      await page.clock.fastForward('00:16')
      return proxy.sockets
    }
    await expect.poll(nextAttempt).toBeGreaterThan(before)
  }
  proxy.blocks = false
  await say(page, 'It is back.')
  await expect(comments(page)).toHaveText([/It is back\./])
  await expect(anySign(page)).toHaveCount(0, { timeout: SOONER })
})

test('a line that died without a word is given up and replaced', async ({ signUp, page }) => {
  const writer = await signUp('writer')
  const id = await review(writer)
  await page.clock.install()
  const proxy = await behindProxy(page)
  await openThread(page)
  await tell(writer, id, 'Heard.')
  await expect(comments(page)).toHaveCount(1)
  proxy.deafen()
  await tell(writer, id, 'Lost on the way.')
  await page.clock.fastForward('00:20')
  await page.clock.fastForward('00:04')
  await expect(comments(page)).toHaveText([/Heard\./, /Lost on the way\./])
  expect(proxy.sockets).toBe(2)
})

test('all that is live on all pages goes over one connection', async ({ signUp }) => {
  const writer = await signUp('writer')
  const { page } = writer
  await review(writer)
  const { id } = await writer.call.lists.create.mutate({
    name: 'Ice',
    description: '',
    albums: [{ artist: 'Radiohead', album: 'Kid A' }],
    submission: crypto.randomUUID(),
  })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  // Nothing on this page is live, except the notifications in the top bar.
  await page.goto('/lists')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => sockets).toHaveLength(1)
  await openThread(page)
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByText('No activity yet.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Kid A' })).toBeVisible()
  // One for each document.
  expect(sockets).toHaveLength(2)
  await page.goto(`/list/${id}`)
  await tell(writer, await review(writer), 'elsewhere')
  await writer.call.comments.add.mutate({
    thread: { list: id },
    text: 'Here.',
    submission: crypto.randomUUID(),
  })
  await expect(comments(page)).toHaveText([/Here\./])
  expect(sockets).toHaveLength(3)
})
