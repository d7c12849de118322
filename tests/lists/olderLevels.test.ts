import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { runProduct } from '../support/runProduct.ts'
import { plantAlbums } from './albums.ts'

const plak = runProduct()

it('an edit that began before the visibility of all older lists changed is merged with that', async () => {
  const owner = await plak.harness.register('owner')
  const albums = await plantAlbums(plak.server.deps, 3)
  const { id } = await owner.client.lists.create.mutate({
    name: 'Rain',
    albums: albums.slice(0, 2),
    submission: randomUUID(),
  })
  const { version, visibility } = await owner.client.lists.get.query({ id })
  expect(visibility).toBe('everyone')
  await owner.client.visibility.changeOlder.mutate({ things: 'lists', visibility: 'followers' })
  await owner.client.visibility.changeOlder.mutate({ things: 'lists', visibility: 'me' })
  const edit = { id, version, name: 'Sun', visibility: 'everyone' as const, albums: albums.toReversed() }
  expect(await owner.client.lists.save.mutate(edit)).toMatchObject({ version: version + 3 })
  expect(await owner.client.lists.get.query({ id })).toMatchObject({
    name: 'Sun',
    visibility: 'me',
    albumCount: 3,
  })
})
