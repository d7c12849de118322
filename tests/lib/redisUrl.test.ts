import { expect, it } from 'vitest'
import { readRedisUrl } from '../../server/lib/redisUrl.ts'

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
  ['redis+sentinel://u:top-secret%@a:1/main', "it has a '%' that is not an escape"],
  ['redis-sentinel://a:1/main', 'redis+sentinel://'],
  ['http://a', 'must be a URL that begins with redis://'],
  ['unix://', 'must be a URL that begins with redis://'],
])('%s is refused in a sentence', (url, said) => {
  expect(() => readRedisUrl(url)).toThrow(said)
  expect(() => readRedisUrl(url)).not.toThrow('top-secret')
})
