import { beforeEach, expect, it } from 'vitest'
import { coverWidths } from '../../shared/pictures.ts'
import type { Person } from '../harness/client.ts'
import { bring, preview } from '../imports/world.ts'
import { downloadData } from '../support/download.ts'
import { runProduct } from '../support/runProduct.ts'
import { picture, upload } from './covers.ts'

const plak = runProduct()
let ayse: Person
const ref = { artist: 'Kökler', album: 'Toprak' }

beforeEach(async () => {
  ayse = await plak.harness.register('ayse')
  const { cover } = await upload(plak.server.url, ayse, await picture(700).png().toBuffer())
  const toprak = { artist: 'Kökler', title: 'Toprak', year: 1998, tracks: ['Bir', 'İki'] }
  await ayse.client.albums.add.mutate({ ...toprak, type: 'ep', cover, submission: crypto.randomUUID() })
  await ayse.client.albums.add.mutate({ artist: 'Kökler', title: 'Su', submission: crypto.randomUUID() })
  await ayse.client.logs.save.mutate({ ...ref, rating: 9 })
})

const zipOf = async (person: Person) => {
  const headers = { cookie: person.cookies.header()! }
  return new Uint8Array(
    await (await fetch(`${plak.server.url}/account/export.zip`, { headers })).arrayBuffer(),
  )
}

it('an export has the albums that a person added, each cover as a file', async () => {
  const { data, tables } = await downloadData(plak.server.url, ayse.cookies.header())
  expect(data.albums).toEqual([
    {
      artist: 'Kökler',
      name: 'Toprak',
      year: 1998,
      releaseDate: '1998',
      type: 'ep',
      tracks: ['Bir', 'İki'],
      cover: expect.stringMatching(/^covers\/[0-9a-f]{64}\.webp$/) as unknown,
    },
    { artist: 'Kökler', name: 'Su', year: null, releaseDate: null, type: null, tracks: [], cover: null },
  ])
  expect([...tables.keys()]).toContain(data.albums[0]!.cover)
  const fatma = await plak.harness.register('fatma')
  expect((await downloadData(plak.server.url, fatma.cookies.header())).data.albums).toEqual([])
})

it('an export lacks an album that was merged into another one', async () => {
  const { db } = plak.server.deps
  const into = await db.album.findFirstOrThrow({ where: { name: 'Su' } })
  await db.album.updateMany({ where: { name: 'Toprak' }, data: { mergedIntoId: into.id } })
  const { data, tables } = await downloadData(plak.server.url, ayse.cookies.header())
  expect(data.albums.map(({ name }) => name)).toEqual(['Su'])
  expect([...tables.keys()].filter((name) => name.startsWith('covers/'))).toEqual([])
})

it('what an export does not know of an album is not entered by anybody: a service can fill it in', async () => {
  const zip = await zipOf(ayse)
  await plak.server.reset()
  const deniz = await plak.harness.register('deniz')
  await bring(deniz, (await preview(plak.server.url, deniz, zip)).id)
  const su = await plak.server.deps.db.album.findFirstOrThrow({ where: { name: 'Su' } })
  expect(su.edited.split(',')).not.toContain('releaseDate')
})

it('an import elsewhere adds those that are unknown there, under the importer’s name', async () => {
  const zip = await zipOf(ayse)
  await plak.server.reset()
  const { db } = plak.server.deps
  const fatma = await plak.harness.register('fatma')
  await fatma.client.albums.add.mutate({ artist: 'Kökler', title: 'Su', submission: crypto.randomUUID() })
  const deniz = await plak.harness.register('deniz')
  const { id, state } = await preview(plak.server.url, deniz, zip)
  expect(state).toBe('preview')
  await bring(deniz, id)
  const toprak = await fatma.client.catalog.album.query(ref)
  expect(toprak).toMatchObject({
    name: 'Toprak',
    year: 1998,
    addedBy: 'deniz',
    tracks: [{ name: 'Bir' }, { name: 'İki' }],
  })
  expect((await fetch(plak.server.url + toprak.image)).status).toBe(200)
  expect(await db.picture.count()).toBe(coverWidths.length)
  expect(await fatma.client.catalog.album.query({ ...ref, album: 'Su' })).toMatchObject({ addedBy: 'fatma' })
  expect(await deniz.client.logs.mine.query(ref)).toMatchObject({ log: { rating: 9 } })
})

it('an import adds albums with more than people can enter, as far as they can, and without what is invalid', async () => {
  const { db } = plak.server.deps
  // The release group that the album was linked to has more tracks, and longer names.
  const long = '🎧'.repeat(250)
  const tracks = [[` ${long} `, 61], ...Array.from({ length: 249 }, (_, index) => `Track ${index}`)]
  await db.album.updateMany({ where: { name: 'Toprak' }, data: { tracks: JSON.stringify(tracks) } })
  await db.album.updateMany({ where: { name: 'Su' }, data: { year: 1700, releaseDate: '1700-05' } })
  const { json, data } = await downloadData(plak.server.url, ayse.cookies.header())
  expect(data.albums).toMatchObject([{ tracks: { length: 250 } }, { year: 1700 }])
  const [toprak, su] = data.albums
  const strange = { ...su, name: 'Hava', year: 1999.5, type: 'opera', releaseDate: 1999, tracks: null }
  await plak.server.reset()
  const deniz = await plak.harness.register('deniz')
  const file = { ...JSON.parse(json), albums: [toprak, su, strange] }
  await bring(deniz, (await preview(plak.server.url, deniz, JSON.stringify(file))).id)
  const albumOf = (album: string) => deniz.client.catalog.album.query({ ...ref, album })
  const added = await albumOf('Toprak')
  expect(added).toMatchObject({ year: 1998, type: 'ep', addedBy: 'deniz' })
  const expected = ['🎧'.repeat(150), ...Array.from({ length: 199 }, (_, index) => `Track ${index}`)]
  expect(added.tracks.map(({ name }) => name)).toEqual(expected)
  for (const name of ['Su', 'Hava'])
    expect(await albumOf(name)).toMatchObject({ addedBy: 'deniz', year: null, releaseDate: null, type: null })
})
