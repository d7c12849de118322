import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { tintOf } from '../../server/catalog/tint.ts'
import { makePictures } from '../../server/clients/pictures/client.ts'
import { makeCache } from '../../server/lib/cache.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { connected, quietLog, sharedRedis } from '../lib/ownRedis.ts'

// A picture server of the test, with a response for each path.
let host: Server
let base = ''
let redis: Redis
let deps: Parameters<typeof tintOf>[0]
let asked: string[] = []
const answers = new Map<
  string,
  { type?: string; body?: Buffer | string; wait?: Promise<unknown>; location?: string }
>()

beforeAll(async () => {
  host = createServer((request, response) => {
    asked.push(request.url!)
    const {
      type = 'image/png',
      body = '',
      wait,
      location,
    } = answers.get(request.url!) ?? { type: 'text/plain' }
    void Promise.resolve(wait).then(() => {
      response.writeHead(location ? 302 : 200, { 'content-type': type, ...(location && { location }) })
      response.end(body)
    })
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  redis = await connected(sharedRedis().url)
})
afterAll(() => {
  redis.destroy()
  host.closeAllConnections()
  host.close()
})
beforeEach(() => {
  asked = []
  answers.clear()
  const log = quietLog()
  deps = {
    cache: makeCache({ redis, prefix: sharedRedis().prefix, log, now: () => new Date() }),
    pictures: makePictures({ base: `${base}/2.0/`, log }),
  }
})

/** Creates a cover of coloured strips, each as wide as its share. */
async function cover(parts: [colour: string, share: number][]): Promise<Buffer> {
  let left = 0
  const strips = parts.map(([colour, share]) => {
    const strip = `<rect x="${left}" width="${share}" height="100" fill="${colour}"/>`
    left += share
    return strip
  })
  return await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${strips.join('')}</svg>`),
  )
    .png()
    .toBuffer()
}
/** Waits for a colour that is not found within one call, but is cached for a later one. */
const tintInTheEnd = (url: string) =>
  vi.waitFor(async () => {
    const tint = await tintOf(deps, url)
    expect(tint).not.toBeNull()
    return tint!
  })
const parts = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))

test('is the lively colour, not the grey that most of a cover is, and is taken from the small picture', async () => {
  answers.set('/64s/a.png', {
    body: await cover([
      ['#777777', 70],
      ['#d02020', 25],
      ['#405048', 5],
    ]),
  })
  const tint = await tintInTheEnd(`${base}/300x300/a.png`)
  const [red, green, blue] = parts(tint)
  expect(red).toBeGreaterThan(180)
  expect(Math.max(green!, blue!)).toBeLessThan(70)
  expect(asked).toEqual(['/64s/a.png'])
  await tintOf(deps, `${base}/300x300/a.png`)
  expect(asked).toHaveLength(1)
})

test('is none for a cover without colour, and for an album without a cover', async () => {
  answers.set('/grey.png', {
    body: await cover([
      ['#111111', 50],
      ['#eeeeee', 50],
    ]),
  })
  expect(await tintOf(deps, `${base}/grey.png`)).toBeNull()
  expect(await tintOf(deps, null)).toBeNull()
})

test('is not waited for when the picture is slow, and is there the next time', async () => {
  let arrive = () => {}
  answers.set('/slow.png', {
    body: await cover([['#2040e0', 100]]),
    wait: new Promise<void>((resolve) => (arrive = resolve)),
  })
  expect(await tintOf(deps, `${base}/slow.png`)).toBeNull()
  arrive()
  await vi.waitFor(async () => expect(await tintOf(deps, `${base}/slow.png`)).toMatch(/^#[0-9a-f]{6}$/))
  expect(asked).toHaveLength(1)
})

test.each([
  ['somewhere else', 'http://127.0.0.1:9/x.png'],
  ['on another scheme', 'file:///etc/passwd'],
  ['at no address', 'nonsense'],
])('a picture %s is never asked for', async (_, url) => {
  expect(await deps.pictures.fetch(url)).toBeNull()
  expect(await tintOf(deps, url)).toBeNull()
})

const bomb = await sharp({ create: { width: 2_100, height: 2_100, channels: 3, background: '#2040e0' } })
  .png()
  .toBuffer()

test.each([
  ['a redirect', { location: '/other.png' }],
  ['no picture', { type: 'text/html', body: '<html>' }],
  ['more than a picture', { body: Buffer.alloc(3 * 1024 * 1024) }],
  ['rubbish', { body: 'rubbish' }],
  ['a picture of few bytes and many pixels', { body: bomb }],
])('%s in its place is no colour', async (_, answer) => {
  answers.set('/bad.png', answer)
  expect(await tintOf(deps, `${base}/bad.png`)).toBeNull()
  expect(asked).not.toContain('/other.png')
})
