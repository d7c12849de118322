import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct({ now: () => now })
let author: Person
const now = new Date('2026-11-20T23:30:00Z')
const homogenic = { artist: 'Björk', album: 'Homogenic' }

beforeEach(async () => {
  author = await plak.harness.register('author')
})
afterEach(() => plak.server.demo.behave())

const save = (more: object = {}, by = author) => by.client.logs.save.mutate({ ...homogenic, ...more })
const mine = (by = author) => by.client.logs.mine.query(homogenic)

describe('saving a log', () => {
  it('makes one with the day of today, no stars, no text, no heart', async () => {
    expect(await mine()).toEqual({
      log: null,
      favorite: false,
      listenLater: false,
      listens: 0,
      defaultVisibility: 'everyone',
    })
    const log = await save()
    expect(log).toMatchObject({
      rating: 0,
      review: '',
      date: '2026-11-20',
      favorite: false,
      createdAt: now.toISOString(),
    })
    expect(await mine()).toEqual({
      log,
      favorite: false,
      listenLater: false,
      listens: 1,
      defaultVisibility: 'everyone',
    })
  })
  it('the person’s own today is the day of a new log alone', async () => {
    expect(await save({ today: '2026-11-21' })).toMatchObject({ date: '2026-11-21' })
    expect(await save({ date: '2026-03-03' })).toMatchObject({ date: '2026-03-03' })
    // Another tab that did not know of the log: the chosen day stays.
    expect(await save({ today: '2026-11-21', rating: 8 })).toMatchObject({ date: '2026-03-03', rating: 8 })
  })
  it('writing again changes what is named and keeps the rest', async () => {
    const first = await save({
      rating: 9,
      review: ' Strings and volcanoes. ',
      date: '1997-09-22',
      favorite: true,
    })
    expect(first).toMatchObject({
      rating: 9,
      review: 'Strings and volcanoes.',
      date: '1997-09-22',
      favorite: true,
    })
    expect(await save({ rating: 10 })).toMatchObject({ ...first, rating: 10, version: 2 })
    expect(await save({ review: '   ' })).toMatchObject({
      id: first.id,
      rating: 10,
      review: '',
      favorite: true,
    })
    expect(await save({ favorite: false, rating: 0 })).toMatchObject({
      id: first.id,
      rating: 0,
      favorite: false,
    })
  })
  it('the heart is the favourite record, whichever call writes it', async () => {
    await save({ favorite: true })
    await author.client.favorites.set.mutate({ ...homogenic, favorite: false })
    expect((await mine()).log?.favorite).toBe(false)
    await author.client.favorites.set.mutate({ ...homogenic, favorite: true })
    await author.client.favorites.set.mutate({ ...homogenic, favorite: true })
    expect(await mine()).toMatchObject({ favorite: true, log: { favorite: true } })
    expect(await plak.server.deps.db.favorite.count()).toBe(1)
  })
  it.each([
    ['BJÖRK', 'homogenic'],
    ['bjork', 'Homogenic'],
    ['Bjo\u0308rk', '  Homogenic'],
  ])('%s – %s is the same album', async (artist, album) => {
    const { id } = await save()
    expect((await author.client.logs.save.mutate({ artist, album, rating: 8 })).id).toBe(id)
    expect(await plak.server.deps.db.album.findMany({ select: { artist: true, name: true } })).toEqual([
      { artist: 'Björk', name: 'Homogenic' },
    ])
  })
  it.each([
    [{ rating: 11 }, { rating: 'Rating must be a whole number from 0 to 10' }],
    [{ rating: -1 }, { rating: 'Rating must be a whole number from 0 to 10' }],
    [{ rating: 4.5 }, { rating: 'Rating must be a whole number from 0 to 10' }],
    [{ rating: '5' }, { rating: 'Rating must be a whole number from 0 to 10' }],
    [{ date: '2026-11-22' }, { date: 'The date cannot be in the future' }],
    [{ today: '2026-11-22' }, { date: 'The date cannot be in the future' }],
    [{ date: '2026-02-30' }, { date: 'Enter a date like 2026-11-20' }],
    [{ date: '20.11.2026' }, { date: 'Enter a date like 2026-11-20' }],
    [{ date: '1899-12-31' }, { date: 'The date cannot be before 1900' }],
    [{ review: 'x'.repeat(10_001) }, { review: 'Must be at most 10,000 characters' }],
    [{ artist: '', album: 'Homogenic' }, { artist: 'Album not found' }],
  ])('%j is refused at its field', async (more, fields) => {
    expect(await refusal(save(more))).toMatchObject({ code: 'BAD_REQUEST', fields })
    expect(await plak.server.deps.db.log.count()).toBe(0)
  })
  it('tomorrow in UTC is today somewhere', async () => {
    expect((await save({ date: '2026-11-21' })).date).toBe('2026-11-21')
  })
  it('the longest review and every script fit', async () => {
    const review = '🎧ş椎'.repeat(2_500)
    expect(review.length).toBe(10_000)
    expect((await save({ review })).review).toBe(review)
  })
  it('an unknown album is not found', async () => {
    const call = author.client.logs.save.mutate({ artist: 'Nobody At All', album: 'Nothing Whatever' })
    expect(await refusal(call)).toMatchObject({ code: 'NOT_FOUND', message: 'Album not found' })
  })
  it('a visitor is asked to sign in', async () => {
    const { client } = plak.harness.visitor()
    expect(await refusal(client.logs.save.mutate(homogenic))).toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Login required',
    })
    expect((await refusal(client.logs.mine.query(homogenic))).code).toBe('UNAUTHORIZED')
    expect((await refusal(client.logs.remove.mutate({ id: 1 }))).code).toBe('UNAUTHORIZED')
  })
})

describe('the same at once', () => {
  it('twenty saves from two tabs make one log and lose none', async () => {
    const tabs = [author, await plak.harness.login(author)]
    const saves = Array.from({ length: 20 }, (_, index) =>
      save({ rating: index % 11, favorite: index % 2 === 0 }, tabs[index % 2]),
    )
    const ids = new Set((await Promise.all(saves)).map(({ id }) => id))
    expect(ids.size).toBe(1)
    expect(await plak.server.deps.db.log.count()).toBe(1)
  })
  it('a retried save tells the followers once', async () => {
    await save({ rating: 7, review: 'Once.' })
    await save({ rating: 7, review: 'Once.' })
    const events = await plak.server.deps.db.event.findMany({
      where: { type: { not: 'ownLogs.changed' } },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ type }) => type)).toEqual(['log.saved', 'review.saved'])
  })
  it('the last event has the final state, however hearts and stars race', async () => {
    await save()
    await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        index % 3 === 0
          ? author.client.favorites.set.mutate({ ...homogenic, favorite: index % 2 === 0 })
          : save({ rating: index % 11 }),
      ),
    )
    const events = await plak.server.deps.db.event.findMany({
      where: { type: { not: 'ownLogs.changed' } },
      orderBy: { id: 'asc' },
    })
    const entries = events.map(
      ({ payload }) =>
        (JSON.parse(payload) as { entry: { version: number; rating: number; favorite: boolean } }).entry,
    )
    const versions = entries.map(({ version }) => version)
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    expect(new Set(versions).size).toBe(versions.length)
    const { log } = await mine()
    expect(entries.at(-1)).toMatchObject({ rating: log!.rating, favorite: log!.favorite })
  })
})

describe('removing a log', () => {
  it('takes it away, keeps the heart, and says nothing the second time', async () => {
    const { id } = await save({ rating: 8, favorite: true })
    expect(await author.client.logs.remove.mutate({ id })).toEqual({ id })
    expect(await author.client.logs.remove.mutate({ id })).toEqual({ id })
    expect(await mine()).toEqual({
      log: null,
      favorite: true,
      listenLater: false,
      listens: 0,
      defaultVisibility: 'everyone',
    })
    const types = (
      await plak.server.deps.db.event.findMany({
        where: { type: { not: 'ownLogs.changed' } },
        orderBy: { id: 'asc' },
      })
    ).map(({ type }) => type)
    expect(types).toEqual(['log.saved', 'log.removed'])
  })
  it('is for its owner alone', async () => {
    const { id } = await save()
    const stranger = await plak.harness.register('stranger')
    await stranger.client.logs.remove.mutate({ id })
    expect((await mine()).log?.id).toBe(id)
  })
})

it('with the catalogue down a known album can still be logged, an unknown one says why not', async () => {
  const other = await plak.harness.register('other')
  await save({}, other)
  await plak.server.forget()
  plak.server.demo.misbehave({ fault: 'offline' })
  expect((await save({ rating: 8 })).rating).toBe(8)
  const unknown = author.client.logs.save.mutate({ artist: 'Portishead', album: 'Dummy' })
  expect((await refusal(unknown)).code).toBe('SERVICE_UNAVAILABLE')
})
