import { beforeEach, expect, it, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { add, makeList, makeMergeWorld, merge, newName, oldName, undo } from './mergeWorld.ts'

const plak = runProduct()
let anna: Person
let ben: Person
let moderator: Person
let ids: { old: number; new: number }

beforeEach(async () => {
  ;({ anna, ben, moderator, ids } = await makeMergeWorld(plak))
})

type Heard = { type: string; [key: string]: unknown }

/** Subscribes, and returns what was heard after the beginning. */
async function listen(subscribe: (handlers: { onData: (message: { data: Heard }) => void }) => unknown) {
  const heard: Heard[] = []
  subscribe({ onData: ({ data }) => void heard.push(data) })
  await vi.waitFor(() => expect(heard[0]?.type).toBe('live'))
  return heard
}

it('open pages follow a merge and its undo', async () => {
  await ben.client.follows.set.mutate({ nickname: 'anna', following: true })
  const { id } = await add(anna, oldName, { review: 'Old.' })
  await anna.client.listenLater.set.mutate({ ...oldName, wanted: true })
  const list = await makeList(anna, [ids.old])
  const [page, otherPage, reviews, otherReviews, feed, own, queue, listPage] = await Promise.all([
    listen((on) => ben.client.catalog.live.subscribe(oldName, on as never)),
    listen((on) => ben.client.catalog.live.subscribe(newName, on as never)),
    listen((on) => ben.client.logs.liveReviews.subscribe(oldName, on as never)),
    listen((on) => ben.client.logs.liveReviews.subscribe(newName, on as never)),
    listen((on) => ben.client.activity.live.subscribe({}, on as never)),
    listen((on) => anna.client.logs.live.subscribe({}, on as never)),
    listen((on) => anna.client.listenLater.live.subscribe({}, on as never)),
    listen((on) => ben.client.lists.live.subscribe({ id: list.id }, on as never)),
  ])
  const action = await merge(moderator)
  await vi.waitFor(() => {
    expect(page.at(-1)).toEqual({ type: 'album.changed', album: newName })
    expect(otherPage.at(-1)).toEqual({ type: 'album.changed', album: newName })
    expect(reviews.at(-1)).toEqual({ type: 'reset' })
    expect(otherReviews.at(-1)).toEqual({ type: 'reset' })
    expect(feed.at(-1)).toMatchObject({ type: 'log.saved', entry: { id, album: { name: 'New name' } } })
    expect(own.at(-1)).toEqual({ type: 'ownLogs.changed', album: null })
    expect(queue.at(-1)).toEqual({ type: 'listenLater.renumbered' })
    expect(listPage.at(-1)).toMatchObject({ type: 'list.saved', list: { version: 2 } })
  })
  // The page of the old names now follows the reviews of the other album.
  const { id: more } = await add(ben, newName, { review: 'More.' })
  await vi.waitFor(() => expect(reviews.at(-1)).toMatchObject({ type: 'review.saved', review: { id: more } }))
  await undo(moderator, action)
  await vi.waitFor(() => {
    expect(page.at(-1)).toEqual({ type: 'album.changed', album: oldName })
    expect(feed.at(-1)).toMatchObject({ type: 'log.saved', entry: { id, album: { name: 'Old name' } } })
    expect(listPage.at(-1)).toMatchObject({ type: 'list.saved', list: { version: 3 } })
  })
})

it('a page that every process has in its memory is no longer answered from it', async () => {
  const homogenic = { artist: 'Björk', album: 'Homogenic' }
  const address = `${plak.server.url}/trpc/catalog.album?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: homogenic }))}`
  const nameNow = async () => {
    const [{ result }] = (await (await fetch(address)).json()) as [{ result: { data: { name: string } } }]
    return result.data.name
  }
  await add(anna, homogenic)
  for (let time = 0; time < 3; time++) expect(await nameNow()).toBe('Homogenic')
  const action = await merge(moderator, { from: homogenic, into: newName })
  await vi.waitFor(async () => expect(await nameNow()).toBe('New name'))
  await undo(moderator, action)
  await vi.waitFor(async () => expect(await nameNow()).toBe('Homogenic'))
})
