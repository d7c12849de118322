import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeClient, type Person } from '../harness/client.ts'
import { makeProxy } from '../harness/proxy.ts'
import { startTwo, type TwoServers } from '../support/twoServers.ts'
import { homogenic, plantAlbums } from './albums.ts'
import { watch } from './watch.ts'

let servers: TwoServers
let one: TwoServers['one']
let two: TwoServers['two']
let here: TwoServers['here']
let there: TwoServers['there']
let owner: Person
let albums: number[]
let id: number

// Two processes: the owner's calls go to one, a visitor who is not signed in subscribes at the other.
beforeAll(async () => {
  servers = await startTwo()
  ;({ one, two, here, there } = servers)
  return servers.close
})
beforeEach(async () => {
  await one.reset()
  owner = await here.register('owner')
  albums = await plantAlbums(one.deps, 3)
  id = await create('Rain')
  await servers.settled()
})

const create = async (name: string) =>
  (await owner.client.lists.create.mutate({ name, albums: albums.slice(0, 2), submission: randomUUID() })).id
const save = (version: number, more: object = {}) =>
  owner.client.lists.save.mutate({ id, version, name: 'Rain', albums: albums.slice(0, 2), ...more })

describe('a reader of a list', () => {
  it('sees each edit as the page shows it, and nothing of other lists', async () => {
    const live = await watch(there.visitor(), id)
    await create('Another')
    await save(1, { name: 'Sun', description: 'Dry.' })
    await owner.client.lists.setAlbum.mutate({ id, ...homogenic, contained: true })
    await vi.waitFor(() => expect(live.types()).toEqual(['list.saved', 'list.saved']))
    expect(live.events[0]).toMatchObject({
      list: { version: 2, name: 'Sun', description: 'Dry.', albumCount: 2 },
    })
    const {
      likeCount: _,
      liked: __,
      live: ___,
      clonedFrom: ____,
      ...head
    } = await there.visitor().client.lists.get.query({ id })
    expect(live.events[1]).toEqual({ type: 'list.saved', list: head })
    live.stop()
  })

  it('receives its removal, and no further events', async () => {
    const live = await watch(there.visitor(), id)
    await owner.client.lists.remove.mutate({ id })
    await vi.waitFor(() => expect(live.state.isOver).toBe(true))
    expect(live.events).toEqual([{ type: 'list.removed', id }])
    await vi.waitFor(() => expect(two.deps.bus.subscriberCount()).toBe(0))
  })

  it('is told so, too, when its owner’s account goes, and when the reader was away meanwhile', async () => {
    const live = await watch(there.visitor(), id)
    const { live: place } = await there.visitor().client.lists.get.query({ id })
    await owner.client.auth.deleteAccount.mutate({ password: owner.password })
    await vi.waitFor(() => expect(live.events).toEqual([{ type: 'list.removed', id }]))
    const late = await watch(there.visitor(), id, place)
    await vi.waitFor(() => expect(late.events).toEqual([{ type: 'list.removed', id }]))
  })

  it('of a list that is not there is refused', async () => {
    const live = await watch(there.visitor(), 2 ** 31 - 1)
    expect(live.state.failed).toBe('List not found')
  })

  it('loses nothing by a cut connection, and gets nothing twice', async () => {
    const proxy = await makeProxy(two.url)
    const reader = makeClient({ url: proxy.url })
    const live = await watch(reader, id)
    await save(1, { name: 'Version 2' })
    await vi.waitFor(() => expect(live.events).toHaveLength(1))
    proxy.cut()
    await save(2, { name: 'Version 3' })
    await owner.client.lists.like.mutate({ id, liked: true })
    proxy.open()
    await save(3, { name: 'Version 4' })
    await vi.waitFor(() =>
      expect(live.types()).toEqual(['list.saved', 'list.saved', 'list.liked', 'list.saved']),
    )
    expect(live.events.flatMap((event) => (event.type === 'list.saved' ? [event.list.version] : []))).toEqual(
      [2, 3, 4],
    )
    live.stop()
    await reader.close()
    await proxy.close()
  })

  it('a client that resumes at the position of the page gets what happened since, with the counts', async () => {
    const fans = await Promise.all([1, 2].map((n) => here.register(`fan${n}`)))
    const { live: place } = await there.visitor().client.lists.get.query({ id })
    for (const fan of fans) await fan.client.lists.like.mutate({ id, liked: true })
    const live = await watch(there.visitor(), id, place)
    await vi.waitFor(() =>
      expect(live.events).toEqual([1, 2].map((likeCount) => ({ type: 'list.liked', id, likeCount }))),
    )
  })

  it('sees the edits of ten tabs in the order of their versions', async () => {
    const live = await watch(there.visitor(), id)
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        owner.client.lists.setAlbum.mutate({
          id,
          artist: 'Artist',
          album: 'Planted 2',
          contained: index % 2 === 0,
        }),
      ),
    )
    await servers.settled()
    const { version } = await there.visitor().client.lists.get.query({ id })
    const versions = () =>
      live.events.flatMap((event) => (event.type === 'list.saved' ? [event.list.version] : []))
    await vi.waitFor(() =>
      expect(versions()).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 2)),
    )
    live.stop()
  })
})
