import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fillAlbumWords } from '../../server/catalog/wordIndex.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

// The product without any key: MusicBrainz is the catalogue, and pages never wait for it.

const plak = runProduct({ settings: { CATALOGUE: 'musicbrainz', CONTACT: 'admin@example.org' } })
const homogenic = { artist: 'Björk', album: 'Homogenic' }
const unknown = { artist: 'Galata Dub Konsorsiyumu', album: 'Yankı / Echo' }

beforeEach(() => {
  plak.server.demo.behave()
  plak.server.demo.forgetRequests()
})

const visitor = () => plak.harness.visitor().client

describe('an album without a row', () => {
  test('is shown at once as being looked up, and completes itself with its tracks, its date and its cover', async () => {
    const client = visitor()
    const first = await client.catalog.album.query(homogenic)
    expect(first).toMatchObject({
      artist: 'Björk',
      name: 'Homogenic',
      image: null,
      tracks: [],
      withoutCatalogue: 'looking',
      musicbrainz: { state: 'waiting', id: null, url: null },
    })
    const album = await vi.waitFor(async () => {
      const now = await client.catalog.album.query(homogenic)
      expect(now.image).not.toBeNull()
      return now
    }, 60_000)
    expect(album).toMatchObject({ artist: 'Björk', name: 'Homogenic', year: 1997 })
    expect(album.withoutCatalogue).toBeUndefined()
    expect(album.tracks.length).toBeGreaterThan(5)
    expect(album.tracks.every(({ duration }) => duration !== null && duration > 60)).toBe(true)
    expect(album.image).toMatch(/^\/pictures\/[0-9a-f]{64}\/300\.webp$/)
    expect(album.coverSource).toMatch(/^https:\/\/coverartarchive\.org\/release-group\/[0-9a-f-]{36}\/front$/)
    const cover = await fetch(plak.server.url + album.image!)
    expect(cover.status).toBe(200)
    expect(cover.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const events = await plak.server.deps.db.event.findMany({ where: { type: 'album.changed' } })
    expect(events.length).toBeGreaterThan(0)
    // Nothing but MusicBrainz was asked for the album.
    expect(plak.server.demo.requests('lastfm')).toEqual([])
  })

  test('that the service does not know is not found, and is not asked for again', async () => {
    const client = visitor()
    expect(await client.catalog.album.query(unknown)).toMatchObject({ withoutCatalogue: 'looking' })
    await vi.waitFor(async () => {
      expect(await refusal(client.catalog.album.query(unknown))).toMatchObject({ code: 'NOT_FOUND' })
    })
    // Other albums are looked up in the background: those of the charts, and what the test before requested last.
    const asked = () =>
      plak.server.demo.requests('musicbrainz').filter(({ params }) => /yank/i.test(params.query ?? '')).length
    const count = asked()
    expect(count).toBeGreaterThan(0)
    expect(await refusal(client.catalog.album.query(unknown))).toMatchObject({ message: 'Album not found' })
    expect(asked()).toBe(count)
    expect(await plak.server.deps.db.album.findMany({ where: { artist: unknown.artist } })).toEqual([])
  })

  test('can be logged, loved and put in a list: the change waits for the answer', async () => {
    const { client } = await plak.harness.register('listener')
    const saved = await client.logs.save.mutate({ ...homogenic, rating: 9 })
    expect(saved).toMatchObject({ rating: 9 })
    await client.favorites.set.mutate({ ...homogenic, favorite: true })
    expect(await client.logs.mine.query(homogenic)).toMatchObject({ favorite: true, listens: 1 })
    const list = await client.lists.create.mutate({
      name: 'Nineties',
      description: '',
      albums: [homogenic],
      submission: randomUUID(),
    })
    expect((await client.lists.albums.query({ id: list.id })).items).toMatchObject([
      { name: 'Homogenic', year: 1997 },
    ])
    expect(await plak.server.deps.db.album.count()).toBe(1)
  })

  test('cannot be logged while the service fails; it is asked for when the service answers again', async () => {
    plak.server.demo.misbehave({ service: 'musicbrainz', fault: 'busy' })
    const { client } = await plak.harness.register('listener')
    const begun = performance.now()
    expect(await refusal(client.logs.save.mutate({ ...homogenic, rating: 9 }))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
    expect(performance.now() - begun).toBeGreaterThan(9_900)
    plak.server.demo.behave()
    await vi.waitFor(
      async () => expect((await client.catalog.album.query(homogenic)).year).toBe(1997),
      90_000,
    )
  })
})

test('an artist page completes itself with the whole discography and a credited picture', async () => {
  const client = visitor()
  expect(await client.catalog.artist.query({ artist: 'Björk' })).toMatchObject({
    name: 'Björk',
    isLookedUp: true,
  })
  const artist = await vi.waitFor(async () => {
    const now = await client.catalog.artist.query({ artist: 'Björk' })
    expect(now.isLookedUp).toBeUndefined()
    return now
  })
  const homogenicCard = artist.albums.find(({ name }) => name === 'Homogenic')
  expect(homogenicCard).toMatchObject({ artist: 'Björk', year: 1997, type: 'album' })
  const years = artist.albums.map(({ year }) => year ?? 0)
  expect(years).toEqual(years.toSorted((a, b) => b - a))
  // Covers follow in the background.
  await vi.waitFor(async () => {
    const { albums } = await client.catalog.artist.query({ artist: 'Björk' })
    expect(albums.find(({ name }) => name === 'Homogenic')?.image).toMatch(/^\/pictures\//)
  })
  // An artist is found under an alias.
  await client.catalog.artist.query({ artist: 'Björk Guðmundsdóttir' })
  await vi.waitFor(async () => {
    const alias = await client.catalog.artist.query({ artist: 'Björk Guðmundsdóttir' })
    expect(alias).toMatchObject({ name: 'Björk' })
  })
  expect(await plak.server.deps.db.releaseGroup.count()).toBeGreaterThanOrEqual(artist.albums.length)
})

test('pages name MusicBrainz as the source', async () => {
  const html = await (await fetch(plak.server.url)).text()
  expect(html).toContain('<meta name="plak-musicbrainz" content="1" />')
  expect(html).toContain('href="https://musicbrainz.org"')
  expect(html).not.toContain('AudioScrobbler')
})

test('a search asks MusicBrainz', async () => {
  const { albums } = await visitor().catalog.search.query({ query: 'homogenic', page: 1 })
  expect(albums).toContainEqual(expect.objectContaining({ artist: 'Björk', name: 'Homogenic', year: 1997 }))
  const { artists } = await visitor().catalog.searchArtists.query({ query: 'bjork', page: 1 })
  expect(artists[0]).toMatchObject({ name: 'Björk' })
})

test('a search has our own rows without doubles, and is theirs alone while MusicBrainz fails', async () => {
  const client = visitor()
  const homogenics = async (query: string) => {
    const { albums, more } = await client.catalog.search.query({ query, page: 1 })
    return { more, found: albums.filter(({ name }) => name === 'Homogenic') }
  }
  await vi.waitFor(async () => {
    expect((await client.catalog.album.query(homogenic)).year).toBe(1997)
  })
  await fillAlbumWords(plak.server.deps)
  const card = expect.objectContaining({ artist: 'Björk', name: 'Homogenic', year: 1997 })
  expect(await homogenics('homogenic')).toEqual({ more: 'none', found: [card] })
  plak.server.demo.misbehave({ service: 'musicbrainz', fault: 'busy' })
  expect(await homogenics('bjork homogeni')).toEqual({ more: 'failed', found: [card] })
})

test('trending and discover come from the charts of the week and the year', async () => {
  const client = visitor()
  const chart = (name: 'trending' | 'discover') => client.catalog.popular.query({ page: 1, chart: name })
  const trending = await vi.waitFor(async () => await chart('trending'))
  const discover = await vi.waitFor(async () => await chart('discover'))
  expect(trending.albums.length).toBeGreaterThan(20)
  expect(discover.albums).not.toEqual(trending.albums)
  for (const { albums } of [trending, discover]) {
    const counts = new Map<string, number>()
    for (const { artist } of albums) counts.set(artist, (counts.get(artist) ?? 0) + 1)
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(2)
  }
  expect(
    (await vi.waitFor(async () => await client.catalog.popularArtists.query({ page: 1 }))).artists.length,
  ).toBeGreaterThan(20)
  const asked = plak.server.demo.requests('listenbrainz').map(({ params }) => params.range)
  expect(asked).toContain('week')
})
