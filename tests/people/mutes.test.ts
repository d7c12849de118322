import { beforeEach, expect, it } from 'vitest'
import { forEver } from '../../shared/people.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

const HOUR = 60 * 60 * 1000
let now = new Date()
const plak = runProduct({ now: () => now })
let viewer: Person
let loud: Person
beforeEach(async () => {
  now = new Date()
  ;[viewer, loud] = [await plak.harness.register('viewer'), await plak.harness.register('loud')]
})

const mute = (time: 'hour' | 'day' | 'week' | 'ever') =>
  viewer.client.people.mute.mutate({ nickname: 'loud', time })
const unmute = () => viewer.client.people.unmute.mutate({ nickname: 'loud' })
const follow = (following: boolean) => viewer.client.follows.set.mutate({ nickname: 'loud', following })
const mutedUntil = async () => (await viewer.client.users.profile.query({ nickname: 'loud' })).mutedUntil
const inFollow = async () => (await plak.server.deps.db.follow.findFirst())?.mutedUntil?.toISOString() ?? null
const blockedAndMuted = async () => (await viewer.client.people.blockedAndMuted.query({})).items

it('lasts an hour, a day, a week or for ever, and each replaces the one before', async () => {
  await follow(true)
  for (const [time, length] of [
    ['hour', HOUR],
    ['day', 24 * HOUR],
    ['week', 168 * HOUR],
    ['ever', null],
  ] as const) {
    const until = length === null ? forEver : new Date(now.getTime() + length).toISOString()
    expect(await mute(time)).toEqual({ mutedUntil: until })
    expect([await mutedUntil(), await inFollow()]).toEqual([until, until])
    expect(await blockedAndMuted()).toEqual([
      { nickname: 'loud', avatar: null, isBlocked: false, mutedUntil: until },
    ])
  }
  for (let round = 0; round < 2; round++) expect(await unmute()).toEqual({ mutedUntil: null })
  expect([await mutedUntil(), await inFollow(), await blockedAndMuted()]).toEqual([null, null, []])
})

it('a follow that is made later takes over what is left, and no mute that is over', async () => {
  const { mutedUntil: until } = await mute('hour')
  await follow(true)
  expect(await inFollow()).toBe(until)
  await follow(false)
  now = new Date(now.getTime() + HOUR)
  expect([await mutedUntil(), await blockedAndMuted()]).toEqual([null, []])
  await follow(true)
  expect(await inFollow()).toBeNull()
})

it('is one way and unseen by who is muted; nobody can mute themselves, nor who cannot be found', async () => {
  await mute('ever')
  const { relation, mutedUntil: theirs } = await loud.client.users.profile.query({ nickname: 'viewer' })
  expect([relation, theirs]).toEqual(['none', null])
  expect(await refusal(viewer.client.people.mute.mutate({ nickname: 'viewer', time: 'day' }))).toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect(await refusal(viewer.client.people.mute.mutate({ nickname: 'nobody', time: 'day' }))).toMatchObject({
    code: 'NOT_FOUND',
    message: 'User not found',
  })
})

it('the list of blocked and muted people goes page by page, each once', async () => {
  const { db } = plak.server.deps
  const names = Array.from({ length: 70 }, (_, index) => `other${index}`)
  await db.user.createMany({
    data: names.map((nickname) => ({ nickname, email: `${nickname}@plak.example` })),
  })
  // All are muted; every third is blocked as well.
  await db.$executeRaw`
    INSERT INTO Mute (muterId, mutedId, until, createdAt)
    SELECT v.id, o.id, '2999-01-01', FROM_UNIXTIME(1700000000 + FLOOR(o.id / 7)) FROM User v JOIN User o
    WHERE v.nickname = 'viewer' AND o.nickname LIKE 'other%'`
  await db.$executeRaw`
    INSERT INTO Block (blockerId, blockedId, createdAt)
    SELECT muterId, mutedId, createdAt FROM Mute WHERE mutedId % 3 = 0`
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: { items: { nickname: string }[]; next: string | null } =
      await viewer.client.people.blockedAndMuted.query({ cursor })
    seen.push(...page.items.map(({ nickname }) => nickname))
    cursor = page.next
  } while (cursor)
  expect(seen).toHaveLength(70)
  expect(new Set(seen).size).toBe(70)
})
