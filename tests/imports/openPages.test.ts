import { beforeEach, expect, it, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import { reviewsIn, watchReviews } from '../logs/watchReviews.ts'
import { homogenic, list, review, unread } from '../notifications/world.ts'
import { runProduct } from '../support/runProduct.ts'
import { settled } from '../support/settled.ts'
import { heartOf, plakFile, reviewOf } from './plakFile.ts'
import { bring, preview, until } from './world.ts'

// Effects of an import on open pages: none while it writes, and one refetch when it ends.

const plak = runProduct()
let owner: Person
let other: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  other = await plak.harness.register('other')
})

async function imported(file: string): Promise<number> {
  const { id } = await preview(plak.server.url, owner, file)
  await bring(owner, id)
  return id
}
const watch = () => watchReviews({ settled: () => settled(plak.server.deps) }, other, homogenic)
const shown = async () => (await other.client.logs.reviews.query(homogenic)).items

it('a heart of an import is shown on open album pages, and no longer after its undo', async () => {
  await review(owner, 'By hand.')
  expect(await shown()).toMatchObject([{ favorite: false, version: 1 }])
  const live = await watch()
  const id = await imported(plakFile({ hearts: [heartOf(homogenic)] }))
  await vi.waitFor(() => expect(live.types()).toEqual(['reset']))
  // A page keeps a review from an event, unless it fetches a newer version.
  expect(await shown()).toMatchObject([{ favorite: true, version: 2 }])
  await owner.client.imports.undo.mutate({ id })
  await until(owner, id, ({ state }) => state === 'undone')
  await vi.waitFor(() => expect(live.types()).toEqual(['reset', 'reset']))
  expect(await shown()).toMatchObject([{ favorite: false, version: 3 }])
  live.stop()
})

it('a heart that exists stays as it is', async () => {
  await review(owner, 'By hand.')
  const { id } = await preview(plak.server.url, owner, plakFile({ hearts: [heartOf(homogenic)] }))
  await owner.client.favorites.set.mutate({ ...homogenic, favorite: true })
  await bring(owner, id)
  expect(await shown()).toMatchObject([{ favorite: true, version: 2 }])
})

it('open album pages fetch once when the reviews of an import are all written', async () => {
  const live = await watch()
  await imported(plakFile({ listenings: [reviewOf(homogenic, 'Brought.')] }))
  await vi.waitFor(() => expect(live.types()).toEqual(['reset']))
  expect(await shown()).toMatchObject([{ review: 'Brought.' }])
  live.stop()
})

it('people who see nothing of an import do not learn that there was one', async () => {
  const live = await watch()
  await imported(plakFile({ listenings: [reviewOf(homogenic, 'Secret.', 'me')] }))
  const third = await plak.harness.register('third')
  await review(third, 'After it.')
  await vi.waitFor(() => expect(reviewsIn(live.events)).toMatchObject([{ review: 'After it.' }]))
  expect(live.types()).toEqual(['review.saved'])
  live.stop()
})

it('people whom an imported review mentions are linked and not notified', async () => {
  await imported(plakFile({ listenings: [reviewOf(homogenic, 'As @other says, and @nobody_here.')] }))
  expect(await shown()).toMatchObject([{ mentions: [{ name: 'other', nickname: 'other' }] }])
  expect([await list(other), await unread(other)]).toEqual([[], 0])
})
