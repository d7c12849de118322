import { beforeEach, expect, it } from 'vitest'
import type { ImportSettings } from '../../shared/imports.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { heartOf, plakFile } from './plakFile.ts'
import { bring, counted, preview, until } from './world.ts'

// The verdict on a row is the same whenever it is given: when the file is read, when a setting changes, and when it is written.

const plak = runProduct()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
})

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const wished = 'Artist,Album,Kind\nBjörk,Homogenic,wish\n'

/** Changes a setting and waits until the file is read again, if that is needed. */
async function set(id: number, settings: ImportSettings) {
  await owner.client.imports.set.mutate({ id, settings })
  return await until(owner, id, ({ state, counts }) => state === 'preview' && counts.looking === 0)
}

it('follows that are left out stay so when the file is read again', async () => {
  await plak.harness.register('other')
  const { id } = await preview(plak.server.url, owner, 'Nickname,Since\nother,2024-01-01T00:00:00.000Z\n')
  await set(id, { follows: false })
  const again = await set(id, { encoding: 'windows-1252' })
  expect([again.asks.follows, counted(again)]).toEqual([false, { left: 1 }])
  expect(await refusal(owner.client.imports.start.mutate({ id }))).toMatchObject({ code: 'CONFLICT' })
  expect(counted(await set(id, { follows: true }))).toEqual({ ready: 1 })
  await bring(owner, id)
  expect(await plak.server.deps.db.follow.count()).toBe(1)
})

it('a wish that is already on the list is still so after wishes were left out and included again', async () => {
  await owner.client.listenLater.set.mutate({ ...homogenic, wanted: true })
  const { id } = await preview(plak.server.url, owner, wished)
  await set(id, { wishes: false })
  await set(id, { encoding: 'windows-1252' })
  const back = await set(id, { encoding: 'utf-8' })
  expect(back.asks.wishes).toBe(false)
  expect(counted(await set(id, { wishes: true }))).toEqual({ here: 1 })
})

it('wishes are left out and included again', async () => {
  const { id } = await preview(plak.server.url, owner, wished)
  expect(counted(await set(id, { wishes: false }))).toEqual({ left: 1 })
  expect(counted(await set(id, { wishes: true }))).toEqual({ ready: 1 })
})

it.each([
  [
    'heart',
    plakFile({ hearts: [heartOf(homogenic)] }),
    () => owner.client.favorites.set.mutate({ ...homogenic, favorite: true }),
  ],
  ['wish', wished, () => owner.client.listenLater.set.mutate({ ...homogenic, wanted: true })],
])('a %s that the user adds between the preview and the start is theirs', async (_, file, add) => {
  const seen = await preview(plak.server.url, owner, file)
  expect(counted(seen)).toEqual({ ready: 1 })
  await add()
  const done = await bring(owner, seen.id)
  expect(counted(done)).toEqual({ here: 1 })
  // An undo would delete it otherwise.
  expect(done.canUndo).toBe(false)
})
