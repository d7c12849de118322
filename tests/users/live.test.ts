import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActivityEvent, ReviewEvent } from '../../shared/events.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { settled as settledOn } from '../support/settled.ts'

// Events that other users' open pages receive when a user changes or is deleted.
const plak = runProduct()
let author: Person
let follower: Person
let stranger: Person
beforeEach(async () => {
  ;[author, follower, stranger] = (await Promise.all(
    ['author', 'follower', 'stranger'].map((name) => plak.harness.register(name)),
  )) as [Person, Person, Person]
  await follower.client.follows.set.mutate({ nickname: 'author', following: true })
  await settled()
})

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const save = (rating: number, by = author) =>
  by.client.logs.save.mutate({ ...homogenic, rating, review: 'Cold and warm.' })

/** Waits until every event so far has its number and is dispatched. */
const settled = () => settledOn(plak.server.deps)

async function watch(person: Person, lastEventId: string | null = null) {
  const events: ActivityEvent[] = []
  let open = false
  person.client.activity.live.subscribe(
    { lastEventId },
    {
      onStarted: () => (open = true),
      onData: ({ data }) => void (data.type !== 'live' && events.push(data)),
      onError: () => {},
    },
  )
  await vi.waitFor(() => expect(open).toBe(true))
  return events
}

const update = (nickname: string, avatar = '', bio = '') =>
  author.client.users.update.mutate({ nickname, avatar, bio, links: [] })

describe('another nickname or avatar', () => {
  it('is sent to followers: the old name, and how the person looks now', async () => {
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
    expect(events[2]).toMatchObject({
      type: 'log.saved',
      entry: { user: { nickname: 'writer', avatar: null } },
    })
    expect(others).toEqual([])
  })
  it('comes after the entries that still carry the old one, also to a client that was away', async () => {
    const { live } = await follower.client.activity.feed.query({})
    await save(8)
    await update('writer')
    await settled()
    const events = await watch(follower, live)
    await vi.waitFor(() => expect(events.map(({ type }) => type)).toEqual(['log.saved', 'user.changed']))
  })
})

describe('open pages that show a person', () => {
  const submission = () => crypto.randomUUID()
  type Told = { type: string }
  const open: Promise<unknown>[] = []
  /** Opens one page as a visitor and records its events: a list, a thread, or an album's reviews. */
  function page(
    subscribe: (
      client: ReturnType<(typeof plak.harness)['visitor']>['client'],
      on: { onStarted: () => void; onData: (told: { data: Told }) => void },
    ) => unknown,
  ) {
    const events: Told[] = []
    open.push(
      new Promise<void>((resolve) => {
        subscribe(plak.harness.visitor().client, {
          onStarted: resolve,
          onData: ({ data }) => void (data.type !== 'live' && events.push(data)),
        })
      }),
    )
    return events
  }

  it('are told of another nickname or picture, however much the person wrote, and no other page is', async () => {
    const albums = [homogenic]
    const [own, others] = await Promise.all(
      [author, stranger].map(({ client }) =>
        client.lists.create.mutate({ name: 'Cold', albums, submission: submission() }),
      ),
    )
    await stranger.client.logs.save.mutate({ artist: 'Portishead', album: 'Dummy', review: 'Rain.' })
    await save(8)
    const { id: review } = await save(4, stranger)
    for (const thread of [{ list: others!.id }, { review }]) {
      for (const text of ['One.', 'Two.'])
        await author.client.comments.add.mutate({ thread, text, submission: submission() })
    }
    await settled()
    const shown = [
      page((client, on) => client.lists.live.subscribe({ id: own!.id }, on)),
      page((client, on) => client.comments.live.subscribe({ thread: { list: others!.id } }, on)),
      page((client, on) => client.comments.live.subscribe({ thread: { review } }, on)),
      page((client, on) => client.logs.liveReviews.subscribe(homogenic, on)),
    ]
    const elsewhere = [
      page((client, on) => client.lists.live.subscribe({ id: others!.id }, on)),
      page((client, on) => client.comments.live.subscribe({ thread: { list: own!.id } }, on)),
      page((client, on) => client.logs.liveReviews.subscribe({ artist: 'Portishead', album: 'Dummy' }, on)),
    ]
    await Promise.all(open)
    const before = await plak.server.deps.db.event.count()
    await update('writer', 'https://pictures.example/a.png')
    expect(await plak.server.deps.db.event.count()).toBe(before + 1)
    const changed = {
      type: 'user.changed',
      nickname: 'author',
      user: { nickname: 'writer', avatar: 'https://pictures.example/a.png' },
    }
    for (const events of shown) await vi.waitFor(() => expect(events).toEqual([changed]), 5_000)
    // The next event of each of the other pages is a different one.
    await stranger.client.lists.like.mutate({ id: others!.id, liked: true })
    await vi.waitFor(() => expect(elsewhere[0]!.map(({ type }) => type)).toEqual(['list.liked']), 5_000)
    await settled()
    expect(elsewhere.slice(1)).toEqual([[], []])
  })

  it('a client that was away receives it when it comes back', async () => {
    await save(8)
    await settled()
    const { live } = await stranger.client.logs.reviews.query(homogenic)
    await update('writer')
    await settled()
    const events = page((client, on) =>
      client.logs.liveReviews.subscribe({ ...homogenic, lastEventId: live }, on),
    )
    await vi.waitFor(
      () => expect(events).toMatchObject([{ type: 'user.changed', nickname: 'author' }]),
      5_000,
    )
  })
})

describe('a person who is gone', () => {
  const leave = () => author.client.auth.deleteAccount.mutate({ password: author.password })

  it('makes the followers refetch, and nobody else', async () => {
    await save(8)
    await settled()
    const [events, others] = [await watch(follower), await watch(stranger)]
    await leave()
    await vi.waitFor(() => expect(events).toEqual([{ type: 'reset' }]))
    expect((await follower.client.activity.feed.query({})).items).toEqual([])
    await stranger.client.follows.set.mutate({ nickname: 'follower', following: true })
    await vi.waitFor(() => expect(others.map(({ type }) => type)).toEqual(['follow.added']))
  })
  it('also followers who were away when it happened and are no longer recorded as followers', async () => {
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
    plak.harness.visitor().client.logs.liveReviews.subscribe(homogenic, {
      onStarted: () => (open = true),
      onData: ({ data }) => void events.push(data),
    })
    await vi.waitFor(() => expect(open).toBe(true))
    await leave()
    await vi.waitFor(() =>
      expect(events.slice(-2)).toEqual([
        { type: 'review.removed', id: log.id },
        { type: 'review.liked', id: other.id, likeCount: 1 },
      ]),
    )
  })
})
