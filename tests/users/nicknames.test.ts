import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disableAccount, enableAccount, makeResetLink } from '../../server/account/operator.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let harness: Harness
let viewer: Person
beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
  viewer = await harness.register('viewer')
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

// The column of nicknames is ASCII: comparing it with other characters is a database error.
const nobodies = [
  'nobody',
  'çağla',
  'İ',
  '日本',
  '🎸',
  '',
  ' ',
  '%',
  'viewer\u0000',
  '\uD800',
  'x'.repeat(31),
  'ç'.repeat(300),
]

describe.each(nobodies.map((name) => [name.slice(0, 20), name]))('%j is nobody', (_, nickname) => {
  it('to every procedure that takes a nickname', async () => {
    const { users, follows, logs, favorites, spotify } = viewer.client
    const answers = await Promise.all(
      [
        users.profile.query({ nickname }),
        follows.followers.query({ nickname }),
        follows.following.query({ nickname }),
        follows.set.mutate({ nickname, following: true }),
        follows.set.mutate({ nickname, following: false }),
        logs.listened.query({ nickname }),
        logs.diary.query({ nickname }),
        logs.reviewsBy.query({ nickname }),
        favorites.of.query({ nickname }),
        spotify.stats.query({ nickname }),
      ].map((call) => refusal(call)),
    )
    for (const answer of answers)
      expect(answer).toMatchObject({ code: 'NOT_FOUND', message: 'User not found' })
  })

  it('to the operator', async () => {
    for (const task of [disableAccount, enableAccount, makeResetLink]) {
      await expect(task(server.deps, nickname)).rejects.toMatchObject({ kind: 'notFound' })
    }
  })
})

it.each(['çağla', 'x'.repeat(300)])('the page /profile/%s is not found', async (segment) => {
  const response = await fetch(`${server.url}/profile/${encodeURIComponent(segment)}`)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('noindex')
})

it('a place in a list of people that names nobody is the moment alone', async () => {
  const fan = await harness.register('fan')
  await fan.client.follows.set.mutate({ nickname: 'viewer', following: true })
  const { items } = await viewer.client.follows.followers.query({
    nickname: 'viewer',
    cursor: 'zzzzzzzzz.çağla',
  })
  expect(items).toMatchObject([{ nickname: 'fan' }])
})
