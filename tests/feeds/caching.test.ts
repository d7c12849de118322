import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { ask, type Answer } from './reading.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const dummy = { artist: 'Portishead', album: 'Dummy' }
const start = Date.parse('2026-11-24T12:00:00.300Z')
let time = start
let server: TestServer
let harness: Harness
let deniz: Person

beforeAll(async () => {
  server = await startServer({ now: () => new Date(time) })
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  time = start
  await server.reset()
  deniz = await harness.register('deniz')
})

const get = (headers: Record<string, string> = {}, path = '/profile/deniz/diary.xml') =>
  ask(server.url + path, headers)
const changed = ({ headers }: Answer) => headers.get('last-modified')!
const tag = ({ headers }: Answer) => headers.get('etag')!
const second = (count: number) => new Date(Date.parse('2026-11-24T12:00:00Z') + count * 1_000).toUTCString()
const pass = (seconds: number) => (time += seconds * 1_000)
const log = (more: object = {}) =>
  deniz.client.logs.save.mutate({ ...homogenic, date: '2026-11-24', ...more } as never)

describe('a feed that did not change', () => {
  test.each(['xml', 'json'])('is not sent again as %s, by its tag or its time', async (format) => {
    await log()
    const path = `/profile/deniz/diary.${format}`
    const first = await get({}, path)
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    pass(600)
    for (const headers of [
      { 'if-none-match': tag(first) },
      { 'if-none-match': `"other", ${tag(first).replace('W/', '')}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': changed(first) },
      { 'if-none-match': tag(first), 'if-modified-since': second(-99) },
    ] as Record<string, string>[]) {
      const again = await get(headers, path)
      expect([headers, again.status, again.text, tag(again)]).toEqual([headers, 304, '', tag(first)])
      expect(again.headers.get('cache-control')).toBe('public, max-age=300')
      expect(again.headers.get('access-control-allow-origin')).toBe('*')
    }
    for (const headers of [
      { 'if-none-match': '"other"', 'if-modified-since': changed(first) },
      { 'if-modified-since': second(-1) },
      { 'if-modified-since': 'yesterday' },
    ] as Record<string, string>[])
      expect([headers, (await get(headers, path)).status]).toEqual([headers, 200])
    expect(changed(await get({}, path))).toBe(changed(first))
  })

  test('has the same headers for HEAD, and none of a reader’s', async () => {
    await log()
    const expected = await get()
    const response = await fetch(`${server.url}/profile/deniz/diary.xml`, {
      method: 'HEAD',
      headers: { cookie: deniz.cookies.header()!, authorization: 'Bearer plak_nothing' },
    })
    expect(response.status).toBe(200)
    for (const name of ['etag', 'last-modified', 'cache-control', 'content-type'])
      expect([name, response.headers.get(name)]).toEqual([name, expected.headers.get(name)])
    expect(response.headers.get('set-cookie')).toBeNull()
  })
})

test('the time of a change is that of what the feed shows, and never the same for two contents', async () => {
  const { id } = await log()
  expect(changed(await get())).toBe(second(0))
  pass(10)
  await log({ id, rating: 8 })
  pass(10)
  const rated = await get()
  expect(changed(rated)).toBe(second(10))
  // A deletion leaves no row: it happened since the last request.
  const other = await log({ ...dummy })
  const both = await get()
  expect(changed(both)).toBe(second(20))
  await deniz.client.logs.remove.mutate({ id: other.id } as never)
  const without = await get({ 'if-modified-since': changed(both) })
  expect(without.status).toBe(200)
  // Not in the future; a second later it is known when.
  expect(changed(without)).toBe(second(20))
  pass(1)
  expect(changed(await get())).toBe(second(21))
  expect((await get({ 'if-modified-since': second(21) })).status).toBe(304)
  pass(60)
  await log({ id, visibility: 'me' })
  expect(changed(await get())).toBe(second(81))
})

test('a feed that is first requested long after its newest change is as old as that', async () => {
  pass(10)
  // The reset before each test empties the memory, which begins with the process.
  await server.restart()
  await log()
  pass(1_000)
  expect(changed(await get())).toBe(second(10))
})

describe('a change', () => {
  const read = async () => (await get()).text
  test('is in the very next response', async () => {
    const { id } = await log({ review: 'Glass.' })
    expect(await read()).toContain('Glass.')
    await log({ id, review: 'Ice.' })
    expect(await read()).toContain('Ice.')
    await deniz.client.favorites.set.mutate({ ...homogenic, favorite: true })
    expect(await read()).toContain('<plak:memberLike>Yes</plak:memberLike>')
    await server.deps.db.album.updateMany({ where: { name: 'Homogenic' }, data: { year: 1997 } })
    expect(await read()).toContain('Björk - Homogenic, 1997')
    await log({ id, visibility: 'followers' })
    expect(await read()).not.toContain('plak-log-')
    await log({ id, visibility: 'everyone' })
    expect(await read()).toContain(`plak-log-${id}`)
  })

  test('of a name moves the feeds, and keeps the ids', async () => {
    const { id } = await log()
    await deniz.client.users.update.mutate({ nickname: 'derin', avatar: '', bio: '', links: [] })
    expect((await get()).status).toBe(404)
    const renamed = await get({}, '/profile/derin/diary.xml')
    expect(renamed.text).toContain(`<guid isPermaLink="false">plak-log-${id}</guid>`)
    expect(renamed.text).toContain('<dc:creator>derin</dc:creator>')
  })
})

test('what is not for everyone, and what is missing, answer alike', async () => {
  const { client } = deniz
  const make = (visibility: 'me' | 'everyone') =>
    client.lists.create.mutate({
      name: 'Cold',
      description: '',
      albums: [homogenic],
      submission: crypto.randomUUID(),
      visibility,
    })
  const [own, open] = [await make('me'), await make('everyone')]
  const refused = async (path: string) => {
    const { status, headers, text } = await get({ cookie: deniz.cookies.header()! }, path)
    const same = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
    return { status, text, headers: Object.fromEntries(same) }
  }
  const missing = await refused('/profile/nobody/diary.xml')
  expect(missing).toMatchObject({ status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  for (const path of [
    `/list/${own.id}.xml`,
    '/list/999999.json',
    '/list/99999999999999.xml',
    '/profile/x%20y/lists.json',
  ])
    expect([path, await refused(path)]).toEqual([path, missing])
  const all = ['/profile/deniz/diary.xml', '/profile/deniz/lists.json', `/list/${open.id}.xml`]
  for (const path of all) expect([path, (await get({}, path)).status]).toEqual([path, 200])
  await client.visibility.setPrivate.mutate({ isPrivate: true } as never)
  for (const path of all) expect([path, await refused(path)]).toEqual([path, missing])
  await server.deps.db.user.updateMany({ data: { isPrivate: false, disabledAt: new Date() } })
  for (const path of all) expect([path, await refused(path)]).toEqual([path, missing])
})

describe('a page names the feeds of its subject', () => {
  const linksOf = async (path: string, headers: Record<string, string> = {}) => {
    const { text } = await get(headers, path)
    const tags = text.match(/<link rel="alternate" type="application\/rss\+xml"[^>]*>/g) ?? []
    return tags.map((each) => [/title="([^"]*)"/.exec(each)![1], /href="([^"]*)"/.exec(each)![1]])
  }
  const publicly = (path: string) => server.deps.settings.PUBLIC_URL + path

  test('on profiles, lists and albums, unless they are not for everyone', async () => {
    const { client } = deniz
    const list = await client.lists.create.mutate({
      name: 'Cold <Nights>',
      description: '',
      albums: [homogenic],
      submission: crypto.randomUUID(),
    })
    const own = { cookie: deniz.cookies.header()! }
    const ofProfile = [
      ['deniz’s diary', publicly('/profile/deniz/diary.xml')],
      ['Reviews by deniz', publicly('/profile/deniz/reviews.xml')],
      ['Lists by deniz', publicly('/profile/deniz/lists.xml')],
    ]
    const ofList = [['Cold &lt;Nights&gt;', publicly(`/list/${list.id}.xml`)]]
    expect(await linksOf('/profile/deniz')).toEqual(ofProfile)
    expect(await linksOf('/profile/Deniz?tab=lists', own)).toEqual(ofProfile)
    expect(await linksOf(`/list/${list.id}`)).toEqual(ofList)
    expect(await linksOf('/album/Bj%C3%B6rk/Homogenic', { cookie: 'plak_language=tr' })).toEqual([
      ['İncelemeler: Homogenic – Björk', publicly('/album/Bj%C3%B6rk/Homogenic.xml')],
    ])
    for (const path of ['/', '/lists', '/profile/nobody', '/list/99999', '/profile/deniz/tags'])
      expect([path, await linksOf(path)]).toEqual([path, []])
    await client.visibility.setPrivate.mutate({ isPrivate: true } as never)
    for (const headers of [{}, own])
      for (const path of ['/profile/deniz', `/list/${list.id}`])
        expect([path, await linksOf(path, headers)]).toEqual([path, []])
  })
})
