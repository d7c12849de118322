import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeRedis } from '../../server/lib/redis.ts'
import { guardRedis } from '../../server/lib/redisGuard.ts'
import { readRedisUrl } from '../../server/lib/redisUrl.ts'
import { startSentinels } from '../support/sentinels.ts'

/** Where no master is to be replaced, none is: not even one that a busy machine keeps from answering for a while. */
const NEVER = 3_600_000
/** Sentinels that disagree about who replaces a master try anew after six seconds, as often as they must. */
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
  // Side by side on one connection, as with a single server.
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

  // The old master comes back and is made a replica; nobody reads or writes there.
  await Promise.all([old.start(), sentinel!.start()])
  await cluster.isWhole()
  expect(await here.get('name')).toBe('Post')
  await says('again')
  stop()

  // A master that lives and is made a replica: clients that still write there are refused, and go to the new one.
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

it('what is no master, or named by nobody, is away and no end: it is found when it comes', async () => {
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

it.each([
  ['redis://127.0.0.1:6379/1', { url: 'redis://127.0.0.1:6379/1' }],
  ['rediss://user:pw@cache.example', { url: 'rediss://user:pw@cache.example' }],
  ['unix:///run/redis.sock', { path: '/run/redis.sock' }],
  [
    'redis+sentinel://a.example:26379,10.0.0.2:5000/main',
    {
      sentinels: [
        { host: 'a.example', port: 26379 },
        { host: '10.0.0.2', port: 5000 },
      ],
      master: 'main',
    },
  ],
  [
    'redis+sentinel://plak:s%40cret@[::1]:1,b/my-master.1',
    {
      sentinels: [
        { host: '::1', port: 1 },
        { host: 'b', port: 26379 },
      ],
      master: 'my-master.1',
      username: 'plak',
      password: 's@cret',
    },
  ],
  [
    'redis+sentinel://:secret@a:1/main',
    { sentinels: [{ host: 'a', port: 1 }], master: 'main', password: 'secret' },
  ],
])('%s is understood', (url, address) => expect(readRedisUrl(url)).toEqual(address))

it.each([
  ['redis+sentinel://a:1', 'the name of the master stands behind the hosts'],
  ['redis+sentinel://a:1/', 'the name of the master stands behind the hosts'],
  ['redis+sentinel:///main', 'each sentinel is a host and a port from 1 to 65535'],
  ['redis+sentinel://a:1,/main', 'each sentinel is a host and a port'],
  ['redis+sentinel://a:0/main', 'each sentinel is a host and a port'],
  ['redis+sentinel://a:65536/main', 'each sentinel is a host and a port'],
  [
    'redis+sentinel://u:top-secret@a:1/main?db=2',
    'must look like redis+sentinel://host:port,host:port/master-name',
  ],
  ['redis+sentinel://u:top-secret%@a:1/main', "it has a '%' that stands for nothing"],
  ['redis-sentinel://a:1/main', 'redis+sentinel://'],
  ['http://a', 'must be a URL that begins with redis://'],
  ['unix://', 'must be a URL that begins with redis://'],
])('%s is refused in a sentence', (url, said) => {
  expect(() => readRedisUrl(url)).toThrow(said)
  expect(() => readRedisUrl(url)).not.toThrow('top-secret')
})
