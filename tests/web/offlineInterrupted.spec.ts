import type { BrowserContext, Page } from '@playwright/test'
import { makeRandom } from '../torture/random.ts'
import { makeLine, type Line } from './line.ts'
import { expect, test as base } from './plak.ts'

// Random interruptions of a real browser: 12 rounds, each with two comments and three interruptions. The queue's own logic is
// interrupted a thousand times by tests/offline/interrupted.torture.test.ts.
const ROUNDS = 12
const seed = Number(process.env.TORTURE_SEED ?? Math.floor(Math.random() * 1e9))

const test = base.extend<{ line: Line }>({
  line: async ({ plak }, use) => {
    const line = await makeLine(plak)
    await use(line)
    line.close()
  },
})
test.use({ serviceWorkers: 'allow', expectedErrors: [/./] })

type Scene = { page: Page; context: BrowserContext; line: Line; address: string; wait: () => Promise<void> }

const interruptions: ((scene: Scene) => Promise<void>)[] = [
  // The page is loaded again while it sends.
  async ({ page, line, wait }) => {
    line.state = 'open'
    await wait()
    await page.reload({ waitUntil: 'commit' })
    line.state = 'cut'
    // Until then Chromium can refuse to load it once more: 'Not attached to an active page'.
    await page.waitForLoadState('domcontentloaded')
  },
  // The connection is back for a moment only.
  async ({ line, wait }) => {
    line.state = 'open'
    await wait()
    line.state = 'cut'
  },
  // The answer of what has arrived is lost.
  async ({ page, line, wait }) => {
    await page.route('**/trpc/comments.add', async (route) => {
      await route.fetch().catch(() => undefined)
      await route.abort().catch(() => undefined)
    })
    line.state = 'open'
    await wait()
    await page.unroute('**/trpc/comments.add')
    line.state = 'cut'
  },
  // Another tab is opened, sends, and is closed.
  async ({ context, line, address, wait }) => {
    line.state = 'open'
    const other = await context.newPage()
    await other.goto(address, { waitUntil: 'commit' }).catch(() => undefined)
    await wait()
    await other.close()
    line.state = 'cut'
  },
]

test('nothing is lost and nothing is doubled, whatever interrupts the browser', async ({ signUp, line }) => {
  test.setTimeout(300_000)
  const random = makeRandom(seed)
  const { page, context, call } = await signUp('wanderer')
  const submission = crypto.randomUUID()
  const albums = [{ artist: 'Portishead', album: 'Dummy' }]
  const { id } = await call.lists.create.mutate({ name: 'Rainy days', albums, submission })
  const address = `${line.url}/list/${id}`
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, random.below(1_200)))
  const box = page.getByRole('textbox', { name: 'Comment', exact: true })
  const waitingButton = page.getByRole('button', { name: /^Waiting to be sent/ })
  await page.goto(address)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('plak-account'))).not.toBeNull()

  const written: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // A copy that was made while the connection was interrupted can lack the comments.
    line.state = 'open'
    await page.reload()
    await expect(box).toBeVisible()
    line.state = 'cut'
    for (let count = 0; count < 2; count += 1) {
      const text = `Comment ${written.length + 1}`
      await box.fill(text)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(
        page.getByRole('list', { name: 'Comments' }).getByText(text, { exact: true }),
      ).toBeVisible()
      await expect(box).toHaveValue('')
      written.push(text)
    }
    for (let count = 0; count < 3; count += 1)
      await random.pick(interruptions)({ page, context, line, address, wait })
  }
  line.state = 'open'
  await page.reload()
  await expect(waitingButton).toHaveCount(0)
  await expect
    .poll(
      async () =>
        (await call.comments.list.query({ thread: { list: id }, limit: 100 })).items
          .toSorted((one, other) => one.id - other.id)
          .map(({ text }) => text),
      `seed ${seed}`,
    )
    .toEqual(written)
})
