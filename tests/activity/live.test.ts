import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { utcDay } from '../../shared/days.ts'
import type { ActivityEvent } from '../../shared/events.ts'
import type { Person } from '../harness/client.ts'
import { startTwo, type TwoServers } from '../support/twoServers.ts'

let servers: TwoServers
let one: TwoServers['one']
let two: TwoServers['two']
let here: TwoServers['here']
let there: TwoServers['there']
let follower: Person
let author: Person

// Two processes: the author's calls go to one, the follower subscribes at the other.
beforeAll(async () => {
  servers = await startTwo()
  ;({ one, two, here, there } = servers)
  return servers.close
})
beforeEach(async () => {
  await one.reset()
  ;[follower, author] = await Promise.all([there.register('follower'), here.register('author')])
  await follower.client.follows.set.mutate({ nickname: 'author', following: true })
  // The follow is an event too: a test begins after both processes have dispatched it.
  await servers.settled()
})

const albums = [
  { artist: 'Björk', album: 'Homogenic' },
  { artist: 'Portishead', album: 'Dummy' },
] as const
const today = utcDay(new Date())
const save = (more: object = {}, by = author, album = albums[0]! as { artist: string; album: string }) =>
  by.client.logs.save.mutate({ ...album, ...more })

/** Subscribes to the feed as the page does. */
async function watch(person = follower, lastEventId?: string) {
  const events: ActivityEvent[] = []
  const ids: string[] = []
  let open = false
  const subscription = person.client.activity.live.subscribe(
    { lastEventId: lastEventId ?? null },
    {
      onStarted: () => (open = true),
      onData: ({ id, data }) => {
        ids.push(id)
        if (data.type !== 'live') events.push(data)
      },
      onError: (error) => events.push({ type: `failed: ${error.message}` } as never),
    },
  )
  await vi.waitFor(() => expect(open).toBe(true))
  return { events, ids, stop: () => subscription.unsubscribe(), types: () => events.map(({ type }) => type) }
}

describe('the live feed', () => {
  it('brings a followed person’s log, with everything an entry shows', async () => {
    const live = await watch()
    const log = await save({ rating: 9, review: 'Strings.', favorite: true, date: today })
    await vi.waitFor(() => expect(live.events).toHaveLength(1))
    expect(live.events).toEqual([
      {
        type: 'log.saved',
        entry: {
          id: log.id,
          version: 1,
          user: { nickname: 'author', avatar: null },
          album: {
            artist: 'Björk',
            name: 'Homogenic',
            image: expect.stringMatching(/^http/) as string,
            year: null,
          },
          rating: 9,
          favorite: true,
          review: 'Strings.',
          date: today,
          relisten: false,
          tags: [],
          createdAt: log.createdAt,
        },
      },
    ])
    const { items } = await follower.client.activity.feed.query({})
    expect(items).toEqual(live.events.map((event) => (event.type === 'log.saved' ? event.entry : null)))
  })

  it('brings edits, hearts and removals, in order', async () => {
    const live = await watch()
    const { id } = await save({ rating: 3 })
    await save({ rating: 8 })
    await author.client.favorites.set.mutate({ ...albums[0], favorite: true })
    await author.client.logs.remove.mutate({ id })
    await vi.waitFor(() =>
      expect(live.types()).toEqual(['log.saved', 'log.saved', 'log.saved', 'log.removed']),
    )
    const states = live.events.flatMap((event) => (event.type === 'log.saved' ? [event.entry] : []))
    expect(states.map(({ version, rating, favorite }) => [version, rating, favorite])).toEqual([
      [1, 3, false],
      [2, 8, false],
      [3, 8, true],
    ])
  })

  it('tells nothing of strangers, of the viewer’s own logs, and of imports', async () => {
    const stranger = await here.register('stranger')
    const live = await watch()
    await save({}, stranger)
    await save({}, follower)
    const album = await one.deps.db.album.findFirstOrThrow()
    const { id: userId } = await one.deps.db.user.findUniqueOrThrow({ where: { nickname: 'author' } })
    await one.deps.db.log.create({
      data: { userId, albumId: album.id, source: 'spotify', date: new Date('2020-01-01') },
    })
    await author.client.favorites.set.mutate({ artist: album.artist, album: album.name, favorite: true })
    await save({ rating: 4 }, author, albums[1])
    await vi.waitFor(() => expect(live.events).toHaveLength(1))
    expect(live.events[0]).toMatchObject({
      type: 'log.saved',
      entry: { user: { nickname: 'author' }, album: { name: 'Dummy' } },
    })
  })

  it('an import enters the feeds when it is first rated or reviewed, and stays in that place', async () => {
    await save({}, author, albums[1])
    await save({ rating: 2 }, follower)
    const album = await one.deps.db.album.findFirstOrThrow({ where: { name: 'Homogenic' } })
    const { id: userId } = await one.deps.db.user.findUniqueOrThrow({ where: { nickname: 'author' } })
    const day = new Date('2019-03-03')
    const { id } = await one.deps.db.log.create({
      data: {
        userId,
        albumId: album.id,
        source: 'spotify',
        imported: true,
        date: day,
        rating: 5,
        review: 'Brought.',
        reviewedAt: day,
        createdAt: day,
      },
    })
    const feed = async () => (await follower.client.activity.feed.query({})).items
    const live = await watch()
    // Adding the day of a listening creates no feed entry, and neither does saving a rating again that came with the import.
    await save({ date: '2019-04-04', favorite: true })
    await save({ rating: 5, review: 'Brought.' })
    expect(await feed()).toHaveLength(1)

    const began = Date.now()
    await save({ rating: 7 })
    await vi.waitFor(() => expect(live.events).toHaveLength(1))
    const [newest, ...older] = await feed()
    expect(live.events).toEqual([{ type: 'log.saved', entry: newest }])
    expect(newest).toMatchObject({ id, rating: 7, favorite: true, date: '2019-04-04' })
    expect(Date.parse(newest!.createdAt)).toBeGreaterThanOrEqual(began)
    expect(older).toHaveLength(1)

    await save({ rating: 3 }, author, albums[1])
    await save({ date: '2020-05-05', rating: 0 })
    await vi.waitFor(() => expect(live.events).toHaveLength(3))
    const after = await feed()
    expect(after[0]).toMatchObject({ id, date: '2020-05-05', rating: 0, createdAt: newest!.createdAt })
    expect(live.events.at(-1)).toEqual({ type: 'log.saved', entry: after[0] })
    // Its position among the user's own albums is independent of that.
    const { items } = await author.client.logs.listened.query({ nickname: 'author' })
    expect(items.map((one) => one.album.name)).toEqual(['Dummy', 'Homogenic'])
    await author.client.logs.remove.mutate({ id })
    expect((await feed()).map((one) => one.album.name)).toEqual(['Dummy'])
  })

  it('follows whom the viewer begins to follow while it is open, and leaves whom they leave', async () => {
    const late = await here.register('late')
    const live = await watch()
    await follower.client.follows.set.mutate({ nickname: 'late', following: true })
    await vi.waitFor(() => expect(live.events).toEqual([{ type: 'follow.added', nickname: 'late' }]))
    await save({}, late)
    await vi.waitFor(() => expect(live.types()).toEqual(['follow.added', 'log.saved']))
    await follower.client.follows.set.mutate({ nickname: 'author', following: false })
    await vi.waitFor(() => expect(live.events.at(-1)).toEqual({ type: 'follow.removed', nickname: 'author' }))
    await save()
    await save({ rating: 2 }, late)
    await vi.waitFor(() => expect(live.events).toHaveLength(4))
    expect(live.events.at(-1)).toMatchObject({ type: 'log.saved', entry: { user: { nickname: 'late' } } })
  })

  it('goes on from the page: what happens between the page and the stream is told', async () => {
    const { live: cursor } = await follower.client.activity.feed.query({})
    await save()
    const live = await watch(follower, cursor)
    await vi.waitFor(() => expect(live.types()).toEqual(['log.saved']))
  })

  it.each(['nonsense', '0000000000000000.12', ''])(
    'an event id of another life (%j) is a reset, then it streams',
    async (id) => {
      const live = await watch(follower, id)
      await vi.waitFor(() => expect(live.types()).toEqual(['reset']))
      await save()
      await vi.waitFor(() => expect(live.types()).toEqual(['reset', 'log.saved']))
    },
  )

  it('is for people who are signed in', async () => {
    const events: unknown[] = []
    const { client } = here.visitor()
    client.activity.live.subscribe({}, { onError: (error) => events.push(error.data?.code) })
    await vi.waitFor(() => expect(events).toEqual(['UNAUTHORIZED']))
  })
})

describe('a connection', () => {
  it('cut before the first event, by who named no place to begin, loses nothing', async () => {
    const live = await watch()
    await vi.waitFor(() => expect(live.ids).toHaveLength(1))
    two.sockets().forEach((socket) => socket.terminate())
    await save()
    await vi.waitFor(() => expect(live.types()).toEqual(['log.saved']))
  })

  it('that was cut comes back by itself: nothing is missing, nothing stands twice', async () => {
    const live = await watch()
    await save({ rating: 1 })
    await vi.waitFor(() => expect(live.events).toHaveLength(1))
    for (let round = 0; round < 3; round++) {
      two.sockets().forEach((socket) => socket.terminate())
      await save({ rating: 2 + round })
      await save({ rating: 6 + round })
    }
    await vi.waitFor(() => expect(live.events).toHaveLength(7))
    const versions = live.events.map((event) => (event.type === 'log.saved' ? event.entry.version : 0))
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('ends with the session that it stands on, in whichever process, and no other', async () => {
    const other = await there.login(follower)
    const [ending, staying] = [await watch(follower), await watch(other)]
    const before = two.sockets().length
    const elsewhere = await here.login(follower)
    await follower.client.auth.logout.mutate()
    await vi.waitFor(() => expect(two.sockets().length).toBeLessThan(before))
    await save()
    await vi.waitFor(() => expect(staying.types()).toEqual(['log.saved']))
    expect(ending.types()).not.toContain('log.saved')
    expect((await elsewhere.client.auth.me.query())?.nickname).toBe('follower')
  })

  it('leaves no listener behind', async () => {
    const before = two.deps.bus.subscriberCount()
    for (let round = 0; round < 5; round++) {
      const live = await watch()
      live.stop()
    }
    await vi.waitFor(() => expect(two.deps.bus.subscriberCount()).toBe(before))
  })
})
