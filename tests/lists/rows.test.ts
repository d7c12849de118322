import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { tidy } from '../../server/maintenance/retention.ts'
import { albumKey } from '../../shared/albumKey.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { homogenic, makeRain, saveRain } from './albums.ts'

const plak = runProduct({ now: () => now })
let owner: Person
let reader: Person
let albums: number[]
let id: number
let now = new Date('2026-11-20T12:00:00Z')

beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z')
  ;({ owner, reader, albums, id } = await makeRain(plak))
})

const noted = (index: number, note: string) => ({ id: albums[index]!, note })
const save = (more: object = {}) => saveRain({ owner, albums, id }, more)
const get = (by = plak.harness.visitor()) => by.client.lists.get.query({ id })
const page = (more: object = {}, by = plak.harness.visitor()) => by.client.lists.albums.query({ id, ...more })
const names = async (more: object = {}, by?: Person) =>
  (await page(more, by)).items.map(({ name }) => name.replace('Planted ', ''))
const shown = async () =>
  (await page()).items.map(({ name, note }) => name.replace('Planted ', '') + (note && `:${note}`)).join(' ')
const changed = { code: 'CONFLICT' }

describe('ranks and notes', () => {
  it('are saved, shown with the places, and stay where they are left out', async () => {
    expect(
      await save({
        ranked: true,
        albums: [noted(1, ' First. '), albums[0]!, { ...homogenic, note: 'Cold.' }],
      }),
    ).toEqual({ version: 2 })
    expect(await get()).toMatchObject({ ranked: true, noted: true, version: 2 })
    const items = (await page()).items.map(({ name, place, note }) => [place, name, note])
    expect(items).toEqual([
      [1, 'Planted 1', 'First.'],
      [2, 'Planted 0', ''],
      [3, 'Homogenic', 'Cold.'],
    ])
    const draft = await owner.client.lists.draft.query({ id })
    expect(draft).toMatchObject({
      ranked: true,
      albums: [{ note: 'First.' }, { note: '' }, { note: 'Cold.' }],
    })

    await save({ version: 2, name: 'Sun', albums: [homogenic, albums[1]!] })
    expect(await get()).toMatchObject({ name: 'Sun', ranked: true })
    expect(await shown()).toBe('Homogenic:Cold. 1:First.')
    await save({ version: 3, name: 'Sun', ranked: false, albums: [noted(1, ''), homogenic] })
    expect(await get()).toMatchObject({ ranked: false, noted: true })
    expect(await shown()).toBe('1 Homogenic:Cold.')
  })

  it('of a new list are there at once; a note that is too long is refused', async () => {
    const { id: other } = await owner.client.lists.create.mutate({
      name: 'Ranked',
      ranked: true,
      albums: [noted(2, 'x'.repeat(2_000))],
      submission: randomUUID(),
    })
    const draft = await owner.client.lists.draft.query({ id: other })
    expect([draft.ranked, draft.albums[0]!.note.length]).toEqual([true, 2_000])
    expect(await refusal(save({ albums: [noted(2, 'x'.repeat(2_001))] }))).toMatchObject({
      code: 'BAD_REQUEST',
      fields: { 'albums.0.note': 'Must be at most 2,000 characters' },
    })
  })

  it('of a thousand albums, all full, are saved and read; strangers and batches stay small', async () => {
    await plak.server.deps.db.album.createMany({
      data: Array.from({ length: 1_000 }, (_, index) => ({
        key: `k-${index}`,
        artist: 'Many',
        name: `${index}`,
      })),
    })
    const many = await plak.server.deps.db.album.findMany({ where: { artist: 'Many' }, select: { id: true } })
    const full = many.map((album) => ({ id: album.id, note: 'ş'.repeat(1_000) + '€'.repeat(1_000) }))
    await save({ albums: full })
    const first = await page()
    expect(first.items.length).toBeLessThan(20)
    expect(first.items[0]!.note.length).toBe(2_000)
    const draft = await owner.client.lists.draft.query({ id })
    expect(draft.albums.every(({ note }, index) => note === full[index]!.note)).toBe(true)

    const send = async (path: string, cookie = '') =>
      await fetch(`${plak.server.url}/trpc/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ text: 'x'.repeat(200_000) }),
      })
    expect((await send('lists.save')).status).toBe(413)
    expect((await send('lists.save,lists.save?batch=1', owner.cookies.header())).status).toBe(413)
    expect((await send('lists.save', owner.cookies.header())).status).toBe(400)
    expect((await send('lists.choose', owner.cookies.header())).status).toBe(413)
  })
})

describe('an edit that began with an older version', () => {
  it('is merged where it touches other rows, and answered again', async () => {
    await save({ albums: [noted(0, 'theirs'), ...albums.slice(1, 4)] })
    await save({ version: 2, name: 'Sun', albums: [albums[4]!, ...albums.slice(0, 3)] })
    const late = { albums: [...albums.slice(0, 2), noted(2, 'mine'), albums[3]!, albums[5]!], ranked: true }
    expect(await save(late)).toEqual({ version: 4 })
    expect(await save(late)).toEqual({ version: 4 })
    expect(await shown()).toBe('4 0:theirs 1 2:mine 5')
    expect(await get()).toMatchObject({ name: 'Sun', ranked: true, version: 4 })
    expect(await plak.server.deps.db.event.count({ where: { type: 'list.saved' } })).toBe(4)
  })

  it('is refused where it touches the same, and where nobody knows any more what it began with', async () => {
    await save({ albums: [noted(0, 'theirs'), ...albums.slice(1, 4)] })
    expect(await refusal(save({ albums: [noted(0, 'mine'), ...albums.slice(1, 4)] }))).toMatchObject(changed)
    expect(await refusal(save({ version: 9, albums: [noted(1, 'mine')] }))).toMatchObject(changed)
    expect(await shown()).toBe('0:theirs 1 2 3')
    now = new Date('2026-11-22T12:00:00Z')
    expect((await tidy(plak.server.deps)).revisions).toBe(1)
    expect(
      await refusal(save({ albums: [albums[0]!, noted(1, 'mine'), ...albums.slice(2, 4)] })),
    ).toMatchObject(changed)
  })

  it('of many tabs at once: each keeps its note', async () => {
    await Promise.all(
      [0, 1, 2, 3].map((own) =>
        save({
          albums: [0, 1, 2, 3].map((index) => (index === own ? noted(index, `${own}`) : albums[index]!)),
        }),
      ),
    )
    expect(await shown()).toBe('0:0 1:1 2:2 3:3')
    expect(await get()).toMatchObject({ version: 5 })
  })

  it('is merged with an album that was added or taken out by its own page', async () => {
    const planted = (index: number) => ({ artist: 'Artist', album: `Planted ${index}` })
    await owner.client.lists.setAlbum.mutate({ id, ...planted(8), contained: true })
    await owner.client.lists.setAlbum.mutate({ id, ...planted(1), contained: false })
    await save({ albums: [...albums.slice(0, 4), noted(9, 'mine')] })
    expect(await shown()).toBe('0 2 3 8 9:mine')
  })

  it('that would make the list too long is refused', async () => {
    await plak.server.deps.db.album.createMany({
      data: Array.from({ length: 997 }, (_, index) => ({
        key: `k-${index}`,
        artist: 'Many',
        name: `${index}`,
      })),
    })
    const many = await plak.server.deps.db.album.findMany({ where: { artist: 'Many' }, select: { id: true } })
    await save({ albums: [...albums.slice(0, 4), ...many.slice(0, 996).map((album) => album.id)] })
    const late = save({ albums: [...albums.slice(0, 4), many[996]!.id] })
    expect(await refusal(late)).toMatchObject({ message: 'A list can hold up to 1,000 albums' })
  })
})

describe('the albums of a list', () => {
  beforeEach(async () => {
    const { db } = plak.server.deps
    for (const [index, name] of ['Çay', 'ada', 'Zebra', 'Bal'].entries()) {
      const artist = `Artist ${10 - index}`
      const data = { name, artist, key: albumKey({ artist, album: name }) }
      await db.album.update({ where: { id: albums[index]! }, data })
    }
  })

  it('come in the order that is asked for, each with its own place', async () => {
    const titles = await page({ sort: 'title' })
    expect(titles.items.map(({ name, place }) => [name, place])).toEqual([
      ['ada', 2],
      ['Bal', 4],
      ['Çay', 1],
      ['Zebra', 3],
    ])
    expect(await names({ sort: 'artist' })).toEqual(['Bal', 'Zebra', 'ada', 'Çay'])
    now = new Date('2026-11-20T13:00:00Z')
    await save({ albums: [albums[3]!, albums[0]!, albums[5]!, albums[1]!, albums[2]!] })
    expect(await names({ sort: 'added' })).toEqual(['5', 'Bal', 'Çay', 'ada', 'Zebra'])
    await reader.client.logs.save.mutate({ artist: 'Artist 8', album: 'Zebra', rating: 8 })
    await reader.client.logs.save.mutate({ artist: 'Artist 9', album: 'ada', rating: 3 })
    await owner.client.logs.save.mutate({ artist: 'Artist 8', album: 'Zebra', rating: 9 })
    expect(await names({ sort: 'rating' })).toEqual(['Zebra', 'ada', 'Bal', 'Çay', '5'])
    for (const [name, releaseDate] of [
      ['Bal', '1994'],
      ['Zebra', '1994-05'],
      ['Çay', '1994'],
    ] as const)
      await plak.server.deps.db.album.updateMany({ where: { name }, data: { releaseDate } })
    expect(await names({ sort: 'date' })).toEqual(['Zebra', 'Bal', 'Çay', '5', 'ada'])
    expect(await refusal(page({ sort: 'shuffle' }))).toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('are those that the viewer has heard, or the others; for a visitor all', async () => {
    await reader.client.logs.setListened.mutate({ artist: 'Artist 8', album: 'Zebra', listened: true })
    expect(await names({ show: 'heard' }, reader)).toEqual(['Zebra'])
    expect(await names({ show: 'unheard', sort: 'title' }, reader)).toEqual(['ada', 'Bal', 'Çay'])
    expect(await names({ show: 'unheard' }, reader)).toEqual(['Çay', 'ada', 'Bal'])
    expect((await names({ show: 'heard' })).length).toBe(4)
    expect(await reader.client.lists.progress.query({ id })).toEqual({ heard: 1, albums: 4 })
    expect(await owner.client.lists.progress.query({ id })).toEqual({ heard: 0, albums: 4 })
  })

  it('come page by page in each order, all of them and each once', async () => {
    await plak.server.deps.db.album.createMany({
      data: Array.from({ length: 250 }, (_, index) => ({
        key: albumKey({ artist: `M${index % 7}`, album: `${index}` }),
        artist: `M${index % 7}`,
        name: `${index}`,
      })),
    })
    const many = await plak.server.deps.db.album.findMany({
      where: { artist: { startsWith: 'M' } },
      select: { id: true },
    })
    await save({
      albums: many.map((album, index) => ({ id: album.id, note: index < 30 ? 'n'.repeat(1_500) : '' })),
    })
    await reader.client.logs.setListened.mutate({ artist: 'M3', album: '3', listened: true })
    for (const sort of ['order', 'title', 'artist', 'added', 'rating'] as const) {
      const seen: string[] = []
      let pages = 0
      for (let cursor: string | null = ''; cursor !== null; pages++) {
        const { items, next } = await page({ sort, show: 'unheard', cursor }, reader)
        seen.push(...items.map(({ name }) => name))
        cursor = next
      }
      expect([new Set(seen).size, seen.length]).toEqual([249, 249])
      expect(pages).toBeGreaterThan(2)
    }
  })
})
