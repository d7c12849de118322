import { afterEach, expect, test } from 'vitest'
import { identityKey } from '../../server/catalog/albums.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
afterEach(() => server.close())

const contact = { CONTACT: 'plak@example.org' }

async function call(procedure: string, input: object) {
  const query = new URLSearchParams({ input: JSON.stringify(input) })
  const response = await fetch(`${server.url}/trpc/${procedure}?${query}`)
  const { result, error } = (await response.json()) as { result?: { data: unknown }; error?: object }
  return { status: response.status, data: result?.data, error }
}

test.each([
  ['Last.fm without a key', { LASTFM_API_KEY: '', ...contact }],
  ['MusicBrainz without a contact', { CATALOGUE: 'musicbrainz' }],
])('%s asks no service: pages show our own rows, and say so', async (_, settings) => {
  server = await startServer({ settings })
  const { deps, demo } = server
  expect([deps.musicbrainz, deps.coverart, deps.listenbrainz, deps.wikimedia]).toEqual([
    null,
    null,
    null,
    null,
  ])
  for (const [procedure, input] of [
    ['catalog.popular', { page: 1 }],
    ['catalog.search', { query: 'homogenic', page: 1 }],
    ['catalog.artist', { artist: 'Björk' }],
    ['catalog.album', { artist: 'Björk', album: 'Homogenic' }],
  ] as const)
    expect(await call(procedure, input)).toMatchObject({
      status: 503,
      error: { message: 'The catalogue is not set up yet', data: { id: 'catalog.notSetUp' } },
    })
  const key = identityKey({ artist: 'Björk', album: 'Homogenic' })
  await deps.db.album.create({ data: { key, artist: 'Björk', name: 'Homogenic', updatedAt: new Date() } })
  expect((await call('catalog.album', { artist: 'Björk', album: 'Homogenic' })).data).toMatchObject({
    name: 'Homogenic',
    withoutCatalogue: 'notSetUp',
  })
  const card = { artist: 'Björk', name: 'Homogenic', image: null, year: null }
  expect((await call('catalog.artist', { artist: 'Björk' })).data).toMatchObject({
    name: 'Björk',
    image: null,
    listeners: null,
    playcount: null,
    bio: null,
    tags: [],
    similar: [],
    albums: [card],
    withoutCatalogue: 'notSetUp',
  })
  const page = { albums: [card], page: 1, hasNext: false, withoutCatalogue: 'notSetUp' }
  for (const [procedure, input] of [
    ['catalog.popular', { page: 1 }],
    ['catalog.popular', { page: 1, chart: 'trending' }],
    ['catalog.browse', { page: 1 }],
  ] as const)
    expect((await call(procedure, input)).data).toEqual(page)
  // Another artist, whose name begins with the same letters.
  expect(await call('catalog.artist', { artist: 'Bjö' })).toMatchObject({ status: 503 })
  expect(demo.requests()).toEqual([])
})

test('with Last.fm, MusicBrainz is asked as well, if there is a contact', async () => {
  server = await startServer({ settings: contact })
  const { musicbrainz, coverart, listenbrainz, wikimedia } = server.deps
  expect([coverart, listenbrainz, wikimedia]).toEqual([null, null, null])
  expect(musicbrainz).not.toBeNull()
})

test('with MusicBrainz, the services around it are asked as well, and Last.fm never', async () => {
  server = await startServer({ settings: { CATALOGUE: 'musicbrainz', ...contact } })
  const { musicbrainz, coverart, listenbrainz, wikimedia, catalogue } = server.deps
  expect([musicbrainz, coverart, listenbrainz, wikimedia]).not.toContain(null)
  await expect(catalogue.topAlbums(1)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(server.demo.requests()).toEqual([])
})
