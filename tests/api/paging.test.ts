import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { plantAlbums } from '../lists/albums.ts'
import { runProduct } from '../support/runProduct.ts'
import { makeApi, tokenOf, type Api, type Body } from './client.ts'

const plak = runProduct()

let api: Api
let owner: Person
let token: string
beforeEach(async () => {
  api = await makeApi(plak.server.url)
  owner = await plak.harness.register('owner')
  token = await tokenOf(owner)
})

async function readAll(path: string, { limit, ...query }: Record<string, string | number>): Promise<Body[]> {
  const items: Body[] = []
  let cursor: string | null = null
  do {
    const sent: Record<string, string | number> = {
      ...query,
      limit: limit!,
      ...(cursor !== null && { cursor }),
    }
    const { body } = await api.get(path, { token, query: sent })
    expect(body.items.length).toBeLessThanOrEqual(Number(limit))
    if (body.next !== null) expect(body.items).toHaveLength(Number(limit))
    items.push(...body.items)
    cursor = body.next
  } while (cursor !== null)
  return items
}

describe('pages of any length lead through the same things', () => {
  const artist = 'Artist'
  const albums = [0, 1, 2, 3, 4, 5, 6].map((number) => ({ artist, album: `Planted ${number}` }))

  it('of one person, of an album and of a list', async () => {
    await plantAlbums(plak.server.deps, 7)
    const reader = await plak.harness.register('reader')
    for (const [day, album] of albums.entries()) {
      const review = `Review ${day}`
      const tags = ['winter', `tag ${day}`]
      const date = `2026-11-0${day + 1}`
      await owner.client.logs.save.mutate({ ...album, rating: 5, review, date, tags, favorite: true })
      await owner.client.listenLater.set.mutate({ ...album, wanted: true })
      await api.post('/lists', { token, body: { name: `List ${day}`, albums } })
      const other = await plak.harness.register(`other_${day}`)
      await other.client.follows.set.mutate({ nickname: 'owner', following: true })
      await owner.client.follows.set.mutate({ nickname: `other_${day}`, following: true })
      await other.client.logs.save.mutate({ ...albums[0]!, review, rating: 7 })
    }
    const [list] = (await api.get('/lists')).body.items
    await reader.client.logs.save.mutate({ ...albums[0]!, review: 'Mine' })
    for (let number = 0; number < 7; number++)
      await api.post(`/lists/${list.id}/comments`, { token, body: { text: `Comment ${number}` } })
    const paths = [
      ...[
        'diary',
        'reviews',
        'listened',
        'favorites',
        'lists',
        'tags',
        'tags/winter',
        'followers',
        'following',
      ].map((shelf) => `/people/owner/${shelf}`),
      '/albums/Artist/Planted%200/reviews',
      '/albums/Artist/Planted%200/reviews?sort=liked',
      '/listen-later',
      '/lists',
      `/lists/${list.id}/albums`,
      `/lists/${list.id}/comments`,
      '/activity',
      '/notifications',
    ]
    for (const address of paths) {
      const [path, search] = address.split('?')
      const query = Object.fromEntries(new URLSearchParams(search))
      const whole = await readAll(path!, { ...query, limit: 100 })
      expect(whole.length, path).toBeGreaterThan(address === '/notifications' ? 0 : 6)
      for (const limit of [1, 3]) expect(await readAll(path!, { ...query, limit }), path).toEqual(whole)
    }
  }, 60_000)
})

describe('pages of the catalogue', () => {
  it('are as long as was asked for', async () => {
    for (const path of ['/albums', '/artists']) {
      const first = (await api.get(path, { query: { limit: 60 } })).body
      expect(first.items).toHaveLength(60)
      const halves = [(await api.get(path, { query: { limit: 30 } })).body]
      halves.push((await api.get(path, { query: { limit: 30, cursor: halves[0].next } })).body)
      expect(halves.flatMap(({ items }) => items)).toEqual(first.items)
    }
  })
  it('of a search lead to its end', async () => {
    const whole = await readAll('/albums', { query: 'e', limit: 100 })
    expect(await readAll('/albums', { query: 'e', limit: 7 })).toEqual(whole)
  })
  it('finds people by the beginning of their nickname', async () => {
    for (const name of ['ada', 'adam', 'adele']) await plak.harness.register(name)
    const all = await readAll('/people', { query: 'ad', limit: 1 })
    expect(all.map(({ nickname }) => nickname)).toEqual(['ada', 'adam', 'adele'])
    expect((await api.get('/people')).body).toEqual({ items: [], next: null })
  })
  it('of people lead to the last one', async () => {
    const names = Array.from({ length: 60 }, (_, number) => `many_${String(number).padStart(2, '0')}`)
    await plak.server.deps.db.user.createMany({
      data: names.map((nickname) => ({ nickname, email: `${nickname}@plak.example` })),
    })
    for (const limit of [7, 30, 100]) {
      const all = await readAll('/people', { query: 'many', limit })
      expect(
        all.map(({ nickname }) => nickname),
        `limit ${limit}`,
      ).toEqual(names)
    }
  })
})
