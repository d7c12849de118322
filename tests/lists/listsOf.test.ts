import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { homogenic, plantAlbums } from './albums.ts'

const plak = runProduct({ now: () => now })
let owner: Person
let albums: number[]
let now = new Date('2026-11-20T12:00:00Z')

afterEach(() => plak.server.demo.behave())
beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z')
  owner = await plak.harness.register('owner')
  albums = await plantAlbums(plak.server.deps, 5)
})

const list = (more: object = {}) => ({
  name: 'Rain',
  albums: albums.slice(0, 2),
  submission: randomUUID(),
  ...more,
})
const create = (more: object = {}, by = owner) => by.client.lists.create.mutate(list(more))

describe('the viewer’s own lists', () => {
  it('come the last changed first, each with whether it holds the album', async () => {
    const names = ['First', 'Second', 'Third']
    const ids: number[] = []
    for (const name of names) {
      now = new Date(now.getTime() + 1_000)
      ids.push((await create({ name })).id)
    }
    await create({ name: 'Not mine' }, await plak.harness.register('other'))
    now = new Date(now.getTime() + 1_000)
    await owner.client.lists.setAlbum.mutate({ id: ids[0]!, ...homogenic, contained: true })
    const { items, next } = await owner.client.lists.mine.query(homogenic)
    expect(items.map(({ id, name, albumCount, contains }) => [id, name, albumCount, contains])).toEqual([
      [ids[0], 'First', 3, true],
      [ids[2], 'Third', 2, false],
      [ids[1], 'Second', 2, false],
    ])
    expect(items[0]!.cover).toEqual({ artist: 'Artist', name: 'Planted 0', image: null })
    expect(next).toBeNull()
    const unknown = await owner.client.lists.mine.query({ artist: 'Nobody', album: 'Nothing at all' })
    expect(unknown.items.map(({ contains }) => contains)).toEqual([false, false, false])
  })

  it('come by the fifty, each once, many of one moment', async () => {
    const { id: userId } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
    await plak.server.deps.db.list.createMany({
      data: Array.from({ length: 105 }, (_, index) => ({
        userId,
        name: `List ${index}`,
        submission: randomUUID(),
        updatedAt: now,
      })),
    })
    const sizes: number[] = []
    const found = new Set<number>()
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { items, next } = await owner.client.lists.mine.query({ ...homogenic, cursor })
      for (const { id } of items) found.add(id)
      sizes.push(items.length)
      cursor = next
    }
    expect([found.size, sizes]).toEqual([105, [50, 50, 5]])
  })
})

describe('a person’s lists', () => {
  it('come as cards, the one first that was changed last, and are counted on the profile', async () => {
    const rain = { name: 'Rain', albums: albums.slice(0, 4) }
    const { id } = await create(rain)
    now = new Date('2026-11-20T13:00:00Z')
    const { id: second } = await create({ name: 'Snow', albums: [albums[0]!] })
    const of = async () => (await plak.harness.visitor().client.lists.of.query({ nickname: 'OWNER' })).items
    expect((await of()).map((list) => list.id)).toEqual([second, id])
    now = new Date('2026-11-20T14:00:00Z')
    await owner.client.lists.save.mutate({ id, version: 1, ...rain, name: 'Rain again' })
    expect((await of()).map(({ name, albumCount }) => [name, albumCount])).toEqual([
      ['Rain again', 4],
      ['Snow', 1],
    ])
    const profile = await plak.harness.visitor().client.users.profile.query({ nickname: 'owner' })
    expect(profile.counts.lists).toBe(2)
    expect(await refusal(plak.harness.visitor().client.lists.of.query({ nickname: 'nobody' }))).toMatchObject(
      {
        code: 'NOT_FOUND',
      },
    )
  })
})
