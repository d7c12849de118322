import { beforeEach, expect, it } from 'vitest'
import { plantAlbums } from '../lists/albums.ts'
import { runProduct } from '../support/runProduct.ts'

// The parts of the home page that belong to the viewer alone.

const plak = runProduct()
const names = ['Planted 0', 'Planted 1', 'Planted 2', 'Planted 3']
const artist = 'Artist'
beforeEach(() => plantAlbums(plak.server.deps, 7))

it('has the three newest entries of those whom one follows', async () => {
  const reader = await plak.harness.register('reader')
  const author = await plak.harness.register('author')
  const stranger = await plak.harness.register('stranger')
  for (const album of names) await author.client.logs.save.mutate({ artist, album, rating: 8 })
  await stranger.client.logs.save.mutate({ artist: 'Portishead', album: 'Dummy', rating: 8 })
  expect(await reader.client.activity.newest.query()).toEqual([])
  await reader.client.follows.set.mutate({ nickname: 'author', following: true })
  const newest = await reader.client.activity.newest.query()
  const { items } = await reader.client.activity.feed.query({})
  expect(newest.map(({ album }) => album.name)).toEqual(names.slice(1).toReversed())
  expect(newest).toEqual(items.slice(0, 3))
  await author.client.people.block.mutate({ nickname: 'reader' })
  expect(await reader.client.activity.newest.query()).toEqual([])
})

it('has the first six albums of Listen later', async () => {
  const reader = await plak.harness.register('reader')
  const albums = [...names, 'Planted 4', 'Planted 5', 'Planted 6']
  for (const album of albums) await reader.client.listenLater.set.mutate({ artist, album, wanted: true })
  const { items } = await reader.client.listenLater.list.query({})
  expect(await reader.client.listenLater.first.query()).toEqual(items.slice(0, 6).map(({ album }) => album))
})
