import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { visibilities } from '../../shared/levels.ts'
import { sees, type Reader, type Visibility } from '../../shared/visibility.ts'
import type { Person, Visitor } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { startTwo, type TwoServers } from '../support/twoServers.ts'
import { reviewsIn, watchReviews } from './watchReviews.ts'

// Things with a level are available to those who can see them, and missing for everybody else, in every response.

let servers: TwoServers
let one: TwoServers['one']
let two: TwoServers['two']
let here: TwoServers['here']
let there: TwoServers['there']
let author: Person
const readers = {} as Record<Reader | 'visitor', Person | Visitor>
const homogenic = { artist: 'Björk', album: 'Homogenic' }

beforeAll(async () => {
  servers = await startTwo()
  ;({ one, two, here, there } = servers)
  return servers.close
})
beforeEach(async () => {
  await one.reset()
  author = await here.register('author')
  const follower = await there.register('follower')
  await follower.client.follows.set.mutate({ nickname: 'author', following: true })
  Object.assign(readers, {
    owner: author,
    follower,
    stranger: await there.register('stranger'),
    visitor: there.visitor(),
  })
})

const names = ['owner', 'follower', 'stranger', 'visitor'] as const
const classOf = (name: (typeof names)[number]): Reader => (name === 'visitor' ? 'stranger' : name)
const save = (more: object = {}) => author.client.logs.save.mutate({ ...homogenic, ...more })
const add = (more: object) =>
  author.client.logs.add.mutate({ ...homogenic, submission: randomUUID(), ...more })

const TEXT = 'A canary in the grooves.'
/** Requests a review in all possible ways; returns whether the text or the listening's id was in each response. */
async function roads(reader: Person | Visitor, id: number): Promise<Record<string, boolean>> {
  const { client } = reader
  const nickname = 'author'
  const holds = (value: unknown) => JSON.stringify(value).includes(TEXT)
  const isThere = async (call: Promise<unknown>) => !(await call.catch(() => null)) === false
  const page = await client.users.profile.query({ nickname })
  return {
    reviews: holds(await client.logs.reviews.query(homogenic)),
    first: holds(await client.logs.reviews.query({ ...homogenic, first: id })),
    reviewsBy: holds(await client.logs.reviewsBy.query({ nickname })),
    listens: holds(await client.logs.listens.query({ ...homogenic, nickname })),
    diary: (await client.logs.diary.query({ nickname })).items.some((item) => item.id === id),
    listened: (await client.logs.listened.query({ nickname })).items.some((item) => item.id === id),
    favorites: (await client.favorites.of.query({ nickname })).items.length > 0,
    counted: page.counts.listened + page.counts.diary + page.counts.reviews + page.counts.favorites === 4,
    thread: await isThere(client.comments.list.query({ thread: { review: id } })),
    preview: (await fetch(`${two.url}/preview/review/${id}.png`)).status === 200,
  }
}

/** True if the text is in the page of the review. */
async function isInPage(reader: Person | Visitor, id: number): Promise<boolean> {
  const headers = { cookie: reader.cookies.header() ?? '' }
  const visit = await fetch(`${two.url}/album/Bj%C3%B6rk/Homogenic?review=${id}`, { headers })
  return (await visit.text()).includes(TEXT)
}

describe.each(visibilities)('a listening for %s', (level) => {
  it('is seen along every road by those who may, and along none by the others', async () => {
    const { id } = await save({ review: TEXT, rating: 8, favorite: true, visibility: level })
    for (const name of names) {
      const isSeen = sees(classOf(name), level)
      const { preview, ...seen } = await roads(readers[name], id)
      expect({ name, ...seen }).toEqual({
        name,
        ...Object.fromEntries(Object.keys(seen).map((road) => [road, isSeen])),
      })
      // Previews and names are generated for everybody.
      expect({ name, preview }).toEqual({ name, preview: level === 'everyone' })
      // On a busy machine a page omits data that could not be read in time.
      await vi.waitFor(async () =>
        expect({ name, page: await isInPage(readers[name], id) }).toEqual({ name, page: isSeen }),
      )
    }
  })

  it('is liked and talked about by those who see it, and missing like any other to the rest', async () => {
    const { id } = await save({ review: TEXT, visibility: level })
    const acts = (reader: Person, of: number) => [
      () => reader.client.logs.like.mutate({ id: of, liked: true }),
      () =>
        reader.client.comments.add.mutate({ thread: { review: of }, text: 'Yes.', submission: randomUUID() }),
    ]
    for (const name of ['follower', 'stranger'] as const) {
      const reader = readers[name] as Person
      const missing = acts(reader, id + 1_000)
      for (const [index, act] of acts(reader, id).entries()) {
        if (sees(name, level)) await act()
        else expect(await refusal(act())).toEqual(await refusal(missing[index]!()))
      }
    }
  })

  it('enters the feeds of followers unless it is for its owner alone', async () => {
    const { id } = await save({ rating: 5, visibility: level })
    const { items } = await (readers.follower as Person).client.activity.feed.query({})
    expect(items.map((item) => item.id)).toEqual(sees('follower', level) ? [id] : [])
  })

  it('counts in the numbers of the album only when it is for everyone', async () => {
    await save({ rating: 5, visibility: level })
    for (const name of names)
      expect((await readers[name].client.logs.stats.query(homogenic)).count).toBe(
        level === 'everyone' ? 1 : 0,
      )
  })
})

it('each reader sees the rating of the newest listening that they may see', async () => {
  await save({ rating: 2, date: '2026-11-01' })
  await add({ rating: 6, date: '2026-11-02', visibility: 'followers' })
  await add({ rating: 9, date: '2026-11-03', visibility: 'me' })
  const rating = async (name: (typeof names)[number]) =>
    (await readers[name].client.logs.listened.query({ nickname: 'author' })).items.map((item) => item.rating)
  expect(await Promise.all(names.map(rating))).toEqual([[9], [6], [2], [2]])
})

it('a heart is shown with no listening at all, and not beside hidden ones alone', async () => {
  await author.client.favorites.set.mutate({ ...homogenic, favorite: true })
  const hearts = () =>
    Promise.all(
      names.map(async (name) => {
        const { client } = readers[name]
        const { items } = await client.favorites.of.query({ nickname: 'author' })
        const { counts } = await client.users.profile.query({ nickname: 'author' })
        return [items.length, counts.favorites]
      }),
    )
  expect(await hearts()).toEqual(Array(4).fill([1, 1]))
  await save({ visibility: 'followers' })
  expect(await hearts()).toEqual([
    [1, 1],
    [1, 1],
    [0, 0],
    [0, 0],
  ])
})

/** Emits an event for everyone after the others: a client that has received it has missed nothing. */
async function marker(): Promise<number> {
  const other = await here.register(`other${Math.floor(Math.random() * 1e9)}`)
  return (await other.client.logs.save.mutate({ ...homogenic, review: 'Out loud.' })).id
}

it('a live review reaches those who may see it, and its narrowing takes it from the others', async () => {
  const live = await Promise.all(names.map((name) => watchReviews(servers, readers[name], homogenic)))
  const heard = () => live.map(({ types }) => types().slice(0, -1))
  const { id } = await save({ review: TEXT, visibility: 'followers' })
  await marker()
  await vi.waitFor(() => live.forEach(({ types }) => expect(types().at(-1)).toBe('review.saved')))
  expect(heard()).toEqual([['review.saved'], ['review.saved'], [], []])

  await save({ id, visibility: 'everyone' })
  await save({ id, visibility: 'me' })
  await vi.waitFor(() =>
    expect(live.map(({ types }) => types().slice(-2))).toEqual([
      ['review.saved', 'review.saved'],
      ['review.saved', 'review.removed'],
      ['review.saved', 'review.removed'],
      ['review.saved', 'review.removed'],
    ]),
  )
  live.forEach(({ stop }) => stop())
})

it('a replay shows nothing that was narrowed meanwhile, and a right that ended is felt at once', async () => {
  const follower = readers.follower as Person
  const live = await watchReviews(servers, follower, homogenic)
  await vi.waitFor(() => expect(live.ids).toHaveLength(1))
  live.stop()
  const from = live.ids[0]!
  const { id } = await save({ review: TEXT, visibility: 'everyone' })
  await author.client.visibility.changeOlder.mutate({ things: 'logs', visibility: 'followers' })
  const last = await marker()
  await servers.settled()
  for (const [by, expected] of [
    [follower, [id, last]],
    [readers.stranger, [last]],
  ] as const) {
    const replayed = await watchReviews(servers, by, homogenic, from)
    await vi.waitFor(() => expect(reviewsIn(replayed.events).map((review) => review.id)).toEqual(expected))
    expect(replayed.types()).toContain('reset')
    replayed.stop()
  }

  await follower.client.follows.set.mutate({ nickname: 'author', following: false })
  const after = await watchReviews(servers, follower, homogenic)
  await save({ id, rating: 9 })
  await marker()
  await vi.waitFor(() => expect(after.types()).toEqual(['review.saved']))
  after.stop()
})

it('all older ones change at once, with what they come to, and the default is that of new ones', async () => {
  await save({ rating: 8, review: TEXT })
  await add({ rating: 4, visibility: 'me' })
  const settings = () => author.client.visibility.mine.query()
  expect(await settings()).toMatchObject({ default: 'everyone', logs: { everyone: 1, followers: 0, me: 1 } })
  const change = (visibility: Visibility) =>
    author.client.visibility.changeOlder.mutate({ things: 'logs', visibility })
  expect(await change('me')).toEqual({ changed: 1 })
  const feed = () => (readers.follower as Person).client.activity.feed.query({})
  expect((await feed()).items).toEqual([])
  expect((await readers.visitor.client.users.profile.query({ nickname: 'author' })).counts).toEqual({
    favorites: 0,
    listened: 0,
    lists: 0,
    reviews: 0,
    diary: 0,
  })
  expect(await change('everyone')).toEqual({ changed: 2 })
  expect(await change('everyone')).toEqual({ changed: 0 })
  expect((await feed()).items).toHaveLength(2)
  expect(await readers.visitor.client.logs.stats.query(homogenic)).toMatchObject({ count: 1, average: 2 })
  await author.client.visibility.setDefault.mutate({ visibility: 'followers' })
  expect(await add({})).toMatchObject({ visibility: 'followers' })
  expect(
    await author.client.logs.setListened.mutate({ artist: 'Portishead', album: 'Dummy', listened: true }),
  ).toMatchObject({ listened: true })
  expect((await settings()).logs).toEqual({ everyone: 2, followers: 2, me: 0 })
})
