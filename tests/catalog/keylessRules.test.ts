import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { fillAlbumWords } from '../../server/catalog/wordIndex.ts'
import { refusal } from '../support/refusal.ts'
import { runKeyless } from './keylessProduct.ts'

// Rules of the catalogue without a key, in the whole product.

const { plak, clock, visitor } = runKeyless()
const homogenic = { artist: 'Björk', album: 'Homogenic' }

test('an album without a row that the service knows cannot be added', async () => {
  const { client } = await plak.harness.register('listener')
  const added = await refusal(
    client.albums.add.mutate({ artist: 'Björk', title: 'Homogenic', submission: randomUUID() }),
  )
  expect(added).toMatchObject({ code: 'CONFLICT', message: 'This album is already here' })
})

test('another album of the same names can be added, unless its group is known here', async () => {
  const { client } = await plak.harness.register('listener')
  const add = (year: number) =>
    client.albums.add.mutate({
      artist: 'Björk',
      title: 'Homogenic',
      year,
      another: true,
      submission: randomUUID(),
    })
  expect(await add(1999)).toMatchObject({ name: 'Homogenic (1999)', year: 1999 })
  expect(await refusal(add(1999))).toMatchObject({ code: 'CONFLICT' })
  expect(await refusal(add(1997))).toMatchObject({ code: 'CONFLICT' })
})

test('a search has our own albums first, then those of the service', async () => {
  const { client } = await plak.harness.register('listener')
  await client.albums.add.mutate({
    artist: 'Kökler',
    title: 'Homogenic Nights',
    submission: randomUUID(),
  })
  await client.logs.save.mutate({ ...homogenic, rating: 9 })
  await fillAlbumWords(plak.server.deps)
  const search = { query: 'homogenic', page: 1 }
  const known = await visitor().catalog.known.query(search)
  expect(known.albums).toHaveLength(2)
  const { albums } = await visitor().catalog.search.query(search)
  expect(albums.slice(0, 2)).toEqual(known.albums)
  expect(albums.filter(({ name }) => name === 'Homogenic')).toHaveLength(1)
  const others = await visitor().catalog.search.query({ query: 'björk', page: 1 })
  expect(others.albums[0]).toMatchObject({ name: 'Homogenic' })
  expect(others.albums.length).toBeGreaterThan(2)
})

/** Waits until the whole discography is known. */
const readArtist = (artist: string) =>
  vi.waitFor(async () => {
    const page = await visitor().catalog.artist.query({ artist })
    expect(page.isLookedUp).toBeUndefined()
    return page
  }, 60_000)
const titlesOf = ({ albums }: { albums: { name: string }[] }) => albums.map(({ name }) => name)

test('an artist page has the albums that credit the artist after another one', async () => {
  expect(titlesOf(await readArtist('Lô Borges'))).toEqual(['Clube da Esquina'])
})

test('a picture of an artist that could not be fetched is asked for again after an hour', async () => {
  plak.server.demo.misbehave({ service: 'wikimedia', fault: 'error' })
  expect((await readArtist('Björk')).image).toBeNull()
  const { db } = plak.server.deps
  const { id } = await db.artist.findFirstOrThrow({ where: { name: 'Björk' } })
  await vi.waitFor(async () => {
    const { askAgainAt } = await db.servicePicture.findUniqueOrThrow({ where: { id } })
    expect(askAgainAt!.getTime() - Date.now()).toBeGreaterThan(30 * 60_000)
  }, 60_000)
  plak.server.demo.behave()
  // The covers of the charts would be due before it.
  await db.servicePicture.deleteMany({ where: { id: { not: id } } })
  clock.ahead = 61 * 60_000
  await vi.waitFor(async () => {
    const artist = await visitor().catalog.artist.query({ artist: 'Björk' })
    expect(artist.image).toMatch(/^\/pictures\//)
    expect(artist.imageCredit).toBeDefined()
  }, 60_000)
})
