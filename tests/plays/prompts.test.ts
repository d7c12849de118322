import { beforeEach, describe, expect, it, vi } from 'vitest'
import { findAlbum } from '../../demo/catalog/catalog.ts'
import { tidy } from '../../server/maintenance/retention.ts'
import { setNowPlaying } from '../../server/plays/nowPlaying.ts'
import type { ReportedPlay } from '../../server/plays/write/record.ts'
import { TIME_ZONE } from '../../shared/timeZones.ts'
import type { Person } from '../harness/client.ts'
import { listen } from '../harness/expectations.ts'
import { runProduct } from '../support/runProduct.ts'
import { scrobblers } from './calls.ts'

const NOW = '2026-11-24T12:00:00.000Z'
let now = new Date(NOW)
const plak = runProduct({ now: () => now })
const { record, turnOn, idOf } = scrobblers(plak)
let owner: Person
beforeEach(async () => {
  now = new Date(NOW)
  owner = await plak.harness.register('owner')
  await turnOn(owner)
})

const homogenic = { artist: 'Björk', album: 'Homogenic' }
// The album has ten tracks.
const tracks = ['Hunter', 'Jóga', 'Unravel', 'Bachelorette', 'All Neon Like', '5 Years', 'Immature']

const MINUTE = 60_000
type Played = { album?: string; artist?: string; from?: string; step?: number }
const plays = (
  names: readonly string[],
  { album = 'Homogenic', artist = 'Björk', from = '2026-11-24T08:00:00Z', step = 5 }: Played = {},
): ReportedPlay[] =>
  names.map((track, index) => ({
    artist,
    track,
    album,
    at: new Date(Date.parse(from) + index * step * MINUTE),
  }))

const prompts = async (of = owner) => (await of.client.plays.prompts.query()).items
/** Reads the prompts when every check is done: otherwise no prompt could mean that it was not computed yet. */
async function settledPrompts() {
  await vi.waitFor(async () => expect(await plak.server.deps.db.promptCheck.count()).toBe(0))
  return await prompts()
}
const prompt = (day: string, count: number, name = 'Homogenic') => ({ album: { name }, day, tracks: count })

describe('a prompt', () => {
  it('appears within five seconds when half of the tracks were played on a day, and not before', async () => {
    await record(owner, plays(tracks.slice(0, 4)))
    expect(await settledPrompts()).toMatchObject([])
    // The same tracks again, and one that is not on the album, do not count.
    await record(owner, plays(['HUNTER', 'jóga', 'Army of Me'], { from: '2026-11-24T10:00:00Z' }))
    expect(await settledPrompts()).toMatchObject([])
    const begin = performance.now()
    await record(owner, plays(['All Neon Like'], { from: '2026-11-24T11:00:00Z' }))
    expect(await settledPrompts()).toMatchObject([prompt('2026-11-24', 5)])
    expect(performance.now() - begin).toBeLessThan(5_000)
    expect((await prompts())[0]).toEqual({
      id: expect.any(Number),
      album: { artist: 'Björk', name: 'Homogenic', image: expect.any(String), year: null },
      day: '2026-11-24',
      tracks: 5,
    })
  })

  it('does not appear for one track that is played all day, and each of its plays is counted', async () => {
    const from = '2026-11-24T00:00:00Z'
    const times = Array.from({ length: 140 }, () => 'Jóga')
    await record(owner, plays(times, { from }))
    const playing = { artist: 'Björk', track: 'Jóga', album: 'Homogenic', duration: 300 }
    await setNowPlaying(plak.server.deps, await idOf(owner), playing)
    expect(await settledPrompts()).toEqual([])
    expect(await plak.server.deps.db.play.count()).toBe(140)
    expect(await owner.client.plays.nowPlaying.query({ nickname: 'owner' })).toMatchObject({ track: 'Jóga' })
    // The fifth of the ten tracks makes the prompt, with five tracks and not 144.
    await record(owner, plays(['Hunter', 'Unravel', 'Bachelorette', 'All Neon Like'], { from, step: 7 }))
    expect(await settledPrompts()).toMatchObject([prompt('2026-11-24', 5)])
  })

  it('needs half of the tracks, rounded up, and five of an album whose tracks are not known', async () => {
    // An album of two tracks.
    await record(owner, plays(['Zombie'], { album: 'Zombie', artist: 'Fela Kuti' }))
    expect(await settledPrompts()).toMatchObject([prompt('2026-11-24', 1, 'Zombie')])
    plak.server.demo.misbehave({ fault: 'bare', match: { album: 'Vespertine' } })
    plak.server.demo.misbehave({ fault: 'empty-strings', match: { album: 'Vespertine' } })
    try {
      await record(owner, plays(['a', 'b', 'c', 'd'], { album: 'Vespertine', from: '2026-11-23T08:00:00Z' }))
      expect(await settledPrompts()).toMatchObject([prompt('2026-11-24', 1, 'Zombie')])
      await record(owner, plays(['e'], { album: 'Vespertine', from: '2026-11-23T10:00:00Z' }))
      expect(await settledPrompts()).toMatchObject([
        prompt('2026-11-24', 1, 'Zombie'),
        prompt('2026-11-23', 5, 'Vespertine'),
      ])
    } finally {
      plak.server.demo.behave()
    }
  })

  it('counts the album under each of its spellings, and by the artist of the album', async () => {
    await record(owner, plays(tracks.slice(0, 2), { artist: 'Bjork' }))
    await record(owner, plays(tracks.slice(2, 4), { album: 'HOMOGENIC!', from: '2026-11-24T09:00:00Z' }))
    const guest = { ...plays(['All Neon Like'], { from: '2026-11-24T10:00:00Z' })[0]!, artist: 'A Guest' }
    await record(owner, [{ ...guest, albumArtist: 'Björk' }])
    expect(await settledPrompts()).toMatchObject([prompt('2026-11-24', 5)])
  })

  it('is not made for an album that the catalogue does not know', async () => {
    await record(owner, plays(tracks, { album: 'Nothing Like That' }))
    expect(await settledPrompts()).toMatchObject([])
  })

  it('does not add up plays before and after midnight', async () => {
    await record(owner, plays(tracks.slice(0, 4), { from: '2026-11-22T23:40:00Z' }))
    await record(owner, plays(tracks.slice(4), { from: '2026-11-23T00:05:00Z' }))
    expect(await settledPrompts()).toMatchObject([])
  })

  it('waits for a catalogue that is away', async () => {
    plak.server.demo.misbehave({ fault: 'offline' })
    const { artist, name: album, tracks: all } = findAlbum('Radiohead', 'Kid A', false)!
    await record(
      owner,
      plays(
        all.map(({ name }) => name),
        { artist, album },
      ),
    )
    await vi.waitFor(async () => {
      const [check] = await plak.server.deps.db.promptCheck.findMany()
      expect(check!.dueAt.getTime() - Date.now()).toBeGreaterThan(5_000)
    })
    expect(await prompts()).toEqual([])
    plak.server.demo.behave()
    await plak.server.deps.db.promptCheck.updateMany({ data: { dueAt: new Date(0) } })
    // The breaker of calls in the background opens again by itself.
    await vi.waitFor(async () => {
      await plak.server.deps.db.promptCheck.updateMany({ data: { dueAt: new Date(0) } })
      expect(await prompts()).toHaveLength(1)
    })
  })
})

describe('a prompt ends', () => {
  beforeEach(async () => {
    await record(owner, plays(tracks))
    expect(await settledPrompts()).toMatchObject([prompt('2026-11-24', 7)])
  })

  it('for good when it is dismissed', async () => {
    const other = await plak.harness.register('other')
    const [{ id } = { id: 0 }] = await prompts()
    await other.client.plays.dismissPrompt.mutate({ id })
    expect(await settledPrompts()).toMatchObject([prompt('2026-11-24', 7)])
    for (let times = 0; times < 2; times++) await owner.client.plays.dismissPrompt.mutate({ id })
    expect(await prompts()).toEqual([])
    await record(owner, plays(['Pluto'], { from: '2026-11-24T11:00:00Z' }))
    expect(await settledPrompts()).toMatchObject([])
    await owner.client.plays.removeAll.mutate()
    await record(owner, plays(tracks, { from: '2026-11-24T09:00:00Z' }))
    expect(await settledPrompts()).toMatchObject([])
    await record(owner, plays(tracks, { from: '2026-11-23T08:00:00Z' }))
    expect(await settledPrompts()).toMatchObject([prompt('2026-11-23', 7)])
  })

  it('with a listening of that day, however it was made', async () => {
    await owner.client.logs.save.mutate({ ...homogenic, rating: 8, date: '2026-11-23' })
    expect(await prompts()).toHaveLength(1)
    const { log } = await owner.client.logs.mine.query(homogenic)
    await owner.client.logs.save.mutate({ ...homogenic, id: log!.id, date: '2026-11-24' })
    expect(await prompts()).toEqual([])
  })

  it('when plays are deleted, below half', async () => {
    const { items } = await owner.client.plays.mine.query({})
    for (const { id } of items.slice(0, 2)) await owner.client.plays.remove.mutate({ id })
    expect(await settledPrompts()).toMatchObject([prompt('2026-11-24', 5)])
    await owner.client.plays.remove.mutate({ id: items[2]!.id })
    expect(await settledPrompts()).toMatchObject([])
  })

  it('with all plays', async () => {
    await owner.client.plays.removeAll.mutate()
    expect(await settledPrompts()).toMatchObject([])
  })

  it('after thirty days', async () => {
    await record(owner, plays(tracks, { from: '2026-10-30T08:00:00Z' }))
    const [recent, old] = [prompt('2026-11-24', 7), prompt('2026-10-30', 7)]
    expect(await settledPrompts()).toMatchObject([recent, old])
    now = new Date('2026-11-29T12:00:00Z')
    expect(await settledPrompts()).toMatchObject([recent, old])
    now = new Date('2026-11-30T12:00:00Z')
    expect(await settledPrompts()).toMatchObject([recent])
    await tidy(plak.server.deps)
    expect(await plak.server.deps.db.playPrompt.count()).toBe(1)
  })
})

it('at most twenty prompts wait, the newest', async () => {
  const days = Array.from({ length: 22 }, (_, index) => `2026-11-${String(index + 2).padStart(2, '0')}`)
  await record(
    owner,
    days.flatMap((day) => plays(tracks, { from: `${day}T08:00:00Z` })),
  )
  expect(await settledPrompts()).toMatchObject(
    days
      .toReversed()
      .slice(0, 20)
      .map((day) => prompt(day, 7)),
  )
})

it('the days are those of the time zone of the last page', async () => {
  // In Tokyo, all of this is on one day.
  await record(owner, plays(tracks.slice(0, 4), { from: '2026-11-22T23:40:00Z' }))
  await record(owner, plays(tracks.slice(4), { from: '2026-11-23T00:05:00Z' }))
  expect(await settledPrompts()).toMatchObject([])
  await fetch(`${plak.server.url}/trpc/auth.me`, {
    headers: { cookie: owner.cookies.header()!, [TIME_ZONE]: 'Asia/Tokyo' },
  })
  await vi.waitFor(async () => {
    const { timeZone } = await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
    expect(timeZone).toBe('Asia/Tokyo')
  })
  await vi.waitFor(async () => expect(await prompts()).toMatchObject([prompt('2026-11-23', 7)]))
})

it('the tabs of their owner, and nobody else, are told of prompts', async () => {
  const other = await plak.harness.register('other')
  const own = await listen((hear) => owner.client.plays.live.subscribe({}, hear))
  const others = await listen((hear) => other.client.plays.live.subscribe({}, hear))
  await record(owner, plays(tracks))
  await own.soon('prompts.changed')
  await owner.client.logs.save.mutate({ ...homogenic, rating: 8, date: '2026-11-24' })
  await own.soon('prompts.changed')
  expect(await prompts(other)).toEqual([])
  await record(other, plays(tracks))
  await expect(others.soon('prompts.changed')).rejects.toThrow('did not come')
  own.stop()
  others.stop()
})

it('the prompts of a merged album are those of the one that replaces it', async () => {
  await record(owner, plays(tracks))
  expect(await settledPrompts()).toMatchObject([prompt('2026-11-24', 7)])
  const { db } = plak.server.deps
  const into = await db.album.create({
    data: { key: 'other', artist: 'Björk', name: 'Other', updatedAt: now },
  })
  await db.album.updateMany({ where: { name: 'Homogenic' }, data: { mergedIntoId: into.id } })
  expect(await prompts()).toMatchObject([prompt('2026-11-24', 7, 'Other')])
  expect(await db.playPrompt.count({ where: { userId: await idOf(owner) } })).toBe(1)
})
