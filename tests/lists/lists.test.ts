import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { disableAccount } from '../../server/account/operator.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { dummy, homogenic, plantAlbums } from './albums.ts'

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
const page = async (id: number) =>
  (await plak.harness.visitor().client.lists.albums.query({ id })).items.map(({ name }) => name)
const missing = { code: 'NOT_FOUND', message: 'List not found' }
const disable = (nickname: string) => disableAccount(plak.server.deps, nickname)

describe('a new list', () => {
  it('is what everybody sees of it then', async () => {
    const { id } = await create({
      name: '  Rain  ',
      description: ' For a grey day ',
      albums: [homogenic, dummy],
    })
    const seen = await plak.harness.visitor().client.lists.get.query({ id })
    expect(seen).toEqual({
      id,
      version: 1,
      name: 'Rain',
      description: 'For a grey day',
      owner: { nickname: 'owner', avatar: null },
      albumCount: 2,
      visibility: 'everyone',
      hidden: false,
      ranked: false,
      noted: false,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      likeCount: 0,
      liked: false,
      clonedFrom: null,
      live: expect.stringMatching(/\.\d+$/),
    })
    const { items, next } = await plak.harness.visitor().client.lists.albums.query({ id })
    expect([items, next]).toEqual([
      [
        {
          artist: 'Björk',
          name: 'Homogenic',
          image: expect.stringMatching(/^http/),
          year: null,
          place: 1,
          note: '',
        },
        {
          artist: 'Portishead',
          name: 'Dummy',
          image: expect.stringMatching(/^http/),
          year: null,
          place: 2,
          note: '',
        },
      ],
      null,
    ])
  })

  it('holds an album once, where it was named first, under whatever name', async () => {
    const { id: number } = await owner.client.lists.choose.mutate(dummy)
    const { id } = await create({
      albums: [{ artist: 'BJÖRK', album: 'homogenic' }, number, homogenic, dummy, number, albums[0]!],
    })
    expect(await page(id)).toEqual(['Homogenic', 'Dummy', 'Planted 0'])
  })

  it('is one for one submission, twice in a row and at once', async () => {
    const wished = list()
    const ids = await Promise.all(Array.from({ length: 5 }, () => owner.client.lists.create.mutate(wished)))
    expect(new Set([...ids, await owner.client.lists.create.mutate(wished)].map(({ id }) => id)).size).toBe(1)
    expect([await plak.server.deps.db.list.count(), await plak.server.deps.db.event.count()]).toEqual([1, 1])
    const other = await plak.harness.register('other')
    expect((await other.client.lists.create.mutate(wished)).id).not.toBe(ids[0]!.id)
  })

  it.each([
    ['no name', { name: '   ' }, { name: 'Please enter a list name' }],
    ['a long name', { name: 'x'.repeat(101) }, { name: 'Must be at most 100 characters' }],
    [
      'a long description',
      { description: 'x'.repeat(2001) },
      { description: 'Must be at most 2,000 characters' },
    ],
    ['no album', { albums: [] }, { albums: 'Please select at least one album' }],
    [
      'too many albums',
      { albums: Array.from({ length: 1001 }, (_, index) => index + 1) },
      { albums: 'A list can hold up to 1,000 albums' },
    ],
    ['a number that is no album', { albums: [2 ** 31 - 1] }, { albums: 'Album not found' }],
    [
      'an album that nobody knows',
      { albums: [{ artist: 'Nobody', album: 'Nothing at all' }] },
      { albums: 'Album not found' },
    ],
  ])('with %s is refused under the field', async (_, wrong, fields) => {
    expect(await refusal(create(wrong))).toMatchObject({ code: 'BAD_REQUEST', fields })
    expect(await plak.server.deps.db.list.count()).toBe(0)
  })

  it('with names the catalogue cannot be asked about says so, with known ones it is made', async () => {
    await owner.client.lists.choose.mutate(dummy)
    plak.server.demo.misbehave({ fault: 'offline' })
    expect(await refusal(create({ albums: [dummy, { artist: 'Radiohead', album: 'Kid A' }] }))).toMatchObject(
      { code: 'SERVICE_UNAVAILABLE' },
    )
    expect(await page((await create({ albums: [dummy, albums[1]!] })).id)).toEqual(['Dummy', 'Planted 1'])
  })
})

describe('a list', () => {
  it('that never was, or whose owner is disabled, is not found, and cannot be edited', async () => {
    const { id } = await create()
    const reader = await plak.harness.register('reader')
    await disable('owner')
    for (const number of [id, 2 ** 31 - 1]) {
      for (const call of [
        reader.client.lists.get.query,
        reader.client.lists.albums.query,
        reader.client.lists.draft.query,
      ]) {
        expect(await refusal(call({ id: number }))).toMatchObject(missing)
      }
    }
  })

  it('comes with its albums by the hundred, and whole as a draft', async () => {
    await plak.server.deps.db.album.createMany({
      data: Array.from({ length: 205 }, (_, index) => ({
        key: `more-${index}`,
        artist: 'More',
        name: `More ${index}`,
      })),
    })
    const more = await plak.server.deps.db.album.findMany({
      where: { artist: 'More' },
      orderBy: { id: 'desc' },
    })
    const { id } = await create({ albums: [...more.map((album) => album.id), ...albums] })
    const names = [...more.map(({ name }) => name), ...albums.map((_, index) => `Planted ${index}`)]
    const found: string[] = []
    const sizes: number[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { items, next } = await plak.harness.visitor().client.lists.albums.query({ id, cursor })
      found.push(...items.map(({ name }) => name))
      sizes.push(items.length)
      cursor = next
    }
    expect([found, sizes]).toEqual([names, [100, 100, 10]])
    const draft = await owner.client.lists.draft.query({ id })
    expect(draft).toMatchObject({ id, version: 1, name: 'Rain', description: '' })
    expect(draft.albums.map(({ name }) => name)).toEqual(names)
    expect(draft.albums[0]).toEqual({
      id: more[0]!.id,
      artist: 'More',
      name: names[0],
      image: null,
      year: null,
      note: '',
    })
  })

  it('is a draft for its owner alone', async () => {
    const { id } = await create()
    const stranger = await plak.harness.register('stranger')
    expect(await refusal(stranger.client.lists.draft.query({ id }))).toMatchObject(missing)
  })

  it('shows the comments that can be seen on its card', async () => {
    const { id } = await create()
    const talker = await plak.harness.register('talker')
    for (const by of [owner, talker])
      await by.client.comments.add.mutate({ thread: { list: id }, text: 'Yes.', submission: randomUUID() })
    const card = async () => (await plak.harness.visitor().client.lists.search.query({})).items[0]
    expect(await card()).toMatchObject({ id, commentCount: 2 })
    await disable('talker')
    expect(await card()).toMatchObject({ id, commentCount: 1 })
  })
})

describe('an album', () => {
  it('is chosen by its names, under the catalogue’s own, with a number', async () => {
    const chosen = await owner.client.lists.choose.mutate({ artist: 'björk', album: 'HOMOGENIC' })
    expect(chosen).toEqual({
      id: expect.any(Number),
      artist: 'Björk',
      name: 'Homogenic',
      image: expect.stringMatching(/^http/),
      year: null,
    })
    const unknown = owner.client.lists.choose.mutate({ artist: 'Nobody', album: 'Nothing at all' })
    expect(await refusal(unknown)).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Album not found',
      fields: { album: 'Album not found' },
    })
  })
})
