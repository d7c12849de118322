import { expect, it } from 'vitest'
import { runProduct } from '../support/runProduct.ts'
import { bring, counted, preview } from './world.ts'

// MusicBrainz is the catalogue: what it knows of a name is known only once the name was looked up.

// The charts would bring some of the albums.
const plak = runProduct({
  settings: {
    CATALOGUE: 'musicbrainz',
    CONTACT: 'admin@example.org',
    LISTENBRAINZ_BASE: 'http://127.0.0.1:9',
  },
})

it('the year decides between the albums that a look-up finds, and without one the user does', async () => {
  const owner = await plak.harness.register('owner')
  const table =
    'Artist,Album,Year\nPeter Gabriel,Peter Gabriel,1980\nPeter Gabriel,Peter Gabriel,1977\nPeter Gabriel,Peter Gabriel,\n'
  const { id, counts } = await preview(plak.server.url, owner, table)
  expect(counted({ counts })).toEqual({ ready: 2, decide: 1 })
  const { items } = await owner.client.imports.rows.query({ id })
  expect(items.map(({ found }) => found?.name)).toEqual(['Peter Gabriel (1980)', 'Peter Gabriel', undefined])
  const { albums } = await owner.client.imports.proposals.query({ id, row: 2 })
  expect(albums.map(({ year }) => year)).toEqual([1977, 1978, 1980, 1982])
  const [, , , security] = albums
  await owner.client.imports.choose.mutate({
    id,
    row: 2,
    album: { artist: security!.artist, album: security!.name },
  })
  expect(counted(await bring(owner, id))).toEqual({ written: 3 })
  const names = await plak.server.deps.db.log.findMany({ select: { album: { select: { name: true } } } })
  expect(names.map(({ album }) => album.name).toSorted()).toEqual([
    'Peter Gabriel',
    'Peter Gabriel (1980)',
    'Peter Gabriel (1982)',
  ])
}, 90_000)
