import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { visibilities } from '../../shared/levels.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { makeHarness, type Harness, type Person, type Visitor } from '../harness/client.ts'
import { downloadData } from '../support/download.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { plantAlbums } from './albums.ts'
import { settled, watch } from './watch.ts'

let server: TestServer
let harness: Harness
let owner: Person
let follower: Person
let stranger: Person
let visitor: Visitor
let albums: number[]
const lists = {} as Record<Visibility, number>

beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
  await server.reset()
  owner = await harness.register('owner')
  follower = await harness.register('follower')
  stranger = await harness.register('stranger')
  visitor = harness.visitor()
  await follower.client.follows.set.mutate({ nickname: 'owner', following: true })
  albums = await plantAlbums(server.deps, 3)
  for (const visibility of visibilities) lists[visibility] = await create(owner, { visibility })
})
afterAll(async () => {
  await harness.close()
  await server.close()
})

const create = async (by: Person, more: object = {}) =>
  (
    await by.client.lists.create.mutate({
      name: 'Canary',
      albums: albums.slice(0, 2),
      submission: randomUUID(),
      ...more,
    })
  ).id

const readers = () => ({ owner, follower, stranger, visitor })
const seen: Record<keyof ReturnType<typeof readers>, Visibility[]> = {
  owner: ['everyone', 'followers', 'me'],
  follower: ['everyone', 'followers'],
  stranger: ['everyone'],
  visitor: ['everyone'],
}
const missing = { code: 'NOT_FOUND', message: 'List not found' }

describe('what a reader sees of lists of each level', () => {
  it.each(Object.keys(seen) as (keyof typeof seen)[])('%s', async (name) => {
    const reader: Visitor = readers()[name]
    const ids = seen[name].map((level) => lists[level]).toSorted((a, b) => a - b)
    const idsOf = ({ items }: { items: { id: number }[] }) =>
      items.map(({ id }) => id).toSorted((a, b) => a - b)
    const { client } = reader
    expect(idsOf(await client.lists.search.query({}))).toEqual(ids)
    expect(idsOf(await client.lists.search.query({ query: 'canary' }))).toEqual(ids)
    expect(idsOf(await client.lists.of.query({ nickname: 'owner' }))).toEqual(ids)
    expect(idsOf({ items: await client.lists.random.query() })).toEqual(ids)
    expect((await client.users.profile.query({ nickname: 'owner' })).counts.lists).toBe(ids.length)

    for (const level of visibilities) {
      const id = lists[level]
      const isSeen = seen[name].includes(level)
      const calls: Promise<unknown>[] = [
        client.lists.get.query({ id }),
        client.lists.albums.query({ id }),
        client.lists.albums.query({ id, sort: 'title' }),
        client.comments.list.query({ thread: { list: id } }),
      ]
      if (reader !== visitor) {
        const submission = randomUUID()
        calls.push(
          client.lists.progress.query({ id }),
          client.lists.like.mutate({ id, liked: true }),
          client.comments.add.mutate({ thread: { list: id }, text: 'Yes.', submission }),
        )
      }
      // Waits for all of them before checking the first error.
      await Promise.allSettled(calls)
      for (const call of calls) {
        if (isSeen) await call
        else expect(await refusal(call)).toMatchObject(missing)
      }
      const live = await watch(reader, id)
      expect(live.state.failed).toBe(isSeen ? '' : 'List not found')
      live.stop()
      const page = await fetch(`${server.url}/list/${id}`, { headers: { cookie: cookieOf(reader) } })
      expect([page.status, (await page.text()).includes('Canary')]).toEqual([isSeen ? 200 : 404, isSeen])
    }
  })

  it('pictures for link previews, and the address for search engines, are of those for everyone alone', async () => {
    for (const level of visibilities) {
      const { version } = await owner.client.lists.get.query({ id: lists[level] })
      const picture = await fetch(`${server.url}/preview/list/${lists[level]}.png?v=${version}`)
      const page = await fetch(`${server.url}/list/${lists[level]}`, { headers: { cookie: cookieOf(owner) } })
      const html = await page.text()
      const isForEveryone = level === 'everyone'
      expect([picture.status === 200, html.includes('rel="canonical"')]).toEqual([
        isForEveryone,
        isForEveryone,
      ])
    }
  })
})

const cookieOf = ({ cookies }: Visitor) => cookies.header() ?? ''

describe('the level of a list', () => {
  it('is the person’s default in a new list, stays when it is left out, and is saved with the rest', async () => {
    await server.deps.db.user.update({
      where: { nickname: 'owner' },
      data: { defaultVisibility: 'followers' },
    })
    const id = await create(owner)
    const level = async () => (await owner.client.lists.get.query({ id })).visibility
    expect(await level()).toBe('followers')
    const save = (version: number, more: object) =>
      owner.client.lists.save.mutate({ id, version, name: 'Canary', albums: albums.slice(0, 2), ...more })
    await save(1, { name: 'Renamed' })
    expect(await level()).toBe('followers')
    expect(await save(2, { name: 'Renamed', visibility: 'me' })).toEqual({ version: 3 })
    expect(await level()).toBe('me')
    expect((await owner.client.lists.draft.query({ id })).visibility).toBe('me')
    // Merged with a change of other fields.
    expect(await save(2, { name: 'Renamed', albums: albums.slice(0, 3) })).toEqual({ version: 4 })
    expect([await level(), await save(4, { visibility: 'everyone' })]).toEqual(['me', { version: 5 }])
    await owner.client.lists.remove.mutate({ id })
    await server.deps.db.user.update({
      where: { nickname: 'owner' },
      data: { defaultVisibility: 'everyone' },
    })
  })

  it('that is narrowed ends the open pages of people who lost it, at once and after a reconnect', async () => {
    const id = await create(owner)
    // A subscriber from before the event of its creation has a number receives that event, too.
    await settled(server)
    const watching = await Promise.all([watch(owner, id), watch(follower, id), watch(visitor, id)])
    const away = watching[2].ids.at(-1)!
    await settled(server)
    const save = (version: number, visibility: Visibility) =>
      owner.client.lists.save.mutate({ id, version, name: 'Secret', albums: albums.slice(0, 2), visibility })
    await save(1, 'followers')
    await vi.waitFor(() =>
      expect(watching.map((one) => one.types())).toEqual([['list.saved'], ['list.saved'], ['list.removed']]),
    )
    await vi.waitFor(() => expect(watching[2].state.isOver).toBe(true))
    await owner.client.comments.add.mutate({ thread: { list: id }, text: 'Ours.', submission: randomUUID() })
    await save(2, 'me')
    await vi.waitFor(() => expect(watching[1].types()).toEqual(['list.saved', 'list.removed']))
    await save(3, 'followers')
    await vi.waitFor(() => expect(watching[0].types()).toEqual(['list.saved', 'list.saved', 'list.saved']))
    const back = await watch(visitor, id, away)
    await vi.waitFor(() => expect(back.state.isOver).toBe(true))
    expect(JSON.stringify(back.events)).not.toContain('Secret')
    watching[0].stop()
    await owner.client.lists.remove.mutate({ id })
  })

  it('holds for the name of a clone’s source, and for a clone itself', async () => {
    const id = await create(owner, { visibility: 'followers', name: 'Source' })
    expect(await refusal(stranger.client.lists.clone.mutate({ id, submission: randomUUID() }))).toMatchObject(
      missing,
    )
    const copy = await follower.client.lists.clone.mutate({ id, submission: randomUUID() })
    expect(await follower.client.lists.get.query(copy)).toMatchObject({
      visibility: 'me',
      clonedFrom: { id, name: 'Source' },
    })
    expect(await refusal(owner.client.lists.get.query(copy))).toMatchObject(missing)
    await follower.client.lists.save.mutate({
      ...copy,
      version: 1,
      name: 'Mine',
      visibility: 'everyone',
      albums: albums.slice(0, 2),
    })
    expect(await stranger.client.lists.get.query(copy)).toMatchObject({ clonedFrom: null })
    const exported = async () => {
      const { data } = await downloadData(server.url, cookieOf(follower))
      return data.lists.find(({ name }) => name === 'Mine')
    }
    expect(await exported()).toMatchObject({
      clonedFrom: { name: 'Source' },
      visibility: 'everyone',
      ranked: false,
    })
    await follower.client.follows.set.mutate({ nickname: 'owner', following: false })
    expect(await follower.client.lists.get.query(copy)).toMatchObject({ clonedFrom: null })
    expect(await exported()).toMatchObject({ clonedFrom: null })
    await follower.client.follows.set.mutate({ nickname: 'owner', following: true })
  })
})
