import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '../../demo/seed.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Promise P14: bytes of HTML before compression. */
const MOST = 60 * 1024

let server: TestServer
let harness: Harness
let list: number

beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
  await seed(server.deps.db, { picturesBase: server.demo.origin })
  list = (await server.deps.db.list.findFirstOrThrow({ where: { name: 'Fog' } })).id
  const { client } = harness.visitor()
  await client.catalog.popular.query({ page: 1 })
  await client.catalog.album.query({ artist: 'Portishead', album: 'Dummy' })
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

/** A text that each page shows of its last query. */
const shown: Record<string, string> = {
  '/': 'Arctic Monkeys',
  '/album/Portishead/Dummy': 'Glory Box',
  '/list/:id': 'Untrue',
  '/lists': 'Fog',
  '/profile/june': 'june',
}

test.each(Object.entries(shown))('%s is at most 60 KB for a visitor', async (path, text) => {
  let html = ''
  // On a busy machine late data is left to the browser.
  const isWhole = async () => {
    html = await (await fetch(server.url + path.replace(':id', String(list)))).text()
    return html.slice(html.indexOf('<main')).includes(text)
  }
  await expect.poll(isWhole).toBe(true)
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(MOST)
})
