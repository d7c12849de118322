import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeRedis } from '../../server/lib/redis.ts'
import { guardRedis } from '../../server/lib/redisGuard.ts'
import { startSentinels } from '../support/sentinels.ts'

/** Prevents the replacement of a master, even of one that does not respond for a while on a busy machine. */
const NEVER = 3_600_000
/** Sentinels that disagree on a new master retry after six seconds, repeatedly if necessary. */
const ELECTED = 90_000

it('the master that sentinels name is used and left when another replaces it, without losing messages', async () => {
  const cluster = await startSentinels({ password: 'only-for-the-servers', silence: 2_000 })
  onTestFinished(() => cluster.close())
  const [here, there] = [makeRedis(cluster.url, () => {}), makeRedis(cluster.url, () => {})]
  onTestFinished(() => [here, there].forEach((each) => each.destroy()))
  const heard: string[] = []
  const stop = there.listen('news', (message) => heard.push(message))
  const says = (message: string) =>
    vi.waitFor(async () => {
      await here.publish('news', message)
      expect(heard).toContain(message)
    })
  await vi.waitFor(() => expect([here.isReady, there.isReady]).toEqual([true, true]))
  await here.set('name', 'Homogenic')
  // In parallel on one connection, as with a single server.
  expect(await Promise.all([1, 2, 3].map(() => there.get('name')))).toEqual(Array(3).fill('Homogenic'))
  await says('before')

  await cluster.isWhole()
  const [old, [sentinel]] = [await cluster.master(), cluster.sentinels]
  await Promise.all([old.kill(), sentinel!.kill()])
  await vi.waitFor(() => expect(here.isReady).toBe(false))
  await vi.waitFor(async () => expect((await cluster.master()).port).not.toBe(old.port), ELECTED)
  await vi.waitFor(() => expect([here.isReady, there.isReady]).toEqual([true, true]))
  await vi.waitFor(async () => expect(await there.set('name', 'Post')).toBe('OK'))
  await says('after')

  // The old master restarts and becomes a replica; nobody reads or writes there.
  await Promise.all([old.start(), sentinel!.start()])
  await cluster.isWhole()
  expect(await here.get('name')).toBe('Post')
  await says('again')
  stop()

  // A running master becomes a replica: clients that still write to it get an error, and switch to the new one.
  const given = await cluster.master()
  await cluster.failover()
  await vi.waitFor(async () => expect((await cluster.master()).port).not.toBe(given.port), ELECTED)
  await vi.waitFor(async () => expect(await here.set('name', 'Vespertine')).toBe('OK'))
  expect(await there.get('name')).toBe('Vespertine')
})

it('a server that became a replica is left for the one to which its address leads by then', async () => {
  const cluster = await startSentinels({ silence: NEVER })
  onTestFinished(() => cluster.close())
  const [master, replica] = [await cluster.master(), await cluster.replica()]
  let target = replica.port
  const door = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => one.destroy()).on('close', () => other.destroy())
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const redis = makeRedis(`redis://127.0.0.1:${(door.address() as AddressInfo).port}`, () => {})
  onTestFinished(() => {
    redis.destroy()
    door.close()
  })
  await vi.waitFor(() => expect(redis.isReady).toBe(true))
  const guarded = guardRedis(
    redis,
    { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} } as never,
    50,
  )
  target = master.port
  expect(await guarded((it) => it.set('name', 'Debut'))).toBeNull()
  await vi.waitFor(async () =>
    expect(await guarded((it) => it.set('name', 'Debut'))).toEqual({ answer: 'OK' }),
  )
})

it('a missing master, or one that no sentinel names, is unreachable and not an error: it is found when it appears', async () => {
  const cluster = await startSentinels({ silence: NEVER })
  onTestFinished(() => cluster.close())
  const errors: unknown[] = []
  await Promise.all(cluster.sentinels.map((each) => each.kill()))
  const redis = makeRedis(cluster.url, (error) => errors.push(error))
  onTestFinished(() => redis.destroy())
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0))
  expect(redis.isReady).toBe(false)
  await cluster.sentinels[2]!.start()
  await vi.waitFor(() => expect(redis.isReady).toBe(true))
  expect(await redis.ping()).toBe('PONG')
})
