import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { transaction } from '../../server/lib/db.ts'
import { replaceImports } from '../../server/logs/imports.ts'
import { lockPerson } from '../../server/users/lock.ts'
import { positionBetween, readPlace, writePlace } from '../../shared/listenLaterPlace.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let harness: Harness
let owner: Person
let today = '2026-11-22'
beforeAll(async () => {
  server = await startServer({ now: () => new Date(`${today}T12:00:00Z`) })
  harness = makeHarness(server.url)
})
afterAll(async () => {
  await harness.close()
  await server.close()
})
beforeEach(async () => {
  today = '2026-11-22'
  await server.reset()
  owner = await harness.register('owner')
})

const homogenic = { artist: 'Björk', album: 'Homogenic' }
const dummy = { artist: 'Portishead', album: 'Dummy' }
const kidA = { artist: 'Radiohead', album: 'Kid A' }
const mezzanine = { artist: 'Massive Attack', album: 'Mezzanine' }
const four = [homogenic, dummy, kidA, mezzanine]

const set = (album: typeof dummy, wanted: boolean, more: object = {}) =>
  owner.client.listenLater.set.mutate({ ...album, wanted, ...more })
const addAll = async () => {
  for (const album of four) await set(album, true)
}
const items = async (by = owner) => (await by.client.listenLater.list.query({})).items
const names = async () => (await items()).map(({ album }) => album.name)
const move = (album: typeof dummy, beside: { after?: typeof dummy; before?: typeof dummy }) =>
  owner.client.listenLater.move.mutate({ ...album, ...beside })

describe('the list', () => {
  it('holds what was added, in its order, with the person’s own day; the marks say so', async () => {
    expect(await set(homogenic, true, { today: '2026-11-23' })).toEqual({ listenLater: true, takenOff: null })
    await set(dummy, true)
    expect(await items()).toEqual([
      {
        album: { artist: 'Björk', name: 'Homogenic', image: expect.stringMatching(/^http/) },
        position: expect.any(Number),
        addedOn: '2026-11-23',
      },
      expect.objectContaining({ addedOn: '2026-11-22' }),
    ])
    expect(await owner.client.logs.states.query({ albums: [dummy, kidA] })).toMatchObject([
      { listenLater: true },
      { listenLater: false },
    ])
    expect((await owner.client.logs.mine.query(homogenic)).listenLater).toBe(true)
  })

  it('says the same twice and nothing changes: two tabs, a double click, a retry', async () => {
    await addAll()
    const before = await items()
    await Promise.all([set(dummy, true), set(dummy, true, { position: -9 }), set(dummy, true)])
    expect(await items()).toEqual(before)
    const [one, two] = await Promise.all([set(dummy, false), set(dummy, false)])
    expect([one.takenOff, two.takenOff].filter((taken) => taken !== null)).toEqual([
      { position: before[1]!.position, addedOn: '2026-11-22' },
    ])
    await Promise.all([set(dummy, true), set(dummy, true)])
    expect(await names()).toEqual(['Homogenic', 'Kid A', 'Mezzanine', 'Dummy'])
  })

  it('takes an album back at the place and the day that it had', async () => {
    await addAll()
    const { takenOff } = await set(dummy, false)
    today = '2026-11-25'
    await set(dummy, true, { position: takenOff!.position, today: takenOff!.addedOn })
    expect(await names()).toEqual(['Homogenic', 'Dummy', 'Kid A', 'Mezzanine'])
    expect((await items())[1]!.addedOn).toBe('2026-11-22')
  })

  it('refuses a day to come, an album that nobody knows, and a place out of reach', async () => {
    expect((await refusal(set(dummy, true, { today: '2026-11-24' }))).fields).toEqual({
      today: 'The date cannot be in the future',
    })
    expect((await refusal(set({ artist: 'Nobody', album: 'Nothing at all' }, true))).message).toBe(
      'Album not found',
    )
    expect(await set({ artist: 'Nobody', album: 'Nothing at all' }, false)).toEqual({
      listenLater: false,
      takenOff: null,
    })
    expect((await refusal(set(dummy, true, { position: 1e300 }))).code).toBe('BAD_REQUEST')
    expect(await items()).toEqual([])
  })

  it('is its owner’s alone, and goes with the account', async () => {
    await addAll()
    const other = await harness.register('other')
    expect(await items(other)).toEqual([])
    expect(await other.client.logs.states.query({ albums: [dummy] })).toMatchObject([{ listenLater: false }])
    expect((await other.client.logs.mine.query(dummy)).listenLater).toBe(false)
    await expect(harness.visitor().client.listenLater.list.query({})).rejects.toThrow('Login required')
    const pages = ['/profile/owner', '/listen-later', '/activity', '/album/Portishead/Dummy', '/lists']
    const seen = await Promise.all(
      pages.map(async (path) => {
        const headers = { cookie: other.cookies.header() }
        const [own, signedOut] = await Promise.all([
          fetch(server.url + path, { headers }),
          fetch(server.url + path),
        ])
        return [await own.text(), await signedOut.text()].join()
      }),
    )
    expect(seen.filter((text) => text.includes('"listenLater":true'))).toEqual([])
    expect(seen.slice(0, 3).filter((text) => text.includes('Mezzanine'))).toEqual([])
    await owner.client.auth.deleteAccount.mutate({ password: owner.password })
    expect(await server.deps.db.listenLater.count()).toBe(0)
  })
})

describe('a move', () => {
  it('puts an album behind or before another; the same again changes nothing', async () => {
    await addAll()
    await move(mezzanine, { after: homogenic })
    expect(await names()).toEqual(['Homogenic', 'Mezzanine', 'Dummy', 'Kid A'])
    const before = await items()
    await move(mezzanine, { after: homogenic })
    await move(mezzanine, { before: mezzanine })
    expect(await items()).toEqual(before)
    await move(kidA, { before: homogenic })
    await move(homogenic, { after: dummy })
    expect(await names()).toEqual(['Kid A', 'Mezzanine', 'Dummy', 'Homogenic'])
  })

  it('goes beside the neighbour that is left while another tab takes one off; beside none it is refused', async () => {
    await addAll()
    await set(dummy, false)
    await move(mezzanine, { after: dummy, before: kidA })
    expect(await names()).toEqual(['Homogenic', 'Mezzanine', 'Kid A'])
    expect((await refusal(move(mezzanine, { after: dummy }))).message).toBe(
      'Listen later has changed in the meantime. Try again.',
    )
    expect((await refusal(move(dummy, { after: kidA }))).message).toBe(
      'This album is no longer in Listen later',
    )
    expect((await refusal(move(mezzanine, {}))).code).toBe('BAD_REQUEST')
    expect(await names()).toEqual(['Homogenic', 'Mezzanine', 'Kid A'])
  })

  it('finds room where two stand as near as numbers can', async () => {
    await set(homogenic, true, { position: 1 })
    await set(dummy, true, { position: 1 + Number.EPSILON })
    await set(kidA, true, { position: 1 + Number.EPSILON })
    await set(mezzanine, true, { position: 2 ** 40 })
    await move(mezzanine, { after: homogenic, before: dummy })
    expect((await names())[1]).toBe('Mezzanine')
    await move(mezzanine, { after: dummy })
    expect(await names()).toEqual(['Homogenic', 'Dummy', 'Mezzanine', 'Kid A'])
    const positions = (await items()).map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    // As far out as places go: the next one stands behind it all the same.
    await set(dummy, false)
    await set(dummy, true, { position: 2 ** 40 })
    await set({ artist: 'Radiohead', album: 'OK Computer' }, true)
    expect(await names()).toEqual(['Homogenic', 'Mezzanine', 'Kid A', 'Dummy', 'OK Computer'])
  })

  it('of two tabs at once loses and doubles nothing', async () => {
    await addAll()
    // Some find their neighbours gone, and say so.
    await Promise.allSettled([
      move(homogenic, { after: mezzanine }),
      move(kidA, { before: dummy }),
      set(dummy, false),
      set(mezzanine, false).then(() => set(mezzanine, true)),
      move(mezzanine, { after: homogenic }),
    ])
    expect((await names()).toSorted()).toEqual(['Homogenic', 'Kid A', 'Mezzanine'])
  })
})

describe('a listening by hand', () => {
  const logs = () => owner.client.logs
  const add = (more: object = {}) => logs().add.mutate({ ...dummy, submission: randomUUID(), ...more })
  const off = { position: expect.any(Number), addedOn: '2026-11-22' }

  it('dated on the day of the adding or later takes the album off, and says where it stood', async () => {
    await addAll()
    expect((await logs().save.mutate({ ...homogenic, rating: 7 })).takenOff).toEqual(off)
    expect((await logs().setListened.mutate({ ...mezzanine, listened: true })).takenOff).toEqual(off)
    today = '2026-11-23'
    const { takenOff } = await add()
    expect(takenOff).toEqual(off)
    expect(await names()).toEqual(['Kid A'])
    expect((await logs().mine.query(dummy)).listenLater).toBe(false)
    await set(dummy, true, { position: takenOff!.position, today: takenOff!.addedOn })
    expect(await names()).toEqual(['Dummy', 'Kid A'])
  })

  it('of an earlier day, without a day, or that is an edit, leaves it; so does a retry', async () => {
    await addAll()
    const submission = randomUUID()
    expect((await add({ submission })).takenOff).toEqual(off)
    await set(dummy, true)
    expect((await add({ submission })).takenOff).toBeUndefined()
    expect((await add({ date: '2026-11-21' })).takenOff).toBeUndefined()
    expect((await add({ date: null })).takenOff).toBeUndefined()
    expect((await logs().save.mutate({ ...dummy, rating: 3, date: '2026-11-23' })).takenOff).toBeUndefined()
    expect((await logs().setListened.mutate({ ...dummy, listened: true })).takenOff).toBeUndefined()
    const old = { ...kidA, date: '2026-11-20' }
    expect((await logs().save.mutate(old)).takenOff).toBeUndefined()
    await logs().setListened.mutate({ ...kidA, listened: false, evenIfRated: true })
    expect((await names()).toSorted()).toEqual(['Dummy', 'Homogenic', 'Kid A', 'Mezzanine'])
    // The person's own day, ahead of ours.
    await set(kidA, false)
    await set(kidA, true, { today: '2026-11-23' })
    expect((await add({ ...kidA, today: '2026-11-22' })).takenOff).toBeUndefined()
    expect((await add({ ...kidA, today: '2026-11-23' })).takenOff).toMatchObject({ addedOn: '2026-11-23' })
  })

  it('is none that a sync brings', async () => {
    await addAll()
    const { db } = server.deps
    const { id } = await db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
    const albums = await db.album.findMany({ select: { id: true } })
    const saved = new Map(albums.map((album) => [album.id, new Date(`${today}T11:00:00Z`)]))
    await transaction(db, async (tx) => {
      await lockPerson(tx, id)
      await replaceImports(tx, id, saved, new Date(`${today}T12:00:00Z`))
    })
    expect((await logs().states.query({ albums: [dummy] }))[0]).toMatchObject({
      listened: true,
      listenLater: true,
    })
    // Nor one's own word about what it brought.
    expect((await logs().save.mutate({ ...dummy, rating: 9 })).takenOff).toBeUndefined()
    expect(await names()).toHaveLength(4)
  })

  it('and its Undo in two tabs at once end in one state, told alike', async () => {
    await set(dummy, true)
    const answers = await Promise.all([add(), add(), set(dummy, false)])
    expect(answers.filter(({ takenOff }) => takenOff)).toHaveLength(1)
    const back = { position: 0, today }
    await Promise.all([set(dummy, true, back), set(dummy, true, back)])
    expect(await names()).toEqual(['Dummy'])
  })
})

it('a thousand albums are read page by page, each once, in order', async () => {
  const { db } = server.deps
  const { id } = await db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
  const numbers = Array.from({ length: 1_050 }, (_, number) => number)
  await db.album.createMany({
    data: numbers.map((number) => ({ key: `many-${number}`, artist: 'Many', name: `Album ${number}` })),
  })
  const albums = await db.album.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  await db.listenLater.createMany({
    data: albums.map((album, number) => ({
      userId: id,
      albumId: album.id,
      // Tenths are no numbers of the machine, and two share each place.
      position: Math.floor(number / 2) / 10,
      addedOn: new Date('2026-11-22'),
    })),
  })
  const read: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof owner.client.listenLater.list.query>> =
      await owner.client.listenLater.list.query({ cursor })
    read.push(...page.items.map(({ album }) => album.name))
    cursor = page.next
  } while (cursor !== null)
  expect(read).toEqual(numbers.map((number) => `Album ${number}`))
})

it('places are read as they are written, and nothing else is one', () => {
  for (const position of [0, -3, 0.1, 1 / 3, 2 ** -60, -1e-7, 2 ** 40]) {
    expect(readPlace(writePlace({ position, albumId: 7 }))).toEqual({ position, albumId: 7 })
  }
  expect(['', 'abc', '1_', '_1', '1..2_3', null, undefined].map(readPlace)).toEqual(Array(7).fill(null))
  expect(positionBetween(null, null)).toBe(0)
  expect(positionBetween(1, 1)).toBeNull()
  expect(positionBetween(2 ** 40, null)).toBeNull()
})

it('every tab of the person, and nobody else, is told what becomes of the list', async () => {
  const other = await harness.register('other')
  const watch = async (by: Person) => {
    const events: { type: string }[] = []
    const subscription = by.client.listenLater.live.subscribe(
      {},
      { onData: ({ data }) => void events.push(data) },
    )
    await vi.waitFor(() => expect(events).toEqual([{ type: 'live' }]), { timeout: 10_000 })
    return { events, stop: () => subscription.unsubscribe() }
  }
  const [own, others] = [await watch(owner), await watch(other)]
  await set(homogenic, true)
  await set(dummy, true)
  await set(dummy, true)
  await move(dummy, { before: homogenic })
  await set(homogenic, false)
  await set(homogenic, false)
  const told = (name: string) => ({
    item: expect.objectContaining({ album: expect.objectContaining({ name }) }),
  })
  await vi.waitFor(
    () =>
      expect(own.events.slice(1)).toEqual([
        { type: 'listenLater.placed', ...told('Homogenic') },
        { type: 'listenLater.placed', ...told('Dummy') },
        { type: 'listenLater.placed', ...told('Dummy') },
        { type: 'listenLater.removed', album: expect.objectContaining({ name: 'Homogenic' }) },
      ]),
    { timeout: 10_000 },
  )
  expect(others.events).toEqual([{ type: 'live' }])
  own.stop()
  others.stop()
})
