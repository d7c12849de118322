import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { databasePrefix } from '../support/database.ts'
import { freePort } from '../support/freePort.ts'
import { testDatabaseUrl } from '../support/testServer.ts'
import { makeLine, type Line } from './line.ts'
import { albumPath, kidA, logAlbum, mine, onLine, open, test as base, waiting } from './offlineQueue.ts'
import { expect } from './plak.ts'

// A screen of a phone without a connection, whose server is a process of its own that is killed while it is sent to.

type Server = { line: Line; start: () => Promise<void>; kill: () => Promise<void> }

const test = base.extend<{ server: Server }>({
  server: async ({ plak }, use, { parallelIndex }) => {
    const store = await mkdtemp(join(tmpdir(), 'plak-killed-store-'))
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      // The database of this worker's product, in which the tests create their accounts.
      DATABASE_URL: testDatabaseUrl(`${databasePrefix(process.pid)}web${parallelIndex}`),
      REDIS_URL: process.env.TEST_REDIS_URL,
      APP_SECRET: 'a secret of the tests, long enough to be one',
      LASTFM_API_KEY: 'tests',
      LASTFM_BASE: `${plak.demo}/lastfm/2.0/`,
      LOG_LEVEL: 'warn',
      LIMITS_FACTOR: '0',
      PLAK_STORE_FOLDER: store,
    }
    let kill = async () => {}
    const start = async () => {
      const child = spawn(process.execPath, ['dist/server/main.js'], {
        cwd: join(import.meta.dirname, '../..'),
        env,
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      const ended = once(child, 'exit')
      kill = async () => {
        child.kill('SIGKILL')
        await ended
      }
      const status = () =>
        fetch(`${url}/readyz`).then(
          (answer) => answer.status,
          () => 0,
        )
      await expect.poll(status, { timeout: 90_000 }).toBe(200)
    }
    const line = await makeLine({ url })
    await use({ line, start, kill: () => kill() })
    line.close()
    await kill()
    await rm(store, { recursive: true, force: true })
  },
})
test.use({ ...onLine, viewport: { width: 390, height: 844 } })

const comments = (page: Page) => page.getByRole('list', { name: 'Comments' }).getByRole('listitem')

test('a listening, a heart and a comment of a phone arrive once, though the server is killed while they are sent', async ({
  signUp,
  server,
}) => {
  const { line } = server
  const person = await signUp('commuter')
  const { page, context, call } = person
  const { id } = await call.lists.create.mutate({
    name: 'Rainy days',
    albums: [{ artist: 'Portishead', album: 'Dummy' }],
    submission: crypto.randomUUID(),
  })
  await server.start()
  const comment = page.getByRole('textbox', { name: 'Comment', exact: true })
  await open(page, line, `/list/${id}`, comment)
  const card = page.getByRole('group', { name: 'Kid A by Radiohead', exact: true }).first()
  await open(page, line, '/albums', card.getByRole('button', { name: 'Add to favorites' }))
  await open(page, line)
  await server.kill()

  await page.reload()
  await logAlbum(page, { review: 'Written in a tunnel.' })
  await expect(waiting(page, 1)).toBeVisible()
  await page.goto(`${line.url}/albums`)
  await card.getByRole('button', { name: 'Add to favorites' }).focus()
  await page.keyboard.press('Enter')
  await expect(waiting(page, 2)).toBeVisible()
  await page.goto(`${line.url}/list/${id}`)
  await comment.fill('Lovely.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(comments(page)).toContainText('Waiting to be sent')
  await page.close()
  const next = await context.newPage()
  await next.goto(line.url + albumPath)
  await expect(waiting(next, 3)).toBeVisible()

  // The server stores the heart and dies before its answer arrives.
  let isKilled = () => {}
  const killed = new Promise<void>((resolve) => (isKilled = resolve))
  await context.route('**/trpc/favorites.set', async (route) => {
    await route.fetch()
    await server.kill()
    await route.abort()
    isKilled()
  })
  await server.start()
  await killed
  await context.unroute('**/trpc/favorites.set')
  await expect(waiting(next, 2)).toBeVisible()
  await server.start()

  await expect(waiting(next, 2)).toHaveCount(0)
  await expect(next.getByRole('button', { name: /^Waiting to be sent/ })).toHaveCount(0)
  expect(await mine(person, kidA)).toMatchObject({
    listens: 1,
    favorite: true,
    log: { review: 'Written in a tunnel.' },
  })
  const { items } = await call.comments.list.query({ thread: { list: id } })
  expect(items.map(({ text }) => text)).toEqual(['Lovely.'])
})
