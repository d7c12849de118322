import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { dummy, homogenic, kidA, listCalls, mezzanine } from './calls.ts'

let today = '2026-11-22'
const plak = runProduct({ now: () => new Date(`${today}T12:00:00Z`) })
let owner: Person
beforeEach(async () => {
  today = '2026-11-22'
  owner = await plak.harness.register('owner')
})
const { set, addAll, items, names, move } = listCalls(() => owner)

describe('the list', () => {
  it('holds what was added, in its order, with the person’s own day; the marks say so', async () => {
    expect(await set(homogenic, true, { today: '2026-11-23' })).toEqual({ listenLater: true, takenOff: null })
    await set(dummy, true)
    expect(await items()).toEqual([
      {
        album: { artist: 'Björk', name: 'Homogenic', image: expect.stringMatching(/^http/), year: null },
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
    const other = await plak.harness.register('other')
    expect(await items(other)).toEqual([])
    expect(await other.client.logs.states.query({ albums: [dummy] })).toMatchObject([{ listenLater: false }])
    expect((await other.client.logs.mine.query(dummy)).listenLater).toBe(false)
    await expect(plak.harness.visitor().client.listenLater.list.query({})).rejects.toThrow('Login required')
    const pages = ['/profile/owner', '/listen-later', '/activity', '/album/Portishead/Dummy', '/lists']
    const seen = await Promise.all(
      pages.map(async (path) => {
        const headers = { cookie: other.cookies.header() }
        const [own, signedOut] = await Promise.all([
          fetch(plak.server.url + path, { headers }),
          fetch(plak.server.url + path),
        ])
        return [await own.text(), await signedOut.text()].join()
      }),
    )
    expect(seen.filter((text) => text.includes('"listenLater":true'))).toEqual([])
    expect(seen.slice(0, 3).filter((text) => text.includes('Mezzanine'))).toEqual([])
    await owner.client.auth.deleteAccount.mutate({ password: owner.password })
    expect(await plak.server.deps.db.listenLater.count()).toBe(0)
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
    // At the maximum position: the next album is still placed after it.
    await set(dummy, false)
    await set(dummy, true, { position: 2 ** 40 })
    await set({ artist: 'Radiohead', album: 'OK Computer' }, true)
    expect(await names()).toEqual(['Homogenic', 'Mezzanine', 'Kid A', 'Dummy', 'OK Computer'])
  })

  it('of two tabs at once loses and doubles nothing', async () => {
    await addAll()
    // Some neighbours no longer exist, which is reported as an error.
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

it('a thousand albums are read page by page, each once, in order', async () => {
  const { db } = plak.server.deps
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
      // Tenths are not exact in binary, and two albums share each position.
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

it('every tab of the person, and nobody else, is told what becomes of the list', async () => {
  const other = await plak.harness.register('other')
  const watch = async (by: Person) => {
    const events: { type: string }[] = []
    const subscription = by.client.listenLater.live.subscribe(
      {},
      { onData: ({ data }) => void events.push(data) },
    )
    await vi.waitFor(() => expect(events).toEqual([{ type: 'live' }]))
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
  await vi.waitFor(() =>
    expect(own.events.slice(1)).toEqual([
      { type: 'listenLater.placed', ...told('Homogenic') },
      { type: 'listenLater.placed', ...told('Dummy') },
      { type: 'listenLater.placed', ...told('Dummy') },
      { type: 'listenLater.removed', album: expect.objectContaining({ name: 'Homogenic' }) },
    ]),
  )
  expect(others.events).toEqual([{ type: 'live' }])
  own.stop()
  others.stop()
})
