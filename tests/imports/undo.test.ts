import { readFile } from 'node:fs/promises'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import { reviewsIn, watchReviews } from '../logs/watchReviews.ts'
import { homogenic, list, review, say, unread } from '../notifications/world.ts'
import { runProduct } from '../support/runProduct.ts'
import { settled } from '../support/settled.ts'
import { listOf, plakFile, reviewOf } from './plakFile.ts'
import { importAll, restOf } from './restWorld.ts'
import { bring, preview, until } from './world.ts'

// 'Undo import' deletes exactly what the import created, and everything that others added to it since.

const plak = runProduct()
let owner: Person
let other: Person
let third: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  other = await plak.harness.register('other')
  third = await plak.harness.register('third')
})

const file = plakFile({
  listenings: [reviewOf(homogenic, 'Brought.')],
  lists: [listOf('Brought', homogenic)],
})

async function imported(): Promise<number> {
  const { id } = await preview(plak.server.url, owner, file)
  await bring(owner, id)
  return id
}

async function undo(id: number): Promise<void> {
  await owner.client.imports.undo.mutate({ id })
  await until(owner, id, ({ state }) => state === 'undone')
}

it('ends what people were notified of a review and of a list', async () => {
  const id = await imported()
  const [review] = (await other.client.logs.reviews.query(homogenic)).items
  const [made] = (await other.client.lists.of.query({ nickname: 'owner' })).items
  for (const thread of [{ review: review!.id }, { list: made!.id }]) {
    await say(third, thread)
    await say(other, thread)
  }
  expect(await Promise.all([unread(owner), unread(third)])).toEqual([5, 2])
  await undo(id)
  // An unread count without a row could not be cleared by opening the page.
  expect(await Promise.all([unread(owner), unread(third)])).toEqual([0, 0])
  expect(await Promise.all([list(owner), list(third)])).toEqual([[], []])
})

it('of a follow hides what followers are notified of, and another import of it shows that again', async () => {
  const thread = { review: (await review(other, 'For followers.', { visibility: 'followers' })).review }
  await third.client.follows.set.mutate({ nickname: 'other', following: true })
  const importFollow = async () => {
    const { id } = await preview(plak.server.url, owner, 'Nickname,Since\nother,2024-03-05T10:00:00.000Z\n')
    await bring(owner, id)
    return id
  }
  const id = await importFollow()
  await say(owner, thread)
  await say(third, thread)
  const kinds = async () => (await list(owner)).map(({ kind }) => kind)
  expect([await kinds(), await unread(owner)]).toEqual([['thread', 'importDone'], 2])
  await undo(id)
  expect([await kinds(), await unread(owner)]).toEqual([[], 0])
  await importFollow()
  expect([(await kinds()).toSorted(), await unread(owner)]).toEqual([['importDone', 'thread'], 2])
})

it('shows the older review of the same person again on open pages', async () => {
  const { id: older } = await owner.client.logs.save.mutate({
    ...homogenic,
    review: 'Older.',
    date: '2020-01-02',
  })
  const id = await imported()
  const newer = (await other.client.logs.reviews.query(homogenic)).items[0]!
  expect(newer).toMatchObject({ review: 'Brought.', listens: 2 })
  const live = await watchReviews({ settled: () => settled(plak.server.deps) }, other, homogenic)
  await undo(id)
  await vi.waitFor(() => expect(live.types()).toEqual(['review.removed', 'review.saved']))
  expect(live.events[0]).toEqual({ type: 'review.removed', id: newer.id })
  expect(live.events[1]).toMatchObject({ listens: 1, returns: true })
  expect(reviewsIn(live.events)).toMatchObject([{ id: older, review: 'Older.' }])
  live.stop()
})

it('gives a list no version twice: an editor that was open before is merged with later edits', async () => {
  const misspelt = await readFile(
    new URL('cases/own-export-with-misspelt-albums.json', import.meta.url),
    'utf8',
  )
  const { url } = plak.server
  const first = await importAll(url, owner, misspelt.replaceAll('Homogenik', 'Homogenic'))
  const rest = (await restOf(url, owner, first.id)).replaceAll('Luve', 'Love')
  const second = await importAll(url, owner, rest)
  const { lists } = owner.client
  const { id } = (await lists.of.query({ nickname: 'owner' })).items[0]!
  const { version, description, albums } = await lists.draft.query({ id })
  expect(albums.map(({ name }) => name)).toEqual(['Homogenic', 'Hounds of Love'])
  await undo(second.id)
  await lists.setAlbum.mutate({ id, artist: 'Radiohead', album: 'Kid A', contained: true })
  const editor = { id, version, name: 'Ice', description, albums: albums.map((album) => album.id) }
  expect((await lists.save.mutate(editor)).version).toBeGreaterThan(version)
  const draft = await lists.draft.query({ id })
  expect(draft.name).toBe('Ice')
  expect(draft.albums.map(({ name }) => name)).toEqual(['Homogenic', 'Kid A'])
})
