import { beforeEach, expect, it } from 'vitest'
import type { AlbumRef } from '../../shared/catalog.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

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
]
const set = (...which: AlbumRef[]) => owner.client.favorites.setTop.mutate({ albums: which })
const top = async () =>
  (await plak.harness.visitor().client.users.profile.query({ nickname: 'owner' })).favoriteAlbums.map(
    ({ name }) => name,
  )

it('stands on the profile in the order of the request, as cards', async () => {
  const cards = await set(...albums)
  expect(cards.map(({ name }) => name)).toEqual(['Homogenic', 'Dummy', 'Kid A', 'Mezzanine'])
  expect(cards[0]).toEqual({
    artist: 'Björk',
    name: 'Homogenic',
    image: expect.stringMatching(/^http/),
    year: null,
  })
  await set(...albums.toReversed())
  expect(await top()).toEqual(['Mezzanine', 'Kid A', 'Dummy', 'Homogenic'])
  await set(albums[1]!)
  expect(await top()).toEqual(['Dummy'])
  await set()
  expect(await top()).toEqual([])
})

it('holds four, each once, and none that the catalogue does not know; what is refused changes nothing', async () => {
  await set(...albums)
  const fifth = { artist: 'Tricky', album: 'Maxinquaye' }
  expect((await refusal(set(...albums, fifth))).fields).toEqual({ albums: 'You can select up to 4 albums' })
  expect(
    (await refusal(set(albums[0]!, albums[1]!, { artist: 'BJÖRK', album: 'homogenic' }))).fields,
  ).toEqual({
    'albums.2': 'You have already selected this album',
  })
  expect((await refusal(set(albums[0]!, { artist: 'Nobody', album: 'Nothing at all' }))).message).toBe(
    'Album not found',
  )
  expect(await top()).toHaveLength(4)
})

it('is another thing than the hearts', async () => {
  await set(albums[0]!)
  expect(await plak.server.deps.db.favorite.count()).toBe(0)
})

it('of two tabs at once one wins whole', async () => {
  await set(...albums)
  const wishes = [albums.slice(0, 2), albums.slice(2), albums.toReversed(), [albums[3]!, albums[0]!]]
  await Promise.all(wishes.map((wish) => set(...wish)))
  expect(wishes.map((wish) => wish.map(({ album }) => album))).toContainEqual(await top())
})
