import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { homogenic, plantAlbums } from './albums.ts'

const plak = runProduct()
let owner: Person
let stranger: Person
let albums: number[]
let id: number

beforeEach(async () => {
  owner = await plak.harness.register('owner')
  stranger = await plak.harness.register('stranger')
  albums = await plantAlbums(plak.server.deps, 40)
  ;({ id } = await owner.client.lists.create.mutate({
    name: 'Rain',
    albums: albums.slice(0, 4),
    submission: randomUUID(),
  }))
})

const missing = { code: 'NOT_FOUND', message: 'List not found' }
const changed = {
  code: 'CONFLICT',
  message: 'This list has been changed elsewhere since you opened it. What you wrote is still here.',
}
const save = (more: object = {}, by = owner) =>
  by.client.lists.save.mutate({ id, version: 1, name: 'Rain', albums: albums.slice(0, 4), ...more })
const planted = (index: number) => ({ artist: 'Artist', album: `Planted ${index}` })
const setAlbum = (index: number, contained: boolean, by = owner) =>
  by.client.lists.setAlbum.mutate({ id, ...planted(index), contained })
const events = () => plak.server.deps.db.event.count({ where: { type: 'list.saved' } })

/** Returns the albums in the database, whose positions must have no gaps. */
async function stored() {
  const rows = await plak.server.deps.db.listAlbum.findMany({
    where: { listId: id },
    orderBy: { position: 'asc' },
  })
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index))
  return rows.map(({ albumId }) => albumId)
}

describe('an edit', () => {
  it('writes name, description and albums in their order', async () => {
    const before = await owner.client.lists.get.query({ id })
    const wished = [3, 9, 0, 8].map((index) => albums[index]!)
    expect(
      await save({ name: ' Sun ', description: 'Dry.', albums: [...wished, wished[0]!, homogenic] }),
    ).toEqual({ version: 2 })
    const after = await owner.client.lists.get.query({ id })
    expect(after).toMatchObject({
      name: 'Sun',
      description: 'Dry.',
      version: 2,
      albumCount: 5,
      createdAt: before.createdAt,
    })
    expect(after.updatedAt > before.updatedAt).toBe(true)
    expect((await stored()).slice(0, 4)).toEqual(wished)
  })

  it('that changes nothing makes no version and no event', async () => {
    expect(await save()).toEqual({ version: 1 })
    expect(await events()).toBe(1)
  })

  it('of an outdated state is refused, and nothing is written', async () => {
    await save({ name: 'Other tab' })
    expect(await refusal(save({ name: 'Late', albums: [albums[7]!] }))).toMatchObject(changed)
    expect(await owner.client.lists.get.query({ id })).toMatchObject({
      name: 'Other tab',
      albumCount: 4,
      version: 2,
    })
    expect(await save({ version: 2, name: 'Late' })).toEqual({ version: 3 })
  })

  it('whose answer was lost is answered again', async () => {
    const wished = { name: 'Sun', description: 'Dry.', albums: albums.slice(2, 9).toReversed() }
    expect(await save(wished)).toEqual({ version: 2 })
    expect(await save(wished)).toEqual({ version: 2 })
    expect(await events()).toBe(2)
  })

  it('by two at once of one version: one wins', async () => {
    const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => save({ name }).catch(() => null)))
    expect(answers.filter((answer) => answer !== null)).toEqual([{ version: 2 }])
  })

  it('is its owner’s alone', async () => {
    expect(await refusal(save({ name: 'Mine' }, stranger))).toMatchObject(missing)
    expect(await refusal(save({ id: 2 ** 31 - 1 }))).toMatchObject(missing)
    expect(await refusal(setAlbum(9, true, stranger))).toMatchObject(missing)
    expect(await refusal(stranger.client.lists.remove.mutate({ id }))).toMatchObject(missing)
    expect(await owner.client.lists.get.query({ id })).toMatchObject({ name: 'Rain', version: 1 })
  })

  it.each([
    ['no name', { name: '' }, { name: 'Please enter a list name' }],
    ['no album', { albums: [] }, { albums: 'Please select at least one album' }],
    ['a number that is no album', { albums: [2 ** 31 - 1] }, { albums: 'Album not found' }],
  ])('with %s is refused', async (_, wrong, fields) => {
    expect(await refusal(save(wrong))).toMatchObject({ code: 'BAD_REQUEST', fields })
  })

  it('of a thousand albums turns them round, and goes there and back', async () => {
    await plak.server.deps.db.album.createMany({
      data: Array.from({ length: 1_000 }, (_, index) => ({
        key: `thousand-${index}`,
        artist: 'Thousand',
        name: `${index}`,
      })),
    })
    const all = (
      await plak.server.deps.db.album.findMany({ where: { artist: 'Thousand' }, select: { id: true } })
    ).map((row) => row.id)
    await save({ albums: all })
    await save({ version: 2, albums: all.toReversed() })
    expect(await stored()).toEqual(all.toReversed())
    const draft = await owner.client.lists.draft.query({ id })
    expect(draft.albums.map((album) => album.id)).toEqual(all.toReversed())
    const full = { code: 'BAD_REQUEST', message: 'A list can hold up to 1,000 albums' }
    expect(await refusal(setAlbum(0, true))).toMatchObject(full)
    await save({ version: 3, albums: all.slice(1) })
    expect(await setAlbum(0, true)).toEqual({ albumCount: 1_000, version: 5 })
  })
})

describe('one album', () => {
  it('is put at the end and taken out of the middle; the same twice changes nothing', async () => {
    expect(await setAlbum(9, true)).toEqual({ albumCount: 5, version: 2 })
    expect(await setAlbum(9, true)).toEqual({ albumCount: 5, version: 2 })
    expect(await setAlbum(1, false)).toEqual({ albumCount: 4, version: 3 })
    expect(await setAlbum(1, false)).toEqual({ albumCount: 4, version: 3 })
    expect(await stored()).toEqual([0, 2, 3, 9].map((index) => albums[index]))
    expect(await events()).toBe(3)
  })

  it('that nobody knows is not put in; taking it out changes nothing', async () => {
    const unknown = { id, artist: 'Nobody', album: 'Nothing at all' }
    const refused = await refusal(owner.client.lists.setAlbum.mutate({ ...unknown, contained: true }))
    expect(refused).toMatchObject({ code: 'NOT_FOUND', message: 'Album not found' })
    expect(await owner.client.lists.setAlbum.mutate({ ...unknown, contained: false })).toEqual({
      albumCount: 4,
      version: 1,
    })
  })

  it('that is the last one stays', async () => {
    await save({ albums: [albums[5]!] })
    expect(await refusal(setAlbum(5, false))).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Please select at least one album',
    })
    expect(await stored()).toEqual([albums[5]])
  })

  it('from ten tabs at once is in the list once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => setAlbum(9, true)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"albumCount":5,"version":2}']),
    )
    expect(await stored()).toEqual([0, 1, 2, 3, 9].map((index) => albums[index]))
  })

  it('and thirty others at once are all in the list, and what is taken out meanwhile is out', async () => {
    const tab = await plak.harness.login(owner)
    const added = Array.from({ length: 30 }, (_, index) => index + 4)
    await Promise.all([
      ...added.map((index) => setAlbum(index, true, index % 2 ? owner : tab)),
      ...[0, 2].map((index) => setAlbum(index, false, tab)),
    ])
    expect(new Set(await stored())).toEqual(new Set([1, 3, ...added].map((index) => albums[index])))
    expect(await owner.client.lists.get.query({ id })).toMatchObject({ version: 33, albumCount: 32 })
  })

  it('at the same time as likes, edits of other lists and the removal end without a server error', async () => {
    const fans = await Promise.all([1, 2, 3, 4].map((n) => plak.harness.register(`fan${n}`)))
    await Promise.all(
      fans.map((fan, n) =>
        fan.client.lists.create.mutate({
          name: 'Mine',
          albums: albums.slice(n, n + 9),
          submission: randomUUID(),
        }),
      ),
    )
    const answers = await Promise.allSettled([
      ...Array.from({ length: 12 }, (_, index) => setAlbum(index + 4, true)),
      ...fans.flatMap((fan) =>
        [true, false, true].map((liked) => fan.client.lists.like.mutate({ id, liked })),
      ),
      owner.client.lists.like.mutate({ id, liked: true }),
      owner.client.lists.remove.mutate({ id }),
      ...Array.from({ length: 4 }, (_, index) => setAlbum(index + 20, true)),
    ])
    const refused = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [(answer.reason as Error).message] : [],
    )
    expect(refused.filter((message) => message !== 'List not found')).toEqual([])
    expect([await plak.server.deps.db.list.count(), await plak.server.deps.db.listLike.count()]).toEqual([
      4, 0,
    ])
    expect(await plak.server.deps.db.listAlbum.count({ where: { listId: id } })).toBe(0)
  })
})

describe('a removed list', () => {
  it('takes everything along, and is not found from then on', async () => {
    await stranger.client.lists.like.mutate({ id, liked: true })
    await stranger.client.comments.add.mutate({
      thread: { list: id },
      text: 'Yes.',
      submission: randomUUID(),
    })
    expect(await owner.client.lists.remove.mutate({ id })).toEqual({ id })
    expect(await refusal(owner.client.lists.remove.mutate({ id }))).toMatchObject(missing)
    expect(await refusal(owner.client.lists.get.query({ id }))).toMatchObject(missing)
    const { db } = plak.server.deps
    expect(
      await Promise.all([db.listAlbum.count(), db.listLike.count(), db.comment.count(), db.listText.count()]),
    ).toEqual([0, 0, 0, 0])
    expect(await db.album.count()).toBe(albums.length)
  })
})
