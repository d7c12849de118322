import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActivityEvent, ReviewEvent } from '../../shared/events.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'

// What other people's open pages learn of a person who changes or goes.
let server: TestServer
let harness: Harness
let author: Person
let follower: Person
let stranger: Person
beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  await server.reset()
  ;[author, follower, stranger] = await Promise.all(['author', 'follower', 'stranger'].map((name) => harness.register(name))) as [Person, Person, Person]
  await follower.client.follows.set.mutate({ nickname: 'author', following: true })
  await settled()
})

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const save = (rating: number, by = author) => by.client.logs.save.mutate({ ...homogenic, rating, review: 'Cold and warm.' })

/** Until every event so far has its number and was handed on. */
const settled = () =>
  vi.waitFor(async () => {
    expect(await server.deps.db.event.count({ where: { seq: null } })).toBe(0)
    expect(server.deps.bus.last()).toBe(await server.deps.bus.position())
  }, 5_000)

async function watch(person: Person, lastEventId: string | null = null) {
  const events: ActivityEvent[] = []
  let open = false
  person.client.activity.live.subscribe(
    { lastEventId },
    { onStarted: () => (open = true), onData: ({ data }) => void (data.type !== 'live' && events.push(data)), onError: () => {} },
  )
  await vi.waitFor(() => expect(open).toBe(true), 5_000)
  return events
}

const update = (nickname: string, avatar = '', bio = '') =>
  author.client.users.update.mutate({ nickname, avatar, bio, links: [] })

describe('another nickname or avatar', () => {
  it('is told to who follows: the old name, and how the person looks now', async () => {
    const [events, others] = [await watch(follower), await watch(stranger)]
    await update('author', '', 'Another text alone is none.')
    await update('writer', 'https://pictures.example/a.png')
    await update('writer')
    await save(8)
    await vi.waitFor(() => expect(events).toHaveLength(3))
    const user = { nickname: 'writer', avatar: 'https://pictures.example/a.png' }
    expect(events.slice(0, 2)).toEqual([
      { type: 'user.changed', nickname: 'author', user },
      { type: 'user.changed', nickname: 'writer', user: { nickname: 'writer', avatar: null } },
    ])
    expect(events[2]).toMatchObject({ type: 'log.saved', entry: { user: { nickname: 'writer', avatar: null } } })
    expect(others).toEqual([])
  })
  it('comes after the entries that still carry the old one, also to who was away', async () => {
    const { live } = await follower.client.activity.feed.query({})
    await save(8)
    await update('writer')
    await settled()
    const events = await watch(follower, live)
    await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(['log.saved', 'user.changed']))
  })
})

describe('a person who is gone', () => {
  const leave = () => author.client.auth.deleteAccount.mutate({ password: author.password })

  it('makes who follows fetch anew, and nobody else', async () => {
    await save(8)
    await settled()
    const [events, others] = [await watch(follower), await watch(stranger)]
    await leave()
    await vi.waitFor(() => expect(events).toEqual([{ type: 'reset' }]))
    expect((await follower.client.activity.feed.query({})).items).toEqual([])
    await stranger.client.follows.set.mutate({ nickname: 'follower', following: true })
    await vi.waitFor(() => expect(others.map(({ type }) => type)).toEqual(['follow.added']))
  })
  it('also who was away when it happened, and could not know any more that he followed', async () => {
    await save(8)
    await settled()
    const { live } = await follower.client.activity.feed.query({})
    await leave()
    await settled()
    const events = await watch(follower, live)
    await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(['reset']))
  })
  it('takes the reviews and the likes from the pages of albums', async () => {
    const [log, other] = [await save(8), await save(4, stranger)]
    for (const { client } of [author, follower]) await client.logs.like.mutate({ id: other.id, liked: true })
    await settled()
    const events: ReviewEvent[] = []
    let open = false
    harness.visitor().client.logs.liveReviews.subscribe(homogenic, { onStarted: () => (open = true), onData: ({ data }) => void events.push(data) })
    await vi.waitFor(() => expect(open).toBe(true), 5_000)
    await leave()
    await vi.waitFor(() => expect(events.slice(-2)).toEqual([
      { type: 'review.removed', id: log.id },
      { type: 'review.liked', id: other.id, likeCount: 1 },
    ]))
  })
})
