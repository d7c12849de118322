import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct({ now: () => now })
let author: Person
let follower: Person
const now = new Date('2026-11-20T12:00:00Z')
const homogenic = { artist: 'Björk', album: 'Homogenic' }

beforeEach(async () => {
  author = await plak.harness.register('author')
  follower = await plak.harness.register('follower')
  await follower.client.follows.set.mutate({ nickname: 'author', following: true })
})

const save = (more: object = {}) => author.client.logs.save.mutate({ ...homogenic, ...more })
const add = (more: object = {}) =>
  author.client.logs.add.mutate({ ...homogenic, submission: randomUUID(), ...more })
const mine = () => author.client.logs.mine.query(homogenic)
const listens = (by: Person = author) =>
  by.client.logs.listens.query({ ...homogenic, nickname: 'author' }).then(({ items }) => items)
const feed = async () => (await follower.client.activity.feed.query({})).items
const stats = () => author.client.logs.stats.query(homogenic)
const counts = async (by = author) => (await by.client.users.profile.query({ nickname: 'author' })).counts

describe('listening again', () => {
  it('makes another listening; the newest is of the latest day, then the one made last', async () => {
    const first = await save({ rating: 6, date: '2026-11-10' })
    const again = await add({ rating: 8, relisten: true })
    const older = await add({ rating: 2, date: '2026-11-01' })
    const sameDay = await add({ review: 'Twice today.' })
    const dayless = await add({ date: null })
    expect((await listens()).map(({ id }) => id)).toEqual(
      [sameDay, again, first, older, dayless].map(({ id }) => id),
    )
    expect(await mine()).toMatchObject({ log: { id: sameDay.id }, listens: 5 })
    expect(await listens()).toContainEqual(
      expect.objectContaining({ id: again.id, relisten: true, rating: 8, date: '2026-11-20' }),
    )
  })

  it('the same submission makes one, and says which', async () => {
    const submission = randomUUID()
    const [one, two] = await Promise.all([add({ submission, rating: 7 }), add({ submission, rating: 7 })])
    expect(two).toEqual(one)
    expect(await add({ submission, rating: 7 })).toEqual(one)
    expect((await mine()).listens).toBe(1)
  })

  it('counts once in the numbers of the album, by the newest rating, and many times in the diary', async () => {
    await save({ rating: 4, date: '2026-11-10' })
    const again = await add({ rating: 10 })
    await add({ date: '2026-11-19' })
    expect(await stats()).toMatchObject({ count: 1, average: 5 })
    expect(await counts()).toMatchObject({ listened: 1, diary: 3 })
    await author.client.logs.remove.mutate({ id: again.id })
    expect(await stats()).toMatchObject({ count: 1, average: 2 })
    const { items } = await follower.client.logs.listened.query({ nickname: 'author' })
    expect(items).toMatchObject([{ rating: 4, date: '2026-11-19' }])
  })

  it('one without a day stands among the listened, and in no diary and no feed', async () => {
    await add({ date: null, rating: 5 })
    expect(await counts()).toMatchObject({ listened: 1, diary: 0 })
    expect((await author.client.logs.diary.query({ nickname: 'author' })).items).toEqual([])
    expect((await author.client.logs.listened.query({ nickname: 'author' })).items).toMatchObject([
      { date: null, rating: 5 },
    ])
    expect(await feed()).toEqual([])
  })

  it('dated more than thirty days back when it is made it enters no feed, moved later neither', async () => {
    const back = await save({ date: '2026-10-20', rating: 5 })
    expect(await feed()).toEqual([])
    await save({ id: back.id, version: back.version, date: '2026-11-20', rating: 6 })
    expect(await feed()).toEqual([])
    const near = await add({ date: '2026-10-21' })
    expect((await feed()).map(({ id }) => id)).toEqual([near.id])
    await save({ id: near.id, date: '2020-01-01' })
    expect((await feed()).map(({ id }) => id)).toEqual([near.id])
  })

  it('an edit names the listening and its version; a stale one is refused, what is so already is not', async () => {
    const first = await save({ rating: 6, date: '2026-11-10' })
    await add({ rating: 8 })
    const edited = await save({ id: first.id, version: first.version, rating: 7 })
    expect(edited).toMatchObject({ id: first.id, rating: 7, version: first.version + 1 })
    const stale = { id: first.id, version: first.version }
    expect(await save({ ...stale, rating: 7 })).toEqual(edited)
    expect(await refusal(save({ ...stale, rating: 1 }))).toMatchObject({
      code: 'CONFLICT',
      message: 'This log has been changed elsewhere since you opened it. What you wrote is still here.',
    })
    expect((await listens()).map(({ rating }) => rating)).toEqual([8, 7])
  })

  it('carries the people that its text mentions, as its review does', async () => {
    await plak.harness.register('mentioned')
    await add({ review: 'For @mentioned and @nobody_at_all.' })
    await add({ review: 'For nobody.' })
    expect((await listens(follower)).map(({ mentions }) => mentions)).toEqual([
      undefined,
      [{ name: 'mentioned', nickname: 'mentioned' }],
    ])
  })

  it('somebody else’s listening, and one of another album, is not to be edited', async () => {
    const { id } = await save()
    for (const by of [follower, author]) {
      const album = by === follower ? homogenic : { artist: 'Portishead', album: 'Dummy' }
      expect((await refusal(by.client.logs.save.mutate({ ...album, id, rating: 1 }))).code).toBe('NOT_FOUND')
    }
    expect((await listens())[0]).toMatchObject({ rating: 0 })
  })

  it('the mark of a card goes with all of them, and only when asked twice', async () => {
    const { id } = await save({ review: 'Strings.' })
    await add({ rating: 3 })
    await follower.client.logs.like.mutate({ id, liked: true })
    await follower.client.comments.add.mutate({
      thread: { review: id },
      text: 'Yes.',
      submission: randomUUID(),
    })
    expect(await author.client.logs.holdings.query(homogenic)).toEqual({
      listens: 2,
      reviews: 1,
      likes: 1,
      comments: 1,
    })
    expect(await author.client.logs.states.query({ albums: [homogenic] })).toMatchObject([{ rated: true }])
    const take = (more: object) =>
      author.client.logs.setListened.mutate({ ...homogenic, listened: false, ...more })
    expect((await refusal(take({}))).code).toBe('CONFLICT')
    expect(await take({ evenIfRated: true })).toMatchObject({ listened: false, rated: false })
    expect(await mine()).toMatchObject({ log: null, listens: 0 })
    expect(await plak.server.deps.db.opinion.count()).toBe(0)
  })

  it('two plain listenings are asked about, too', async () => {
    await save()
    await add()
    const taken = author.client.logs.setListened.mutate({ ...homogenic, listened: false })
    expect((await refusal(taken)).code).toBe('CONFLICT')
  })

  it('an album’s reviews show one a person, the newest; an older one keeps its address', async () => {
    const older = await save({ review: 'At first.', date: '2026-11-01' })
    const newer = await add({ review: 'And now.' })
    await add({ rating: 9 })
    const reviews = async (first?: number) =>
      (await follower.client.logs.reviews.query({ ...homogenic, first })).items
    expect(await reviews()).toMatchObject([{ id: newer.id, listens: 3 }])
    expect((await reviews(older.id)).map(({ id }) => id)).toEqual([older.id, newer.id])
    await author.client.logs.remove.mutate({ id: newer.id })
    expect(await reviews()).toMatchObject([{ id: older.id, listens: 2 }])
    expect((await follower.client.logs.reviewsBy.query({ nickname: 'author' })).items).toHaveLength(1)
  })

  it('the rated ones are given for a chart, the oldest first', async () => {
    await save({ rating: 6, date: '2026-11-10' })
    await add({ rating: 8 })
    await add({ rating: 3, date: null })
    await add()
    const ratings = await author.client.logs.ratings.query(homogenic)
    expect(ratings.map(({ rating, date }) => [rating, date])).toEqual([
      [3, null],
      [6, '2026-11-10'],
      [8, '2026-11-20'],
    ])
  })

  it('pages through hundreds, each once', async () => {
    const { id: userId } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'author' } })
    const { id } = await save()
    const { albumId } = await plak.server.deps.db.log.findUniqueOrThrow({ where: { id } })
    const day = (index: number) => (index % 5 === 0 ? null : new Date(Date.UTC(2020, 0, 1 + (index % 17))))
    await plak.server.deps.db.log.createMany({
      data: Array.from({ length: 99 }, (_, index) => ({ userId, albumId, date: day(index) })),
    })
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const page: { items: { id: number }[]; next: string | null } = await follower.client.logs.listens.query(
        {
          ...homogenic,
          nickname: 'author',
          cursor,
        },
      )
      seen.push(...page.items.map((item) => item.id))
      cursor = page.next
    } while (cursor)
    expect(seen).toHaveLength(100)
    expect(new Set(seen).size).toBe(100)
  })
})

it('a heart from the form changes every listening of the album, because each one shows it', async () => {
  const first = await save({ rating: 6, date: '2026-11-10' })
  const last = await add({ rating: 8 })
  expect(await save({ id: last.id, favorite: true })).toMatchObject({ version: last.version + 1 })
  await add({ favorite: false })
  expect((await listens()).map(({ version }) => version)).toEqual([1, last.version + 2, first.version + 2])
})

it('every tab of the person, and nobody else, is told of which album they said something else', async () => {
  const watch = async (by: Person) => {
    const events: { type: string }[] = []
    const subscription = by.client.logs.live.subscribe({}, { onData: ({ data }) => void events.push(data) })
    await vi.waitFor(() => expect(events).toEqual([{ type: 'live' }]))
    return { events, stop: () => subscription.unsubscribe() }
  }
  const [own, others] = [await watch(author), await watch(follower)]
  const { id } = await author.client.logs.save.mutate({ ...homogenic, visibility: 'me' })
  await author.client.logs.save.mutate({ ...homogenic, visibility: 'me' })
  await author.client.favorites.set.mutate({ ...homogenic, favorite: true })
  await author.client.visibility.changeOlder.mutate({ things: 'logs', visibility: 'followers' })
  await author.client.logs.remove.mutate({ id })
  const changed = { type: 'ownLogs.changed', album: expect.objectContaining({ name: 'Homogenic' }) }
  await vi.waitFor(() =>
    expect(own.events.slice(1)).toEqual([changed, changed, { ...changed, album: null }, changed]),
  )
  expect(others.events).toEqual([{ type: 'live' }])
  own.stop()
  others.stop()
})

it('a listening is requested by its id; other people do not get it', async () => {
  const first = await author.client.logs.save.mutate({ ...homogenic, rating: 4 })
  await author.client.logs.add.mutate({ ...homogenic, submission: randomUUID(), rating: 9, visibility: 'me' })
  const named = (by: Person) => by.client.logs.mine.query({ ...homogenic, id: first.id })
  expect(await named(author)).toMatchObject({ log: { id: first.id, rating: 4 }, listens: 2 })
  expect(await named(follower)).toMatchObject({ log: null, listens: 0 })
})
