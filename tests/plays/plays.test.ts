import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReportedPlay } from '../../server/plays/write/record.ts'
import { makeApi, tokenOf } from '../api/client.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { joga, listenBrainz, scrobblers, unravel } from './calls.ts'

const NOW = '2026-11-24T12:00:00.000Z'
const plak = runProduct({ now: () => new Date(NOW) })
const { record, turnOn, idOf } = scrobblers(plak)
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  await turnOn(owner)
})

const START = Date.parse('2026-11-24T10:00:00Z')
const at = (seconds: number): Date => new Date(START + seconds * 1_000)
const times = async () =>
  (await owner.client.plays.mine.query({})).items.map(({ at: time }) => (Date.parse(time) - START) / 1_000)

describe('two plays of one track', () => {
  it('are one up to 30 seconds apart, and two from 31 on', async () => {
    for (const seconds of [0, 30, 31, -30, -31]) await record(owner, [{ ...joga, at: at(seconds) }])
    expect(await times()).toEqual([31, 0, -31])
    await record(
      owner,
      [100, 130, 131].map((seconds) => ({ ...unravel, at: at(seconds) })),
    )
    expect(await times()).toEqual([131, 100, 31, 0, -31])
  })

  it('are of one track however it is written, and from whichever source', async () => {
    await record(owner, [{ ...joga, at: at(0) }])
    await record(owner, [{ artist: 'BJÖRK', track: ' Jóga! ', at: at(5) }], {
      source: 'lastfmPull',
      client: null,
    })
    await record(owner, [{ artist: 'Björk', track: 'Joga', at: at(6) }])
    await record(owner, [{ ...unravel, at: at(7) }])
    expect(await times()).toEqual([7, 6, 0])
  })

  it('are one when they arrive at once', async () => {
    const play = { ...joga, at: at(0) }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => record(owner, [{ ...play, at: at(index) }, play])),
    )
    expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(1)
    expect(await times()).toHaveLength(1)
  })

  it('keep the first, which gets what it lacks from the second', async () => {
    const album = { album: 'Homogenic', albumArtist: 'Björk' }
    await record(owner, [{ ...joga, at: at(0) }])
    await record(owner, [{ ...joga, ...album, duration: 305, at: at(10) }], {
      source: 'lastfm',
      client: 'mpd',
    })
    await record(owner, [{ ...joga, album: 'Telegram', duration: 1, at: at(20) }])
    expect((await owner.client.plays.mine.query({})).items).toMatchObject([
      { at: at(0).toISOString(), album: 'Homogenic', source: 'listenbrainz', client: 'navidrome' },
    ])
    const [row] = await plak.server.deps.db.play.findMany()
    expect(row).toMatchObject({ duration: 305, album: 'Homogenic', albumArtist: null })
    await record(owner, [
      { ...unravel, at: at(100) },
      { ...unravel, album: 'Homogenic', at: at(101) },
    ])
    expect((await owner.client.plays.mine.query({})).items[0]).toMatchObject({ album: 'Homogenic' })
  })
})

it('plays of several users that arrive at once go to their users, but none to a user without scrobbling', async () => {
  const other = await plak.harness.register('other')
  await turnOn(other)
  const stranger = await plak.harness.register('stranger')
  const people = [owner, other, stranger]
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      record(people[index % 3]!, [
        { ...joga, album: `Album ${index % 3}`, at: at(Math.floor(index / 3) * 60) },
      ]),
    ),
  )
  const added = people.map((_, who) => answers.filter((_answer, index) => index % 3 === who))
  expect(added.map((some) => some.reduce((sum, each) => sum + each.added, 0))).toEqual([10, 10, 0])
  for (const [who, { client }] of [owner, other].entries()) {
    const { items } = await client.plays.mine.query({})
    expect(items.map(({ album, at: time }) => [album, (Date.parse(time) - START) / 60_000])).toEqual(
      Array.from({ length: 10 }, (_, index) => [`Album ${who}`, 9 - index]),
    )
  }
  expect((await stranger.client.plays.mine.query({})).items).toEqual([])
})

it('stores a thousand plays at once, and none that is as old as 400 days', async () => {
  const many = Array.from({ length: 1_000 }, (_, index): ReportedPlay => ({
    artist: 'Björk',
    track: `Track ${index}`,
    album: 'Homogenic',
    at: at(index),
  }))
  expect(await record(owner, many)).toEqual({ added: 1_000 })
  expect(await record(owner, many)).toEqual({ added: 0 })
  const limit = Date.parse(NOW) - 400 * 24 * 60 * 60_000
  expect(await record(owner, [{ ...joga, at: new Date(limit) }])).toEqual({ added: 0 })
  expect(await record(owner, [{ ...joga, at: new Date(limit + 1_000) }])).toEqual({ added: 1 })
})

it('lists plays newest first, in pages, with a link to an album that we have', async () => {
  await owner.client.logs.add.mutate({
    artist: 'Björk',
    album: 'Homogenic',
    submission: '4c9c9d4e-3a52-4a0c-a2a5-9d4f54b0e0a1',
  })
  const plays = Array.from({ length: 60 }, (_, index) => ({
    artist: 'Björk',
    track: `Track ${index}`,
    album: index % 2 ? 'HOMOGENIC' : 'Nothing of the kind',
    at: at(Math.floor(index / 2)),
  }))
  await record(owner, plays)
  const first = await owner.client.plays.mine.query({})
  const second = await owner.client.plays.mine.query({ cursor: first.next })
  expect([first.items.length, second.items.length, second.next]).toEqual([50, 10, null])
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(60)
  expect(first.items[0]).toEqual({
    id: expect.any(Number),
    at: at(29).toISOString(),
    artist: 'Björk',
    track: 'Track 59',
    album: 'HOMOGENIC',
    albumLink: '/album/Bj%C3%B6rk/Homogenic',
    source: 'listenbrainz',
    client: 'navidrome',
  })
  expect(first.items[1]).toMatchObject({ album: 'Nothing of the kind', albumLink: null })
})

describe('plays of somebody else', () => {
  it('are shown to those whom the owner chose, without where they came from', async () => {
    await record(owner, [{ ...joga, at: at(0) }])
    const follower = await plak.harness.register('follower')
    await follower.client.follows.set.mutate({ nickname: 'owner', following: true })
    const visitor = plak.harness.visitor()
    const seen = () =>
      Promise.all(
        [owner, follower, visitor].map(
          async ({ client }) => (await client.plays.of.query({ nickname: 'owner' })).items.length,
        ),
      )
    const token = await tokenOf(await plak.harness.register('stranger'), 'read')
    const api = await makeApi(plak.server.url)
    /** The plays that a stranger gets over ListenBrainz' protocol, and over the API. */
    const seenByPrograms = async () => {
      const { payload } = await listenBrainz(() => plak.server.url)('/1/user/owner/listens')
      const { body } = await api.get('/people/owner/plays', { token })
      return [payload.listens.length, body.items.length]
    }
    expect(await seen()).toEqual([1, 0, 0])
    await owner.client.scrobbling.set.mutate({ plays: 'followers' })
    expect(await seen()).toEqual([1, 1, 0])
    await owner.client.scrobbling.set.mutate({ plays: 'everyone' })
    expect(await seen()).toEqual([1, 1, 1])
    const { items } = await visitor.client.plays.of.query({ nickname: 'owner' })
    expect(items).toEqual([
      { id: expect.any(Number), at: at(0).toISOString(), ...joga, album: null, albumLink: null },
    ])
    await owner.client.visibility.setPrivate.mutate({ isPrivate: true })
    expect(await seen()).toEqual([1, 1, 0])
    expect(await seenByPrograms()).toEqual([0, 0])
    await owner.client.visibility.setPrivate.mutate({ isPrivate: false })
    expect(await seen()).toEqual([1, 1, 1])
    expect(await seenByPrograms()).toEqual([1, 1])
    await owner.client.people.block.mutate({ nickname: 'follower' })
    const refused = await refusal(follower.client.plays.of.query({ nickname: 'owner' }))
    expect(refused).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(visitor.client.plays.of.query({ nickname: 'nobody' }))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('deleting', () => {
  it('takes one play, or all, and nothing of others', async () => {
    const other = await plak.harness.register('other')
    await turnOn(other)
    await record(other, [{ ...joga, at: at(0) }])
    await record(owner, [
      { ...joga, at: at(0) },
      { ...unravel, at: at(1) },
      { ...joga, at: at(100) },
    ])
    const { items } = await owner.client.plays.mine.query({})
    await other.client.plays.remove.mutate({ id: items[0]!.id })
    expect(await times()).toEqual([100, 1, 0])
    await owner.client.plays.remove.mutate({ id: items[0]!.id })
    await owner.client.plays.remove.mutate({ id: items[0]!.id })
    expect(await times()).toEqual([1, 0])
    await owner.client.plays.removeAll.mutate()
    await owner.client.plays.removeAll.mutate()
    expect(await times()).toEqual([])
    expect((await other.client.plays.mine.query({})).items).toHaveLength(1)
  })
})

it('reaches the open pages of the owner only', async () => {
  const other = await plak.harness.register('other')
  const heard: string[] = []
  for (const [name, { client }] of Object.entries({ owner, other }))
    client.plays.live.subscribe({}, { onData: ({ data }) => void heard.push(`${name} ${data.type}`) })
  const wait = (count: number) => vi.waitFor(() => expect(heard).toHaveLength(count), { timeout: 10_000 })
  await wait(2)
  await record(owner, [{ ...joga, at: at(0) }])
  await wait(3)
  await record(owner, [{ ...joga, at: at(0) }])
  await owner.client.plays.removeAll.mutate()
  await wait(4)
  expect(heard.toSorted()).toEqual(['other live', 'owner live', 'owner plays.changed', 'owner plays.changed'])
  expect(await idOf(owner)).not.toBe(await idOf(other))
})
