import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { texts } from '../../shared/texts.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let harness: Harness
let clock = 0
const homogenic = { artist: 'Björk', album: 'Homogenic' }

beforeAll(async () => {
  server = await startServer({ now: () => new Date(clock) })
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  // Later than any cache entry expires: each test begins with a cold cache.
  clock = Math.max(clock, Date.now()) + 9 * 24 * 60 * 60_000
  server.demo.behave()
  await server.reset()
})

/** Sends a GET request like the web; `input` is the query parameter. */
async function get(input: unknown, headers: Record<string, string> = {}, path = 'catalog.album') {
  const response = await fetch(
    `${server.url}/trpc/${path}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`,
    { headers },
  )
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('an album that this process knows', () => {
  test('is answered to the letter as the procedure answers', async () => {
    const [cold, warm, again] = [
      await get({ 0: homogenic }),
      await get({ 0: homogenic }),
      await get({ 0: homogenic }),
    ]
    expect([warm.status, warm.text, again.text]).toEqual([200, cold.text, cold.text])
    expect(warm.headers.get('content-type')).toMatch(/^application\/json/)
    for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy']) {
      expect(warm.headers.get(name)).toBe(cold.headers.get(name))
    }
    expect(await harness.visitor().client.catalog.album.query(homogenic)).toEqual(
      JSON.parse(cold.text)[0].result.data,
    )
  })

  test('is another answer as soon as the cache has a newer one', async () => {
    await get({ 0: homogenic })
    const before = await get({ 0: homogenic })
    clock += 25 * 60 * 60_000
    const album = { artist: 'Björk', name: 'Homogenic', listeners: '42', playcount: '43' }
    server.demo.misbehave({ fault: 'body', body: { album } })
    expect((await get({ 0: homogenic })).text).toBe(before.text)
    await expect.poll(async () => (await get({ 0: homogenic })).text).toContain('"listeners":42')
  })

  test('in another spelling, in a batch with others, or as a stream goes the usual way', async () => {
    const { text } = await get({ 0: homogenic })
    await get({ 0: homogenic })
    expect((await get({ 0: { artist: 'bjork', album: 'homogenic' } })).text).toBe(text)
    const both = await get({ 0: homogenic, 1: { page: 1 } }, {}, 'catalog.album,catalog.popular')
    expect(JSON.parse(both.text)).toHaveLength(2)
    const stream = await get({ 0: homogenic }, { 'trpc-accept': 'application/jsonl' })
    expect([stream.status, stream.text]).not.toEqual([200, text])
    const body = JSON.stringify({ 0: homogenic })
    const headers = { 'content-type': 'application/json' }
    const post = await fetch(`${server.url}/trpc/catalog.album?batch=1`, { method: 'POST', body, headers })
    expect(await post.text()).toBe(text)
  })

  test.each([
    null,
    7,
    {},
    { 0: null },
    { 0: { artist: '', album: '' } },
    { 0: { artist: 'x'.repeat(1_001), album: 'y' } },
    { 0: homogenic, 1: homogenic },
  ])('nonsense (%j) is answered by the procedure', async (input) => {
    await get({ 0: homogenic })
    const answer = await get(input)
    expect(answer.status).toBeLessThan(500)
  })

  test('one that is not found, or not to be asked for, stays refused', async () => {
    const nothing = { artist: 'Nobody', album: 'Nothing' }
    for (let round = 0; round < 2; round++)
      expect(JSON.parse((await get({ 0: nothing })).text)[0].error.message).toBe(texts.catalog.albumNotFound)
    server.demo.misbehave({ fault: 'offline' })
    const away = { artist: 'Portishead', album: 'Dummy' }
    for (let round = 0; round < 2; round++) expect((await get({ 0: away })).status).toBe(503)
  })
})
