import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { tidy } from '../../server/maintenance/retention.ts'
import type { Person } from '../harness/client.ts'
import { makeModerator } from '../moderation/cases.ts'
import { runProduct } from '../support/runProduct.ts'
import { picture, upload } from './covers.ts'

// Albums whose names a person has changed: the old ones lead to them everywhere.

const DAY = 24 * 60 * 60_000
let clock = 0
const plak = runProduct({ now: () => new Date(Date.now() + clock) })
const homogenic = { artist: 'Björk', album: 'Homogenic' }
const toprak = { artist: 'Kökler', album: 'Toprak' }
let fatma: Person
let moderator: Person

beforeEach(async () => {
  clock = 0
  ;[fatma, moderator] = [await plak.harness.register('fatma'), await plak.harness.register('moderator')]
  await makeModerator(plak.server, moderator)
})

const edit = (album: typeof homogenic, more: object) =>
  moderator.client.albums.edit.mutate({ album, ...more })
const addToprak = () =>
  fatma.client.albums.add.mutate({ artist: 'Kökler', title: 'Toprak', submission: randomUUID() })
const albums = () => plak.server.deps.db.album.findMany({ select: { artist: true, name: true } })
const page = (path: string) => fetch(plak.server.url + path, { redirect: 'manual' })

describe('the old address of a page', () => {
  it('leads to the new one with its query, and back after the undo', async () => {
    await addToprak()
    await edit(toprak, { title: 'Su' })
    const response = await page('/album/K%C3%B6kler/Toprak?review=7')
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe('/album/K%C3%B6kler/Su?review=7')
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
    expect((await page('/album/K%C3%B6kler/Su')).status).toBe(200)
    const [line] = (await moderator.client.moderation.audit.query({})).items
    await moderator.client.moderation.undo.mutate({ id: line!.action! })
    expect((await page('/album/K%C3%B6kler/Su')).headers.get('location')).toBe('/album/K%C3%B6kler/Toprak')
    expect((await page('/album/K%C3%B6kler/Toprak')).status).toBe(200)
  })

  it('leads there although nobody uses the album', async () => {
    await addToprak()
    await edit(toprak, { title: 'Su' })
    await tidy(plak.server.deps)
    expect(await fatma.client.catalog.album.query(toprak)).toMatchObject({ name: 'Su' })
  })

  it('is also that of a name which is known as another one of the album', async () => {
    await fatma.client.logs.save.mutate({ artist: 'bjork', album: 'homogenic', rating: 8 })
    expect((await page('/album/bjork/homogenic?a=1')).headers.get('location')).toBe(
      '/album/Bj%C3%B6rk/Homogenic?a=1',
    )
  })

  it('leads there under other spellings of the catalogue, too', async () => {
    await fatma.client.logs.save.mutate({ ...homogenic, rating: 8 })
    await edit(homogenic, { title: 'Homogénique' })
    const other = { artist: 'bjork', album: 'homogenic' }
    expect(await fatma.client.catalog.album.query(other)).toMatchObject({ name: 'Homogénique' })
    await fatma.client.logs.save.mutate({ ...other, rating: 9 })
    expect(await albums()).toEqual([{ artist: 'Björk', name: 'Homogénique' }])
  })
})

describe('cards of the catalogue', () => {
  const cardsOf = async (artist: string, query: string) => {
    const { catalog } = fatma.client
    return {
      search: (await catalog.search.query({ query })).albums,
      popular: (await catalog.popular.query({ page: 1 })).albums,
      artist: (await catalog.artist.query({ artist })).albums,
    }
  }
  const named = (cards: { name: string }[], name: string) => cards.filter((card) => card.name === name)

  it('have what was edited, once, also if the search of our own does not find the album', async () => {
    const [first] = (await fatma.client.catalog.popular.query({ page: 1 })).albums
    const { artist, name } = first!
    const bytes = await picture(200).png().toBuffer()
    const { cover } = await upload(plak.server.url, moderator, bytes)
    const { image } = await edit({ artist, album: name }, { title: 'Mutfak', cover, releaseDate: '1901' })
    const found = await cardsOf(artist, name)
    for (const cards of Object.values(found)) {
      expect(named(cards, name)).toEqual([])
      expect(named(cards, 'Mutfak')).toMatchObject([{ artist, image, year: 1901 }])
    }
  })

  it('are those of the album into which theirs was merged', async () => {
    await fatma.client.logs.save.mutate({ ...homogenic, rating: 8 })
    await addToprak()
    await moderator.client.moderation.merge.mutate({ from: homogenic, into: toprak, reason: 'One.' })
    const { artist } = await cardsOf('Björk', 'x')
    expect(named(artist, 'Homogenic')).toEqual([])
    expect(named(artist, 'Toprak')).toMatchObject([{ artist: 'Kökler' }])
  })

  it('are of the type Other if the album is linked to a group without a type', async () => {
    await fatma.client.logs.save.mutate({ ...homogenic, rating: 8 })
    const typeOf = async () => named((await cardsOf('Björk', 'x')).artist, 'Homogenic')
    expect(await typeOf()).toMatchObject([{ type: null }])
    const { db } = plak.server.deps
    const { id: albumId } = await db.album.findFirstOrThrow()
    const link = { state: 'linked', groupId: '1'.repeat(36) } as const
    await db.albumLink.upsert({ where: { albumId }, create: { albumId, ...link }, update: link })
    expect(await typeOf()).toMatchObject([{ type: 'other' }])
  })
})

it('a moderator edits an album that only the catalogue knows', async () => {
  await edit(homogenic, { releaseDate: '1997-09-22' })
  expect(await fatma.client.catalog.album.query(homogenic)).toMatchObject({ releaseDate: '1997-09-22' })
  await expect(edit({ artist: 'Nobody', album: 'Nothing' }, { title: 'x' })).rejects.toMatchObject({
    data: { code: 'NOT_FOUND', fields: { album: 'Album not found' } },
  })
})

it.each([{ artist: 'Björk Guðmundsdóttir' }, { title: 'Homogénique' }])(
  'a listening under the old names is one of the album, also after a week: %j',
  async (names) => {
    await fatma.client.logs.save.mutate({ ...homogenic, rating: 8 })
    await edit(homogenic, names)
    clock = 8 * DAY
    await fatma.client.logs.save.mutate({ ...homogenic, rating: 9 })
    expect(await albums()).toHaveLength(1)
    expect(await fatma.client.catalog.album.query(homogenic)).toMatchObject({
      artist: names.artist ?? 'Björk',
      name: names.title ?? 'Homogenic',
    })
  },
)
