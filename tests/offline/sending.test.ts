import { beforeEach, describe, expect, it } from 'vitest'
import { waitingListens } from '../../web/offline/overlay.ts'
import { dateToDay } from '../../web/ui/dates.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { cookieFetch, makeDevice, type Device } from './device.ts'

// Waiting changes are sent in their order; each arrives once, despite any failure.

const plak = runProduct()
const homogenic = { artist: 'Björk', album: 'Homogenic' }
const dummy = { artist: 'Portishead', album: 'Dummy' }
let owner: Person
let device: Device
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  device = await makeDevice(owner, plak.server.url)
})
const mine = (album = homogenic) => owner.client.logs.mine.query(album)
const states = () => device.things.map(({ state }) => state)

async function makeList(name: string) {
  const { id } = await owner.client.lists.create.mutate({
    name,
    albums: [homogenic],
    submission: crypto.randomUUID(),
  })
  return id
}

it('all six kinds arrive, in their order', async () => {
  const list = await makeList('Rainy days')
  const requests: string[] = []
  device.keep({ procedure: 'logs.add', input: { ...homogenic, rating: 7, date: '2026-11-20' } })
  device.keep({ procedure: 'logs.save', input: { ...homogenic, rating: 9 } })
  device.keep({ procedure: 'logs.setListened', input: { ...dummy, listened: true } })
  device.keep({ procedure: 'favorites.set', input: { ...dummy, favorite: true } })
  device.keep({ procedure: 'lists.setAlbum', input: { id: list, ...dummy, contained: true } })
  device.keep({ procedure: 'comments.add', input: { thread: { list }, text: 'Lovely.' } })
  const send = cookieFetch(owner)
  const sent = await device.send({
    fetch: (input, init) => {
      requests.push((input as string).split('/trpc/')[1]!)
      return send(input, init)
    },
  })
  expect(sent.kind).toBe('done')
  expect(requests).toEqual([
    'logs.add',
    'logs.save',
    'logs.setListened',
    'favorites.set',
    'lists.setAlbum',
    'comments.add',
  ])
  expect(device.things).toEqual([])
  expect(await mine()).toMatchObject({ listens: 1, log: { rating: 9, date: '2026-11-20' } })
  expect(await mine(dummy)).toMatchObject({ listens: 1, favorite: true })
  expect(await owner.client.lists.get.query({ id: list })).toMatchObject({ albumCount: 2 })
  expect((await owner.client.comments.list.query({ thread: { list } })).items).toHaveLength(1)
})

it('nothing is doubled when the answer is lost, and nothing is lost when the server is away', async () => {
  device.keep({ procedure: 'logs.add', input: { ...homogenic, rating: 7 } })
  device.keep({ procedure: 'logs.add', input: { ...homogenic, rating: 8 } })
  const send = cookieFetch(owner)
  const lost: typeof fetch = async (input, init) => {
    await send(input, init)
    throw new TypeError('The answer is lost')
  }
  expect(await device.send({ fetch: lost })).toEqual({ kind: 'unreachable' })
  expect(await device.send({ fetch: () => Promise.reject(new TypeError('away')) })).toEqual({
    kind: 'unreachable',
  })
  expect(device.things).toMatchObject([{ isTried: true }, { isTried: false }])
  const resting = new Response('resting', { status: 503 })
  expect(await device.send({ fetch: () => Promise.resolve(resting) })).toEqual({ kind: 'unreachable' })
  expect((await device.send()).kind).toBe('done')
  expect(await mine()).toMatchObject({ listens: 2, log: { rating: 8 } })
})

describe('two savings of one log', () => {
  const heart = () =>
    void device.keep({ procedure: 'favorites.set', input: { ...homogenic, favorite: true } })
  const saveBoth = async ({ before, between }: { before?: () => void; between?: () => void } = {}) => {
    await owner.client.logs.save.mutate({ ...homogenic, rating: 2 })
    const { id, version, updatedAt } = (await mine()).log!
    const base = { ...homogenic, id, version }
    before?.()
    device.keep({ procedure: 'logs.save', input: { ...base, rating: 8 }, updatedAt })
    between?.()
    device.keep({ procedure: 'logs.save', input: { ...base, review: 'Cold.' }, updatedAt })
    return base
  }

  it('are no conflict of each other', async () => {
    await saveBoth()
    expect((await device.send()).kind).toBe('done')
    expect(device.things).toEqual([])
    expect(await mine()).toMatchObject({ log: { rating: 8, review: 'Cold.' } })
  })

  it.each([{ between: heart }, { before: heart }])(
    'are none with a heart either, which changes their version',
    async (hearts) => {
      await saveBoth(hearts)
      expect((await device.send()).kind).toBe('done')
      expect(device.things).toEqual([])
      expect(await mine()).toMatchObject({ favorite: true, log: { rating: 8, review: 'Cold.' } })
    },
  )

  it('are both kept if it was changed elsewhere, and the others go on', async () => {
    await saveBoth()
    device.keep({ procedure: 'favorites.set', input: { ...dummy, favorite: true } })
    await owner.client.logs.save.mutate({ ...homogenic, rating: 5 })
    expect((await device.send()).kind).toBe('done')
    expect(states()).toEqual(['changed', 'changed'])
    expect(await mine()).toMatchObject({ log: { rating: 5, review: '' } })
    expect(await mine(dummy)).toMatchObject({ favorite: true })
  })
})

it('what the server refuses stays with its text, and the others go on', async () => {
  device.keep({ procedure: 'comments.add', input: { thread: { list: 999_999 }, text: 'Lovely.' } })
  device.keep({ procedure: 'logs.add', input: { ...homogenic, rating: 70 } })
  device.keep({ procedure: 'favorites.set', input: { ...dummy, favorite: true } })
  expect((await device.send()).kind).toBe('done')
  expect(device.things).toMatchObject([
    { state: 'refused', text: 'List not found' },
    { state: 'refused', text: expect.any(String) as string },
  ])
  expect(await mine(dummy)).toMatchObject({ favorite: true })
  expect((await device.send()).kind).toBe('done')
})

it('a session that has ended stops all, and so does that of another account', async () => {
  device.keep({ procedure: 'favorites.set', input: { ...dummy, favorite: true } })
  const other = await plak.harness.register('other')
  expect(await device.send({ fetch: cookieFetch(other) })).toEqual({ kind: 'otherAccount' })
  expect(await device.send({ fetch: (input, init) => fetch(input, init) })).toEqual({ kind: 'signedOut' })
  expect(states()).toEqual(['waiting'])
  expect((await other.client.logs.mine.query(dummy)).favorite).toBe(false)
  expect((await device.send()).kind).toBe('done')
  expect((await mine(dummy)).favorite).toBe(true)
})

it('a busy server is asked again later', async () => {
  device.keep({ procedure: 'favorites.set', input: { ...dummy, favorite: true } })
  const body = { error: { message: 'Too many', data: { httpStatus: 429, id: 'tooManyRequests' } } }
  const busy = Response.json(body, { status: 429, headers: { 'retry-after': '7' } })
  expect(await device.send({ fetch: () => Promise.resolve(busy) })).toEqual({ kind: 'later', seconds: 7 })
  expect(states()).toEqual(['waiting'])
})

describe('a listening that is sent days later', () => {
  const writtenAt = Date.now() - 5 * 24 * 60 * 60 * 1000
  const day = dateToDay(new Date(writtenAt))
  /** Sends what waits; returns the day that the device shows before, and those of the server after it. */
  const daysWhenSent = async () => {
    const shown = waitingListens(device.things, 0).map(({ date }) => date)
    await device.send()
    const { items } = await owner.client.logs.diary.query({ nickname: 'owner' })
    const { calendar, latest } = await owner.client.stats.of.query({ nickname: 'owner' })
    return { shown, log: (await mine()).log!.date, diary: items.map(({ date }) => date), calendar, latest }
  }
  const onDay = {
    shown: [day],
    log: day,
    diary: [day],
    calendar: [{ day, listens: 1 }],
    latest: { date: day },
  }

  // The form sends the device's day with a listening that leaves its own day to 'today'.
  it('has the day on which it was written, as a new one and as the first of an album', async () => {
    const written = { ...homogenic, rating: 7, today: day }
    device.keep({ procedure: 'logs.add', input: written, madeAt: writtenAt })
    expect(await daysWhenSent()).toMatchObject(onDay)
    await owner.client.logs.remove.mutate({ id: (await mine()).log!.id })
    device.keep({ procedure: 'logs.save', input: written, madeAt: writtenAt })
    expect(await daysWhenSent()).toMatchObject(onDay)
  })

  it('has that day, too, if the album was only marked as listened', async () => {
    const input = { ...homogenic, listened: true, date: day }
    device.keep({ procedure: 'logs.setListened', input, madeAt: writtenAt })
    expect(await daysWhenSent()).toMatchObject(onDay)
  })
})

it('what is older than 30 days is not sent', async () => {
  const madeAt = Date.now() - 31 * 24 * 60 * 60 * 1000
  device.keep({ procedure: 'favorites.set', input: { ...dummy, favorite: true }, madeAt })
  expect((await device.send()).kind).toBe('done')
  expect(device.things).toEqual([])
  expect((await mine(dummy)).favorite).toBe(false)
})

it('two senders at once make one change of each thing', async () => {
  for (const rating of [1, 2, 3]) device.keep({ procedure: 'logs.add', input: { ...homogenic, rating } })
  await Promise.all([device.send(), device.send(), device.send()])
  expect(device.things).toEqual([])
  expect(await mine()).toMatchObject({ listens: 3 })
})
