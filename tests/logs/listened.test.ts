import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct({ now: () => now })
let person: Person
const now = new Date('2026-11-20T23:30:00Z')
const homogenic = { artist: 'Björk', album: 'Homogenic' }
const dummy = { artist: 'Portishead', album: 'Dummy' }
const rated = 'You have rated or reviewed this album. Your rating and review will be removed, too.'

beforeEach(async () => {
  person = await plak.harness.register('person')
})
afterEach(() => plak.server.demo.behave())

const set = (listened: boolean, more: object = {}, by = person) =>
  by.client.logs.setListened.mutate({ ...homogenic, listened, ...more })
const save = (more: object, by = person) => by.client.logs.save.mutate({ ...homogenic, ...more })
const mine = (by = person) => by.client.logs.mine.query(homogenic)
const told = async () =>
  (
    await plak.server.deps.db.event.findMany({
      where: { type: { not: 'ownLogs.changed' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ type }) => type)

describe('listened', () => {
  it('makes a log without stars and text on the person’s own day, and takes it back', async () => {
    expect(await set(true, { date: '2026-11-21' })).toEqual({ listened: true, rated: false })
    expect((await mine()).log).toMatchObject({ rating: 0, review: '', date: '2026-11-21', favorite: false })
    expect(await set(false)).toEqual({ listened: false, rated: false })
    expect((await mine()).log).toBeNull()
    expect(await told()).toEqual(['log.saved', 'log.removed'])
  })

  it('is today unless told otherwise, and never a day to come', async () => {
    await set(true)
    expect((await mine()).log?.date).toBe('2026-11-20')
    expect(await refusal(set(true, { date: '2026-11-22' }))).toMatchObject({
      code: 'BAD_REQUEST',
      fields: { date: 'The date cannot be in the future' },
    })
  })

  it('keeps what is there, and says so', async () => {
    const log = await save({ rating: 9, review: 'Strings.', date: '2026-11-19', favorite: true })
    expect(await set(true)).toEqual({ listened: true, rated: true })
    expect((await mine()).log).toEqual(log)
    expect(await told()).toEqual(['log.saved', 'review.saved'])
  })

  it.each([{ rating: 1 }, { review: 'Strings.' }])('with %j is not removed unasked', async (more) => {
    await save(more)
    expect(await refusal(set(false))).toMatchObject({ code: 'CONFLICT', message: rated })
    expect((await mine()).log).toMatchObject(more)
    expect(await set(false, { evenIfRated: true })).toEqual({ listened: false, rated: false })
    expect((await mine()).log).toBeNull()
  })

  it('a review that goes with it is told to the album’s page; the heart stays', async () => {
    await save({ review: 'Strings.', favorite: true })
    await set(false, { evenIfRated: true })
    expect(await told()).toEqual(['log.saved', 'review.saved', 'log.removed', 'review.removed'])
    expect(await mine()).toEqual({
      log: null,
      favorite: true,
      listenLater: false,
      listens: 0,
      defaultVisibility: 'everyone',
    })
  })

  it('saying the same twice changes nothing, from twenty tabs at once too', async () => {
    const tabs = [person, await plak.harness.login(person)]
    for (const listened of [true, false]) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => set(listened, {}, tabs[index % 2])))
      expect(await plak.server.deps.db.log.count()).toBe(listened ? 1 : 0)
    }
    expect(await told()).toEqual(['log.saved', 'log.removed'])
  })

  it('is for its owner alone', async () => {
    await set(true)
    const stranger = await plak.harness.register('stranger')
    await set(false, { evenIfRated: true }, stranger)
    expect((await mine()).log).not.toBeNull()
    const visitor = plak.harness.visitor().client
    expect(await refusal(visitor.logs.setListened.mutate({ ...homogenic, listened: true }))).toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Login required',
    })
  })

  it('an unknown album is not found; what is not there can be removed, the catalogue down or not', async () => {
    const nothing = { artist: 'Nobody At All', album: 'Nothing Whatever' }
    expect(await refusal(set(true, nothing))).toMatchObject({ code: 'NOT_FOUND', message: 'Album not found' })
    expect(await set(false, nothing)).toEqual({ listened: false, rated: false })
    await set(true)
    plak.server.demo.misbehave({ fault: 'offline' })
    expect(await set(false)).toEqual({ listened: false, rated: false })
    expect(await set(true)).toEqual({ listened: true, rated: false })
  })
})

describe('the states of cards', () => {
  const states = (albums: { artist: string; album: string }[], by = person) =>
    by.client.logs.states.query({ albums })
  const none = { favorite: false, listenLater: false, listened: false, rated: false }

  it('come in the order asked, the viewer’s own alone', async () => {
    await save({ rating: 8 })
    await set(true, dummy)
    await person.client.favorites.set.mutate({ ...dummy, favorite: true })
    const unknown = { artist: 'Nobody At All', album: 'Nothing Whatever' }
    expect(await states([unknown, dummy, homogenic, dummy])).toEqual([
      none,
      { ...none, favorite: true, listened: true, rated: false },
      { ...none, favorite: false, listened: true, rated: true },
      { ...none, favorite: true, listened: true, rated: false },
    ])
    expect(await states([homogenic, dummy], await plak.harness.register('stranger'))).toEqual([none, none])
    expect(await states([])).toEqual([])
  })

  it('a heart, a text and another spelling are known too', async () => {
    await person.client.favorites.set.mutate({ artist: 'bjork', album: 'homogenic', favorite: true })
    expect(
      await states([
        homogenic,
        { artist: 'BJÖRK', album: 'homogenic' },
        { artist: 'bjork', album: 'homogenic' },
      ]),
    ).toEqual(Array(3).fill({ ...none, favorite: true, listened: false, rated: false }))
    await save({ review: 'Strings.' })
    expect(await states([homogenic])).toEqual([{ ...none, favorite: true, listened: true, rated: true }])
  })

  it('of a hundred albums at once, not of more, and for nobody who is signed out', async () => {
    const albums = Array.from({ length: 100 }, (_, index) => ({ artist: 'Björk', album: `${index}` }))
    expect(await states(albums)).toEqual(Array(100).fill(none))
    expect((await refusal(states([...albums, homogenic]))).code).toBe('BAD_REQUEST')
    expect((await refusal(plak.harness.visitor().client.logs.states.query({ albums }))).code).toBe(
      'UNAUTHORIZED',
    )
  })
})

it('a page of long names is asked about in a body, as no address is long enough', async () => {
  const albums = Array.from({ length: 99 }, (_, index) => ({
    artist: 'ü'.repeat(200),
    album: `${index} ${'é'.repeat(200)}`,
  }))
  await set(true)
  const response = await fetch(`${plak.server.url}/trpc/logs.states`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: person.cookies.header()! },
    body: JSON.stringify({ albums: [...albums, homogenic] }),
  })
  const { result } = (await response.json()) as { result: { data: { listened: boolean }[] } }
  expect([response.status, result.data.length, result.data.findIndex(({ listened }) => listened)]).toEqual([
    200, 100, 99,
  ])
})

describe('the community’s ratings', () => {
  const stats = (ref = homogenic) => plak.harness.visitor().client.logs.stats.query(ref)
  const people = (size: number) =>
    Promise.all(Array.from({ length: size }, (_, index) => plak.harness.register(`critic${index}`)))

  it('are empty for an album that nobody rated or needed', async () => {
    const nothing = { count: 0, average: null, histogram: Array(10).fill(0) }
    expect(await stats(dummy)).toEqual(nothing)
    await set(true)
    expect(await stats()).toEqual(nothing)
  })

  it('count every half star, exactly, under every name of the album', async () => {
    const ratings = [10, 10, 9, 1, 5]
    const critics = await people(ratings.length)
    const bjork = { artist: 'bjork', album: 'homogenic' }
    await Promise.all(
      critics.map((critic, index) =>
        save({ ...(index === 0 ? bjork : homogenic), rating: ratings[index] }, critic),
      ),
    )
    await set(true)
    const expected = { count: 5, average: 3.5, histogram: [1, 0, 0, 0, 1, 0, 0, 0, 1, 2] }
    expect(await stats()).toEqual(expected)
    expect(await stats(bjork)).toEqual(expected)
    await save({ rating: 0 }, critics[3])
    expect(await stats()).toEqual({ count: 4, average: 4.3, histogram: [0, 0, 0, 0, 1, 0, 0, 0, 1, 2] })
  })

  it('an import counts once it is rated', async () => {
    await save({ rating: 6 })
    await plak.server.deps.db.log.updateMany({ data: { source: 'spotify' } })
    expect(await stats()).toMatchObject({ count: 1, average: 3 })
    await save({ rating: 0 })
    expect(await stats()).toMatchObject({ count: 0, average: null })
  })
})
