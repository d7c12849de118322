import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { makeLastfm } from '../../server/clients/lastfm/client.ts'
import { keyOf, lookUpsOfPerson, lookUpsOfVisitor } from '../../server/core/limits.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { connected, quietLog, sharedRedis } from '../lib/ownRedis.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let harness: Harness
const ME = '127.0.0.1'
beforeAll(async () => {
  server = await startServer({ settings: { LIMITS_FACTOR: '1' } })
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

it('a caller that looks up too many unknown albums is refused; other callers and known albums are not', async () => {
  const { client } = harness.visitor()
  await client.catalog.search.query({ query: 'homogenic' })
  const { limit, db } = server.deps
  const left = async (count: number) => {
    for (let use = count; use < lookUpsOfVisitor.points; use++) await limit(lookUpsOfVisitor).count(ME)
  }
  // The search itself used one.
  await left(2)
  await client.catalog.search.query({ query: 'dummy' })
  const before = server.demo.requests().length
  const { code, message } = await refusal(client.catalog.search.query({ query: 'blue' }))
  expect([code, message]).toEqual([
    'TOO_MANY_REQUESTS',
    expect.stringMatching(/^Too many album and artist pages, try again in \d+ seconds$/),
  ])
  expect((await refusal(client.catalog.artist.query({ artist: 'Nina Simone' }))).code).toBe(
    'TOO_MANY_REQUESTS',
  )
  expect(server.demo.requests()).toHaveLength(before)
  expect((await client.catalog.search.query({ query: 'homogenic' })).albums).not.toEqual([])

  const ayse = await harness.register('ayse')
  expect((await ayse.client.catalog.search.query({ query: 'blue' })).albums).not.toEqual([])
  expect((await client.catalog.search.query({ query: 'blue' })).albums).not.toEqual([])
  const { id } = await db.user.findFirstOrThrow()
  for (let use = 0; use < lookUpsOfPerson.points; use++) await limit(lookUpsOfPerson).count(keyOf({ id }))
  const choose = ayse.client.lists.choose.mutate({ artist: 'Nina Simone', album: 'Wild Is the Wind' })
  expect((await refusal(choose)).code).toBe('TOO_MANY_REQUESTS')
})

it('visitors leave half of the queue to people who are signed in', async () => {
  const { url, prefix } = sharedRedis()
  const redis = await connected(url)
  onTestFinished(() => redis.destroy())
  const lastfm = makeLastfm({
    base: server.demo.lastfmBase,
    apiKey: 'tests',
    redis,
    prefix,
    log: quietLog(),
    timing: { spacing: 200, longestWait: 1_200 },
  })
  const visits = Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => lastfm.forVisitors.searchAlbums(`visit ${index}`, 1)),
  )
  const own = await Promise.allSettled(
    Array.from({ length: 2 }, (_, index) => lastfm.searchAlbums(`own ${index}`, 1)),
  )
  expect(own.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  const outcomes = (await visits).map(({ status }) => status)
  expect(outcomes.filter((status) => status === 'fulfilled')).toHaveLength(3)
})
