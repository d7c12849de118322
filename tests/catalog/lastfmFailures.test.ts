import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startDemo, type Demo } from '../../demo/server.ts'
import { makeLastfm } from '../../server/clients/lastfm/client.ts'
import type { Clock } from '../../server/clients/pace.ts'
import type { Redis } from '../../server/lib/redis.ts'
import { connected, quietLog, sharedRedis } from '../lib/ownRedis.ts'
import { testClock } from '../support/clock.ts'

const { url } = sharedRedis()
const down = {
  kind: 'unavailable',
  message: 'The music catalogue cannot be reached right now. Try again in a moment.',
}
let demo: Demo
let redis: Redis
let prefix = ''

beforeAll(async () => {
  demo = await startDemo({ port: 0, control: true })
  redis = await connected(url)
})
afterAll(async () => {
  redis.destroy()
  await demo.close()
})
beforeEach(() => {
  prefix = sharedRedis().prefix
})
afterEach(() => {
  vi.useRealTimers()
  demo.behave()
  demo.forgetRequests()
})

function client(options: { apiKey?: string; base?: string; timing?: object; clock?: Clock } = {}) {
  const { apiKey = 'demo', base = demo.lastfmBase, timing, ...rest } = options
  const log = quietLog()
  const quick = { timeout: 3_000, spacing: 1, retryAfter: 5, reopen: 100, longestWait: 4_000, ...timing }
  return { ...makeLastfm({ base, apiKey, redis, log, prefix, timing: quick, ...rest }), log }
}

const calls = () => demo.requests().length

const answered: [string, object][] = [
  ['L06 HTML with status 502', { fault: 'html' }],
  ['L06 HTML with status 200', { fault: 'html', status: 200 }],
  ['L07 cut-off JSON', { fault: 'cut-off' }],
  ['L07 an empty body', { fault: 'empty' }],
  ['error 8', { fault: 'operation-failed' }],
  ['error 11', { fault: 'offline' }],
  ['error 16', { fault: 'temporary' }],
  ['a body without the album', { fault: 'body', body: { albums: {} } }],
  ['a body that is no object', { fault: 'body', body: 'null' }],
]

const unanswered: [string, object][] = [
  ['L07 an answer that comes too late', { fault: 'slow', ms: 2_000 }],
  ['no answer at all', { fault: 'hang', ms: 2_000 }],
  ['a connection that breaks', { fault: 'reset' }],
]
const passing = [
  ...answered.map((fault) => [...fault, 3, 2_000] as const),
  ...unanswered.map((fault) => [...fault, 2, 1_000] as const),
]

test.each(passing)('%s: tried again', async (_, fault, tries, timeout) => {
  demo.misbehave({ ...(fault as { fault: string }), times: tries - 1 })
  expect(await client({ timing: { timeout } }).album('Björk', 'Homogenic')).toMatchObject({
    name: 'Homogenic',
  })
  expect(calls()).toBe(tries)
})

test.each(passing)('%s, again and again: unavailable', async (_, fault, tries, timeout) => {
  demo.misbehave(fault as { fault: string })
  await expect(client({ timing: { timeout } }).album('Björk', 'Homogenic')).rejects.toMatchObject(down)
  expect(calls()).toBe(tries)
})

test('each try takes a turn of the budget', async () => {
  demo.misbehave({ fault: 'operation-failed', times: 2 })
  const clock = testClock()
  const timing = { timeout: 2_000, spacing: 275 }
  await client({ clock, timing }).album('Björk', 'Homogenic')
  expect(calls()).toBe(3)
  // The first turn is available at once; this clock does not move until then.
  expect(clock.slept()).toEqual([275, 550])
})

test('no try begins later than it may', async () => {
  demo.misbehave({ fault: 'slow', ms: 100 })
  demo.misbehave({ fault: 'operation-failed' })
  const timing = { timeout: 2_000, retryFor: 80 }
  await expect(client({ timing }).album('Björk', 'Homogenic')).rejects.toMatchObject(down)
  expect(calls()).toBe(1)
})

test('a service that answers every try of two calls with an error is left alone for a while', async () => {
  demo.misbehave({ fault: 'offline' })
  const lastfm = client({ timing: { reopen: 5_000 } })
  for (const page of [1, 2, 3, 4]) await expect(lastfm.topAlbums(page)).rejects.toMatchObject(down)
  expect(calls()).toBe(6)
})

test('failures of imports open no breaker of people and of visitors', async () => {
  demo.misbehave({ fault: 'offline', match: { album: 'Stone in the Way' } })
  const lastfm = client({ timing: { reopen: 5_000 } })
  for (let call = 0; call < 10; call++)
    await expect(lastfm.forImports.album('Nobody', 'Stone in the Way')).rejects.toMatchObject(down)
  // One attempt each: the import retries by itself. After that its own breaker was open.
  expect(calls()).toBe(6)
  await expect(lastfm.forImports.album('Björk', 'Homogenic')).rejects.toMatchObject(down)
  expect(await lastfm.album('Björk', 'Homogenic')).toMatchObject({ name: 'Homogenic' })
  expect((await lastfm.forVisitors.searchAlbums('homogenic', 1)).albums).not.toEqual([])
})

test('nobody is there', async () => {
  await expect(client({ base: 'http://127.0.0.1:9/2.0/' }).topAlbums(1)).rejects.toMatchObject(down)
})

test('nobody waits for a service that is down: after two failures in a row it is left alone, and it is found again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  demo.misbehave({ fault: 'hang', ms: 60_000 })
  const clock = testClock()
  const lastfm = client({ clock, timing: { timeout: 1_000, reopen: 60_000 } })
  await expect(lastfm.topAlbums(1)).rejects.toMatchObject(down)
  const before = calls()
  clock.slept()
  const crowd = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => lastfm.topAlbums(index + 1)),
  )
  expect(crowd.every(({ status }) => status === 'rejected')).toBe(true)
  // No call was made, and none waited for a turn.
  expect(calls()).toBe(before)
  expect(clock.slept()).toEqual([])
  demo.behave()
  await expect(lastfm.topAlbums(1)).rejects.toMatchObject(down)
  vi.advanceTimersByTime(2 * 60_000)
  expect(await lastfm.topAlbums(1)).toMatchObject({ page: 1 })
})

test('all who come together after an outage are answered, not only the one that finds the service well', async () => {
  // All of them come at the same time, however long this machine needs for them.
  vi.useFakeTimers({ toFake: ['Date'] })
  demo.misbehave({ fault: 'reset' })
  const lastfm = client({ timing: { reopen: 60_000 } })
  await expect(lastfm.topAlbums(1)).rejects.toMatchObject(down)
  demo.behave()
  demo.misbehave({ fault: 'slow', ms: 100 })
  vi.advanceTimersByTime(2 * 60_000)
  const calls = [lastfm.topAlbums(1), lastfm.topArtists(1), lastfm.searchAlbums('a', 1)]
  const ends = (await Promise.allSettled<unknown>(calls)).map(({ status }) => status)
  expect(ends).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
})

test('L23 an answer about another album is not believed, and not asked for again', async () => {
  demo.misbehave({ fault: 'wrong-name' })
  const lastfm = client()
  await expect(lastfm.album('Björk', 'Homogenic')).rejects.toMatchObject(down)
  expect(calls()).toBe(1)
  expect(lastfm.log.warn).toHaveBeenCalledTimes(1)
})

test('the key is in no error', async () => {
  demo.misbehave({ fault: 'html' })
  const error = await client({ apiKey: 'top-secret' })
    .topAlbums(1)
    .catch((reason: unknown) => reason)
  const chain = []
  for (let each = error as Error | undefined; each; each = each.cause as Error | undefined)
    chain.push(`${each.message} ${each.stack}`)
  expect(chain.length).toBeGreaterThan(1)
  expect(chain.join()).not.toContain('top-secret')
})
