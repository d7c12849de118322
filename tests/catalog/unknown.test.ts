import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { keepImportedAlbums } from '../../server/catalog/imports.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

// An album that an import named and the catalogue does not know: only our own row exists.

const plak = runProduct()
const image = 'https://img.test/yankı.png'
const row = { artist: 'Galata Dub Konsorsiyumu', name: 'Yankı / Echo', image }
const ref = { artist: row.artist, album: row.name }

beforeEach(async () => {
  await keepImportedAlbums(plak.server.deps, [row])
})

test('it has a page, with what its row knows', async () => {
  const { client } = plak.harness.visitor()
  const page = {
    ...row,
    year: null,
    releaseDate: null,
    type: null,
    genres: [],
    addedBy: null,
    musicbrainz: { state: 'waiting', id: null, url: null },
    listeners: null,
    playcount: null,
    url: null,
    tags: [],
    tracks: [],
    wiki: null,
    tint: null,
    withoutCatalogue: 'notFound',
  }
  // The second time the catalogue's 'not found' is cached.
  for (let time = 0; time < 2; time++) expect(await client.catalog.album.query(ref)).toEqual(page)
  expect(
    await client.catalog.album.query({ artist: 'GALATA DUB KONSORSIYUMU', album: 'yankı  echo' }),
  ).toEqual(page)
  const document = await fetch(`${plak.server.url}/album/Galata%20Dub%20Konsorsiyumu/Yank%C4%B1%20%2F%20Echo`)
  expect(document.status).toBe(200)
  expect(await document.text()).toContain(image)
})

test('an album without a row is still not found, as a page and as an answer', async () => {
  const nothing = { artist: 'Galata Dub Konsorsiyumu', album: 'Nothing' }
  expect(await refusal(plak.harness.visitor().client.catalog.album.query(nothing))).toMatchObject({
    code: 'NOT_FOUND',
    message: 'Album not found',
  })
  expect((await fetch(`${plak.server.url}/album/Galata%20Dub%20Konsorsiyumu/Nothing`)).status).toBe(404)
})

test('it can be logged, rated, reviewed, loved and put in a list, long after the import', async () => {
  // The row is no longer fresh: the catalogue is requested again, and still does not know the album.
  await plak.server.deps.db.album.updateMany({ data: { updatedAt: new Date('2020-01-01') } })
  const { client } = await plak.harness.register('listener')
  const { id } = await client.logs.save.mutate({ ...ref, rating: 8, review: 'Sis düdüğü.' })
  expect(await client.logs.save.mutate({ ...ref, rating: 9, date: '2026-01-05' })).toMatchObject({
    id,
    rating: 9,
  })
  await client.favorites.set.mutate({ ...ref, favorite: true })
  expect(await client.logs.mine.query(ref)).toMatchObject({ log: { id, date: '2026-01-05' }, favorite: true })
  expect(await client.logs.stats.query(ref)).toMatchObject({ count: 1, average: 4.5 })
  expect((await client.logs.reviews.query(ref)).items).toMatchObject([
    { id, album: row, review: 'Sis düdüğü.' },
  ])
  const list = await client.lists.create.mutate({
    name: 'Dub',
    description: '',
    albums: [ref],
    submission: randomUUID(),
  })
  expect((await client.lists.albums.query({ id: list.id })).items).toMatchObject([row])
  expect(await plak.server.deps.db.album.count()).toBe(1)
})
