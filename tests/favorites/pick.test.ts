import { beforeEach, expect, it } from 'vitest'
import type { AlbumRef } from '../../shared/catalog.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

// Albums that somebody picks in the welcome.

const plak = runProduct()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
})

const albums: AlbumRef[] = [
  { artist: 'Björk', album: 'Homogenic' },
  { artist: 'Portishead', album: 'Dummy' },
  { artist: 'Radiohead', album: 'Kid A' },
  { artist: 'Massive Attack', album: 'Mezzanine' },
  { artist: 'Joy Division', album: 'Unknown Pleasures' },
]
const titles = albums.map(({ album }) => album)
const pick = (...picks: AlbumRef[]) => owner.client.favorites.pick.mutate({ albums: picks })
const profile = async () => {
  const { client } = plak.harness.visitor()
  const { favoriteAlbums } = await client.users.profile.query({ nickname: 'owner' })
  const { items } = await client.favorites.of.query({ nickname: 'owner' })
  return { top: favoriteAlbums.map(({ name }) => name), hearts: items.map(({ name }) => name) }
}

it('gives each a heart, one after the other, and the first four the top of the profile, in their order', async () => {
  expect(await pick(...albums)).toEqual({ picked: 5 })
  expect(await profile()).toEqual({ top: titles.slice(0, 4), hearts: titles.toReversed() })
})

it('is the same when it is repeated, and an album under two names is one', async () => {
  await pick(...albums)
  await pick(albums[0]!, { artist: 'BJÖRK', album: 'homogenic' })
  expect(await profile()).toEqual({ top: titles.slice(0, 4), hearts: titles.toReversed() })
  expect(await pick()).toEqual({ picked: 0 })
})

it('takes the heart from an album that is put back, and its place in the top, which the next one gets', async () => {
  await pick(...albums)
  const [first, ...others] = albums
  const putBack = (...back: AlbumRef[]) =>
    owner.client.favorites.pick.mutate({ albums: others, putBack: back })
  for (let time = 0; time < 2; time++) {
    expect(await putBack(first!)).toEqual({ picked: 4 })
    expect(await profile()).toEqual({ top: titles.slice(1), hearts: titles.slice(1).toReversed() })
  }
  // Both at once mean that it is picked.
  await putBack(others[0]!)
  expect((await profile()).hearts).toEqual(titles.slice(1).toReversed())
  await owner.client.favorites.pick.mutate({ albums: [], putBack: others })
  expect(await profile()).toEqual({ top: [], hearts: [] })
})

it('takes only what is put back from a top that the person has chosen', async () => {
  await pick(...albums)
  await owner.client.favorites.setTop.mutate({ albums: [albums[1]!, albums[4]!] })
  await owner.client.favorites.pick.mutate({ albums: [albums[0]!], putBack: [albums[1]!] })
  expect((await profile()).top).toEqual(['Unknown Pleasures'])
})

it('leaves a top that the person has chosen as it is', async () => {
  await owner.client.favorites.setTop.mutate({ albums: [albums[4]!] })
  await pick(albums[0]!, albums[1]!)
  expect(await profile()).toEqual({ top: ['Unknown Pleasures'], hearts: ['Dummy', 'Homogenic'] })
})

it('logs nothing, enters no feed, notifies nobody, and shows the heart on listenings that exist', async () => {
  const follower = await plak.harness.register('follower')
  await follower.client.follows.set.mutate({ nickname: 'owner', following: true })
  const { id } = await owner.client.logs.save.mutate({ ...albums[0]!, rating: 8 })
  await pick(...albums)
  const { items } = await follower.client.activity.feed.query({})
  expect(items).toMatchObject([{ id, album: { name: 'Homogenic' }, favorite: true }])
  expect(await plak.server.deps.db.log.count()).toBe(1)
  expect((await follower.client.notifications.list.query({})).items).toEqual([])
})

it('with an album that the catalogue does not know changes nothing, and names its place', async () => {
  const { fields } = await refusal(pick(albums[0]!, { artist: 'Nobody', album: 'Nothing at all' }))
  expect(fields).toEqual({ 'albums.1': 'Album not found' })
  expect(await profile()).toEqual({ top: [], hearts: [] })
})

it('reaches the other tabs of the person', async () => {
  const seen: unknown[] = []
  owner.client.logs.live.subscribe({}, { onData: ({ data }) => void seen.push(data) })
  await expect.poll(() => seen).toEqual([{ type: 'live' }])
  await pick(albums[0]!)
  await expect.poll(() => seen[1]).toMatchObject({ type: 'ownLogs.changed', album: { name: 'Homogenic' } })
})
