import { beforeEach, describe, expect, it, vi } from 'vitest'
import { identityKey } from '../../server/catalog/albums.ts'
import { writeFacts, type Facts } from '../../server/catalog/facts.ts'
import { change } from '../../server/core/change.ts'
import type { AlbumEvent } from '../../shared/events.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct()
const homogenic = { artist: 'Björk', album: 'Homogenic' }
let albumId = 0

const album = (as = plak.harness.visitor()) => as.client.catalog.album.query(homogenic)
const write = (facts: Partial<Facts>) =>
  change(plak.server.deps, (each) => writeFacts(each, { albumId, by: 'service', ...facts }))

beforeEach(async () => {
  ;({ id: albumId } = await plak.server.deps.db.album.create({
    data: { key: identityKey(homogenic), artist: 'Björk', name: 'Homogenic' },
  }))
})

describe('an album', () => {
  it('comes with what our rows know of it', async () => {
    expect(await album()).toMatchObject({
      year: null,
      releaseDate: null,
      type: null,
      genres: [],
      addedBy: null,
      musicbrainz: { state: 'none', id: null, url: null },
    })
    const genres = ['e', 'd', 'c', 'b', 'a', 'f'].map((name, index) => ({ name, votes: index < 2 ? 9 : 1 }))
    await write({ releaseDate: '1997-09-22', type: 'album', genres })
    await expect
      .poll(() => album())
      .toMatchObject({
        year: 1997,
        releaseDate: '1997-09-22',
        type: 'album',
        genres: ['d', 'e', 'a', 'b', 'c'],
      })
  })

  it.each([
    ['waiting', null],
    ['ambiguous', null],
    ['linked', 'https://musicbrainz.org/release-group/5d9d4f4b-4d0e-3f0c-8b0e-1e1a2e0a2f5b'],
  ] as const)('that is %s says so', async (state, url) => {
    const groupId = url && url.slice(-36)
    await plak.server.deps.db.albumLink.create({ data: { albumId, state, groupId } })
    expect((await album()).musicbrainz).toEqual({ state, id: groupId, url })
  })

  it('names who added it, but not to those from whom they are hidden', async () => {
    const adder = await plak.harness.register('adder')
    const stranger = await plak.harness.register('stranger')
    const { id } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'adder' } })
    await plak.server.deps.db.album.update({ where: { id: albumId }, data: { isAdded: true, addedById: id } })
    for (let time = 0; time < 2; time++) expect((await album(stranger)).addedBy).toBe('adder')
    await adder.client.people.block.mutate({ nickname: 'stranger' })
    expect((await album(stranger)).addedBy).toBeNull()
    expect((await album(adder)).addedBy).toBe('adder')
  })

  it('tells its open page of a change, and every later answer has it', async () => {
    const address = `${plak.server.url}/trpc/catalog.album?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: homogenic }))}`
    const warm = async () => (await (await fetch(address)).json())[0].result.data as { year: number | null }
    for (let time = 0; time < 3; time++) expect((await warm()).year).toBeNull()
    const events: AlbumEvent[] = []
    plak.harness
      .visitor()
      .client.catalog.live.subscribe(homogenic, { onData: ({ data }) => events.push(data) })
    await vi.waitFor(() => expect(events).toEqual([{ type: 'live' }]))
    await write({ releaseDate: '1997' })
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'album.changed', album: homogenic }))
    expect((await warm()).year).toBe(1997)
    expect((await album()).year).toBe(1997)
  })
})

describe('cards of the service', () => {
  it('have the years that our rows know', async () => {
    await write({ releaseDate: '1997-09' })
    const { client } = plak.harness.visitor()
    const { albums } = await client.catalog.search.query({ query: 'homogenic', page: 1 })
    expect(albums).toContainEqual(expect.objectContaining({ name: 'Homogenic', year: 1997 }))
    const bjork = await client.catalog.artist.query({ artist: 'Björk' })
    expect(bjork.albums.find(({ name }) => name === 'Homogenic')?.year).toBe(1997)
    const [first] = (await client.catalog.popular.query({ page: 1 })).albums
    const { artist, name } = first!
    await plak.server.deps.db.album.upsert({
      where: { key: identityKey({ artist, album: name }) },
      create: { key: identityKey({ artist, album: name }), artist, name, releaseDate: '2001', year: 2001 },
      update: { releaseDate: '2001', year: 2001 },
    })
    expect((await client.catalog.popular.query({ page: 1 })).albums[0]).toEqual({ ...first, year: 2001 })
  })
})
