import { expect, onTestFinished, test } from 'vitest'
import { makeHarness } from '../harness/client.ts'
import { startRedis } from '../support/redis.ts'
import { startServer } from '../support/server.ts'
import { ask } from './reading.ts'

const album = { artist: 'Björk', album: 'Homogenic' }
const FUTURE = new Date(Date.now() + 3_600_000).toUTCString()

test('two processes answer alike, see changes at once, and do without Redis', async () => {
  const redis = await startRedis()
  const settings = { REDIS_URL: redis.url, PUBLIC_URL: 'https://plak.example' }
  const one = await startServer({ settings })
  const two = await startServer({ settings, databaseUrl: one.deps.settings.DATABASE_URL })
  const harness = makeHarness(one.url)
  let isThere = true
  onTestFinished(async () => {
    await harness.close()
    await Promise.all([one.close(), two.close()])
    if (isThere) await redis.kill()
  })
  const { client } = await harness.register('deniz')
  const { id } = await client.logs.save.mutate({ ...album, date: '2026-11-24', rating: 8 })
  const get = (server: typeof one, headers: Record<string, string> = {}) =>
    ask(`${server.url}/profile/deniz/diary.xml`, headers)
  const seen = ({ text, headers }: Awaited<ReturnType<typeof get>>) => [
    text,
    headers.get('etag'),
    headers.get('last-modified'),
  ]
  const first = await get(one)
  expect(seen(await get(two))).toEqual(seen(first))
  expect(first.text).toContain('<link>https://plak.example/album/')
  // The other process need not have heard of the change yet.
  await client.logs.save.mutate({ ...album, id, rating: 9 })
  const rated = await get(two, { 'if-modified-since': first.headers.get('last-modified')! })
  expect(rated.text).toContain('<plak:memberRating>4.5</plak:memberRating>')

  await redis.kill()
  isThere = false
  const etag = rated.headers.get('etag')!
  expect((await get(one, { 'if-none-match': etag })).status).toBe(304)
  // Nobody knows when it changed.
  const without = await get(one, { 'if-modified-since': FUTURE })
  expect([without.status, without.headers.get('last-modified')]).toEqual([200, null])
  expect(without.headers.get('etag')).toBe(etag)
  await client.logs.save.mutate({ ...album, id, rating: 7 })
  expect((await get(two, { 'if-none-match': etag })).text).toContain('>3.5</plak:memberRating>')
}, 60_000)
