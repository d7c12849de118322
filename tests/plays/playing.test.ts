import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setNowPlaying } from '../../server/plays/nowPlaying.ts'
import type { Visibility } from '../../shared/visibility.ts'
import type { Client, Person } from '../harness/client.ts'
import { listen } from '../harness/expectations.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { settled } from '../support/settled.ts'
import { joga, scrobblers, unravel } from './calls.ts'

const NOW = '2026-11-24T12:00:00.000Z'
let now = new Date(NOW)
const plak = runProduct({ now: () => now })
const { record, turnOn, idOf } = scrobblers(plak)
let owner: Person
let follower: Person
let stranger: Person
beforeEach(async () => {
  now = new Date(NOW)
  owner = await plak.harness.register('owner')
  follower = await plak.harness.register('follower')
  stranger = await plak.harness.register('stranger')
  await follower.client.follows.set.mutate({ nickname: 'owner', following: true })
  await turnOn(owner)
})

const inSeconds = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1_000)
const play = async (track = joga, duration: number | null = null) =>
  setNowPlaying(plak.server.deps, await idOf(owner), { ...track, album: null, duration })
const showTo = (nowPlaying: Visibility) => owner.client.scrobbling.set.mutate({ nowPlaying })
const playing = (client: Client = owner.client) => client.plays.nowPlaying.query({ nickname: 'owner' })
const feedTop = async ({ client }: Person) => (await client.plays.playing.query({})).items

describe('what is playing', () => {
  it('ends after its duration, or after four minutes', async () => {
    expect(await playing()).toBeNull()
    await play(joga, 100)
    expect(await playing()).toEqual({ ...joga, album: null, since: NOW })
    now = inSeconds(99)
    expect(await playing()).not.toBeNull()
    now = inSeconds(100)
    expect(await playing()).toBeNull()
    await play(unravel)
    now = inSeconds(339)
    expect(await playing()).toMatchObject(unravel)
    now = inSeconds(340)
    expect(await playing()).toBeNull()
  })

  it('is renewed when it is reported again, and replaced by another track', async () => {
    await play(joga)
    now = inSeconds(200)
    await play({ artist: 'BJÖRK', track: 'jóga' })
    now = inSeconds(400)
    expect(await playing()).toMatchObject({ since: NOW })
    await play(unravel)
    expect(await playing()).toEqual({ ...unravel, album: null, since: now.toISOString() })
  })

  it('ends with a play of another track that began after it', async () => {
    await play(joga, 305)
    now = inSeconds(200)
    await record(owner, [{ ...joga, at: inSeconds(0) }])
    await record(owner, [{ ...joga, at: inSeconds(60) }])
    await record(owner, [{ ...unravel, at: inSeconds(-400) }])
    expect(await playing()).toMatchObject(joga)
    await record(owner, [{ ...unravel, at: inSeconds(180) }])
    expect(await playing()).toBeNull()
  })

  it('is cut where names are too long, and deleted with the account', async () => {
    const { redis, prefix } = plak.server.deps
    const long = 'x'.repeat(1_001)
    await setNowPlaying(plak.server.deps, await idOf(owner), {
      artist: long,
      track: long,
      album: long,
      duration: null,
    })
    const cut = 'x'.repeat(1_000)
    expect(await playing()).toMatchObject({ artist: cut, track: cut, album: cut })
    const id = await idOf(owner)
    await owner.client.auth.deleteAccount.mutate({ password: owner.password })
    await vi.waitFor(async () => expect(await redis.get(`${prefix}playing:${id}`)).toBeNull())
    expect(await redis.zScore(`${prefix}playing`, String(id))).toBeNull()
  })

  it('ends when scrobbling is turned off, and is stored nowhere after its end', async () => {
    await play(joga, 1)
    await owner.client.scrobbling.turnOff.mutate()
    expect(await playing()).toBeNull()
    await turnOn(owner)
    await play(joga, 1)
    const { redis, prefix, db } = plak.server.deps
    await vi.waitFor(async () => expect(await redis.get(`${prefix}playing:${await idOf(owner)}`)).toBeNull())
    expect(
      JSON.stringify(await db.event.findMany(), (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      ),
    ).not.toContain('Jóga')
  })
})

describe('what is playing is shown', () => {
  it.each([
    ['me', ['owner']],
    ['followers', ['owner', 'follower']],
    ['everyone', ['owner', 'follower', 'stranger', 'visitor']],
  ] as const)('at the level %s to %j', async (level, readers) => {
    const clients = {
      owner: owner.client,
      follower: follower.client,
      stranger: stranger.client,
      visitor: plak.harness.visitor().client,
    }
    await showTo(level)
    await play()
    const seenBy = []
    for (const [name, client] of Object.entries(clients)) {
      const { items } = await client.plays.playing.query({ nickname: 'owner' })
      const shown = await playing(client)
      expect(items.map(({ track }) => track)).toEqual(shown ? ['Jóga'] : [])
      if (shown) seenBy.push(name)
    }
    expect(seenBy).toEqual(readers)
  })

  it('at the top of the feed of its owner and their followers, the latest first', async () => {
    await showTo('everyone')
    await play()
    expect(await feedTop(owner)).toMatchObject([{ user: { nickname: 'owner' }, ...joga, endsIn: 240_000 }])
    expect(await feedTop(follower)).toMatchObject([{ user: { nickname: 'owner' } }])
    expect(await feedTop(stranger)).toEqual([])
    await turnOn(follower)
    now = inSeconds(10)
    const own = { ...unravel, album: null, duration: null }
    await setNowPlaying(plak.server.deps, await idOf(follower), own)
    expect((await feedTop(follower)).map(({ user }) => user.nickname)).toEqual(['follower', 'owner'])
    await follower.client.people.mute.mutate({ nickname: 'owner', time: 'ever' })
    expect((await feedTop(follower)).map(({ user }) => user.nickname)).toEqual(['follower'])
  })

  it('of a private account to its followers at most, and to nobody who is blocked', async () => {
    await showTo('everyone')
    await play()
    await owner.client.visibility.setPrivate.mutate({ isPrivate: true })
    expect(await playing(stranger.client)).toBeNull()
    expect(await playing(follower.client)).toMatchObject(joga)
    await owner.client.visibility.setPrivate.mutate({ isPrivate: false })
    expect(await playing(stranger.client)).toMatchObject(joga)
    await owner.client.people.block.mutate({ nickname: 'follower' })
    expect(await refusal(playing(follower.client))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await feedTop(follower)).toEqual([])
  })
})

describe('pages are told', () => {
  it('within two seconds when something begins, ends, or is shown to others', async () => {
    await showTo('followers')
    await settled(plak.server.deps)
    const feed = await listen((hear) => follower.client.plays.livePlaying.subscribe({}, hear))
    const profile = await listen((hear) =>
      follower.client.plays.livePlaying.subscribe({ nickname: 'owner' }, hear),
    )
    const visitor = await listen((hear) =>
      stranger.client.plays.livePlaying.subscribe({ nickname: 'owner' }, hear),
    )
    const begin = performance.now()
    await play()
    await Promise.all([feed.soon('playing.changed'), profile.soon('playing.changed')])
    expect(performance.now() - begin).toBeLessThan(2_000)
    await record(owner, [{ ...unravel, at: inSeconds(5) }])
    await Promise.all([feed.soon('playing.changed'), profile.soon('playing.changed')])
    await showTo('me')
    await feed.soon('playing.changed')
    await play()
    await expect(feed.soon('playing.changed')).rejects.toThrow('did not come')
    await expect(visitor.soon('playing.changed')).rejects.toThrow('did not come')
    for (const heard of [feed, profile, visitor]) heard.stop()
  })

  it('of people whom they begin to follow', async () => {
    await showTo('followers')
    const feed = await listen((hear) => stranger.client.plays.livePlaying.subscribe({}, hear))
    await stranger.client.follows.set.mutate({ nickname: 'owner', following: true })
    await feed.soon('playing.changed')
    await play()
    expect(await feed.soon('playing.changed')).toEqual({ type: 'playing.changed' })
    feed.stop()
  })
})
