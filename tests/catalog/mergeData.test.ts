import { beforeEach, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { everything, makeMergeWorld, merge, oldName, plantAlbum, undo } from './mergeWorld.ts'

// The data that an album keeps, or takes from the one that is merged into it.

const plak = runProduct()
let moderator: Person
let ids: { old: number; new: number; third: number }

beforeEach(async () => {
  ;({ moderator, ids } = await makeMergeWorld(plak))
})

const db = () => plak.server.deps.db
const tracksOf = (id: number) =>
  db().album.findUnique({ where: { id }, select: { tracks: true, trackCount: true, edited: true } })

it('tracks are kept, also by an album that has only their number', async () => {
  const tracks = JSON.stringify(['Entered'])
  await db().album.update({ where: { id: ids.old }, data: { tracks, trackCount: 1, edited: 'tracks' } })
  const before = await everything(plak.server)
  const action = await merge(moderator)
  expect(await tracksOf(ids.new)).toEqual({ tracks: null, trackCount: 10, edited: '' })
  await undo(moderator, action)
  expect(await everything(plak.server)).toEqual(before)
})

it.each([0, null])('tracks are taken by an album without any, until the undo: %s', async (trackCount) => {
  const tracks = JSON.stringify(['Entered'])
  await db().album.update({ where: { id: ids.old }, data: { tracks, trackCount: 1, edited: 'tracks' } })
  const bare = { artist: 'Artist', album: 'Bare' }
  const id = await plantAlbum(plak.server, bare, { trackCount })
  const action = await merge(moderator, { from: oldName, into: bare })
  expect(await tracksOf(id)).toEqual({ tracks, trackCount: 1, edited: 'tracks' })
  await undo(moderator, action)
  expect(await tracksOf(id)).toEqual({ tracks: null, trackCount: null, edited: '' })
})
