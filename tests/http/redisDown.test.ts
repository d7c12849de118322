import { expect, it, onTestFinished, vi } from 'vitest'
import { makeHarness } from '../harness/client.ts'
import { startRedis } from '../support/redis.ts'
import { startServer } from '../support/server.ts'
import { settled } from '../support/settled.ts'

// Promise R3: without Redis pages work, events are slightly delayed, and nothing is lost.
const SOON = { timeout: 60_000 }
const album = { artist: 'Björk', album: 'Homogenic' }

it('a Redis that dies and comes back empty is noticed by nobody', async () => {
  const redis = await startRedis()
  const one = await startServer({ settings: { REDIS_URL: redis.url } })
  const two = await startServer({
    settings: { REDIS_URL: redis.url },
    databaseUrl: one.deps.settings.DATABASE_URL,
  })
  const [here, there] = [makeHarness(one.url), makeHarness(two.url)]
  onTestFinished(async () => {
    const isThere = one.deps.redis.isReady
    await Promise.all([here.close(), there.close()])
    await Promise.all([one.close(), two.close()])
    if (isThere) await redis.kill()
  })
  const [author, reader] = [await here.register('author'), await there.register('reader')]
  await reader.client.follows.set.mutate({ nickname: 'author', following: true })
  const { id: log } = await author.client.logs.save.mutate({ ...album, rating: 1, review: 'Strings.' })
  // Both processes have dispatched the event: the reader's position is after it.
  await settled(one.deps, two.deps)
  const { live } = await reader.client.activity.feed.query({})
  const heard: number[] = []
  let started = false
  reader.client.activity.live.subscribe(
    { lastEventId: live },
    {
      onStarted: () => (started = true),
      onData: ({ data }) => heard.push(data.type === 'log.saved' ? data.entry.rating : NaN),
    },
  )
  await vi.waitFor(() => expect(started).toBe(true), SOON)
  const rate = (rating: number) => author.client.logs.save.mutate({ ...album, rating })

  await redis.kill()
  await vi.waitFor(
    () => expect([one.deps.redis.isReady, two.deps.redis.isReady]).toEqual([false, false]),
    SOON,
  )
  await rate(2)
  await Promise.all([
    reader.client.activity.feed.query({}),
    reader.client.auth.me.query(),
    reader.client.logs.reviews.query(album),
    reader.client.comments.list.query({ thread: { review: log } }),
    reader.client.logs.like.mutate({ id: log, liked: true }),
    reader.client.users.profile.query({ nickname: 'author' }),
    there.login(reader),
    there.register('late'),
  ])
  await vi.waitFor(() => expect(heard).toEqual([2]), SOON)
  const ready = await fetch(`${two.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ok', redis: 'away', live: 'ok' }])

  await redis.start()
  await rate(3)
  await vi.waitFor(() => expect([one.deps.redis.isReady, two.deps.redis.isReady]).toEqual([true, true]), SOON)
  await rate(4)
  await vi.waitFor(() => expect(heard).toEqual([2, 3, 4]), SOON)
  // Notifications work again: both processes are subscribed, although Redis restarted without any subscriptions.
  const channel = `${one.deps.prefix}events`
  await vi.waitFor(
    async () => expect(await one.deps.redis.pubSubNumSub(channel)).toEqual({ [channel]: 2 }),
    SOON,
  )
})
