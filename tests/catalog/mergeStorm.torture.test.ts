import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import type { Tx } from '../../server/lib/db.ts'
import { opinionOf } from '../../server/logs/write/opinions.ts'
import { continueMerges } from '../../server/moderation/merges.ts'
import type { Person } from '../harness/client.ts'
import { plakFile, reviewOf } from '../imports/plakFile.ts'
import { bring, preview } from '../imports/world.ts'
import { runProduct } from '../support/runProduct.ts'
import { add, finished, makeMergeWorld, merge, newName, oldName, undo } from './mergeWorld.ts'

// Merges that many people are concerned by, so that a job moves what they have in several batches.

const plak = runProduct()
const db = () => plak.server.deps.db

/** People with a listening, a heart and a place in Listen later of the old album; every third has listened to the other, too. */
async function plantPeople(
  count: number,
  { old, new: other }: { old: number; new: number },
): Promise<number[]> {
  const names = Array.from({ length: count }, (_, index) => `planted${index}`)
  await db().user.createMany({
    data: names.map((nickname) => ({ nickname, email: `${nickname}@plak.example` })),
  })
  const people = await db().user.findMany({
    where: { nickname: { startsWith: 'planted' } },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  const ids = people.map(({ id }) => id)
  const some = ids.filter((_, index) => index % 3 === 0)
  const log = { rating: 8, date: new Date('2026-01-01'), enteredAt: new Date(), feedAt: new Date() }
  await db().log.createMany({ data: ids.map((userId) => ({ ...log, userId, albumId: old })) })
  await db().log.createMany({ data: some.map((userId) => ({ ...log, rating: 4, userId, albumId: other })) })
  await db().favorite.createMany({ data: ids.map((userId) => ({ userId, albumId: old })) })
  await db().listenLater.createMany({
    data: ids.map((userId) => ({ userId, albumId: old, position: 1, addedOn: new Date('2026-01-01') })),
  })
  await db().opinion.createMany({
    data: [
      ...ids.map((userId) => ({ userId, albumId: old, rating: 8 })),
      ...some.map((userId) => ({ userId, albumId: other, rating: 4 })),
    ].map(({ rating, ...place }) => {
      const ratings = { rating, followersRating: rating, everyoneRating: rating, countedRating: rating }
      return { ...place, ...ratings, visibility: 'everyone' as const, addedAt: new Date() }
    }),
  })
  return ids
}

/** Derives every opinion from the listenings and compares it with the stored one. */
async function expectTrueOpinions(): Promise<void> {
  const [logs, opinions] = await Promise.all([db().log.findMany(), db().opinion.findMany()])
  const places = new Set(logs.map(({ userId, albumId }) => `${userId} ${albumId}`))
  expect(new Set(opinions.map(({ userId, albumId }) => `${userId} ${albumId}`))).toEqual(places)
  for (const { userId, albumId, addedAt: _, ...opinion } of opinions) {
    const own = logs.filter((log) => log.userId === userId && log.albumId === albumId)
    const { addedAt: __, ...derived } = opinionOf(own, true)!
    expect(opinion).toEqual(derived)
  }
}

const TURNS = 12

/** One person writes under both names; returns what was acknowledged. */
async function writeUnderBoth({ client }: Person, seed: number) {
  const state = { logs: 0, heart: false, wanted: false, listed: false }
  const { id: list } = await client.lists.create.mutate({
    name: 'List',
    albums: [{ artist: 'Artist', album: 'Third' }],
    submission: randomUUID(),
  })
  const lanes = [
    async (ref: typeof oldName, turn: number) => {
      await client.logs.add.mutate({ ...ref, rating: 1 + (turn % 10), submission: randomUUID() })
      state.logs++
    },
    async (ref: typeof oldName, turn: number) => {
      const favorite = turn % 3 !== 0
      await client.favorites.set.mutate({ ...ref, favorite })
      state.heart = favorite
    },
    async (ref: typeof oldName, turn: number) => {
      const contained = turn % 2 === 0
      await client.lists.setAlbum.mutate({ id: list, ...ref, contained })
      state.listed = contained
    },
  ]
  await Promise.all(
    lanes.map(async (lane) => {
      for (let turn = 0; turn < TURNS; turn++) await lane((turn + seed) % 2 === 0 ? oldName : newName, turn)
    }),
  )
  return { ...state, list }
}

it('a storm of writes under both names during a merge loses nothing', { timeout: 120_000 }, async () => {
  const { moderator, ids } = await makeMergeWorld(plak)
  await plantPeople(900, ids)
  const people = await Promise.all([1, 2, 3, 4].map((n) => plak.harness.register(`writer${n}`)))
  for (const person of people) await add(person, oldName, { rating: 2 })
  const [, ...states] = await Promise.all([
    merge(moderator),
    ...people.map((person, index) => writeUnderBoth(person, index)),
  ])
  await finished(plak.server)
  expect(await db().log.count({ where: { albumId: ids.old } })).toBe(0)
  expect(await db().opinion.count({ where: { albumId: ids.old } })).toBe(0)
  for (const [index, state] of states.entries()) {
    const { id: userId } = await db().user.findUniqueOrThrow({ where: { nickname: `writer${index + 1}` } })
    const where = { userId, albumId: ids.new }
    const counts = {
      logs: (await db().log.count({ where })) - 1,
      heart: (await db().favorite.count({ where: { userId } })) > 0,
      wanted: false,
      listed: (await db().listAlbum.count({ where: { listId: state.list, albumId: ids.new } })) > 0,
      list: state.list,
    }
    // Both names mean two albums before the merge: a heart that was set under one and taken back under the other stays.
    expect({ ...counts, heart: null, listed: null }).toEqual({ ...state, heart: null, listed: null })
  }
  await expectTrueOpinions()
  expect(await db().log.count()).toBe(900 + 300 + 4 + 4 * TURNS)
  expect(await db().favorite.count({ where: { albumId: ids.old } })).toBe(0)
  expect(await db().listenLater.findMany({ where: { albumId: ids.old } })).toEqual([])
})

it('an undo during which people write puts back what was moved', { timeout: 120_000 }, async () => {
  const { moderator, ids } = await makeMergeWorld(plak)
  await plantPeople(900, ids)
  const people = await Promise.all([1, 2, 3, 4].map((n) => plak.harness.register(`writer${n}`)))
  for (const person of people) await add(person, oldName, { rating: 2 })
  const action = await merge(moderator)
  await finished(plak.server)
  await Promise.all([undo(moderator, action), ...people.map((person) => writeUnderBoth(person, 0))])
  await finished(plak.server)
  expect(await db().log.count()).toBe(900 + 300 + 4 + 4 * TURNS)
  const old = { where: { albumId: ids.old } }
  expect(
    await db().favorite.count({ where: { ...old.where, user: { nickname: { startsWith: 'planted' } } } }),
  ).toBe(900)
  expect(await db().log.count(old)).toBeGreaterThanOrEqual(904)
  expect(await db().albumMergeRow.count()).toBe(0)
  await expectTrueOpinions()
})

/** Runs work whose transactions fail just before their commit, as if the process had died, as soon as `isReached`. */
async function dyingWhen(isReached: (tx: Tx) => Promise<boolean>, work: () => Promise<unknown>) {
  const client = db()
  const begin = client.$transaction.bind(client)
  const dying = (inner: (tx: Tx) => Promise<unknown>, options?: object) =>
    begin(async (tx: Tx) => {
      const result = await inner(tx)
      if (await isReached(tx)) throw new Error('died')
      return result
    }, options)
  Object.assign(client, { $transaction: dying })
  await work().finally(() => Object.assign(client, { $transaction: begin }))
}

it(
  'a merge whose process dies within a batch is continued by another, and exact',
  { timeout: 120_000 },
  async () => {
    const { anna, moderator, ids } = await makeMergeWorld(plak)
    await plantPeople(700, ids)
    await add(anna, oldName, { rating: 2 })
    const leftOver = (tx: Tx) => tx.log.count({ where: { albumId: ids.old } })
    // Another process holds the job, so that this one does not begin.
    const job = { kind: 'merge', lease: Buffer.alloc(32), leasedUntil: new Date(Date.now() + 3_600_000) }
    await db().job.create({ data: job })
    await merge(moderator)
    await vi.waitFor(async () => expect(plak.server.deps.jobs.count()).toBe(0))
    expect(await leftOver(db())).toBe(701)
    await db().job.deleteMany()
    const isLastBatch = async (tx: Tx) => (await leftOver(tx)) < 200
    await expect(dyingWhen(isLastBatch, () => continueMerges(plak.server.deps))).rejects.toThrow('died')
    const remaining = await leftOver(db())
    expect(remaining).toBeGreaterThanOrEqual(200)
    expect(remaining).toBeLessThan(701)
    expect(await db().albumMerge.findMany()).toMatchObject([{ state: 'moving' }])
    // Meanwhile somebody writes under both names.
    await anna.client.favorites.set.mutate({ ...oldName, favorite: true })
    await add(anna, newName, { rating: 6 })
    await expectTrueOpinions()
    await db().job.deleteMany()
    await continueMerges(plak.server.deps)
    expect(await db().albumMerge.findMany()).toMatchObject([{ state: 'done' }])
    expect(await leftOver(db())).toBe(0)
    expect(await db().log.count({ where: { albumId: ids.new } })).toBe(700 + 234 + 2)
    expect(await db().favorite.count({ where: { albumId: ids.new } })).toBe(701)
    expect(await db().albumMergeRow.count({ where: { kind: 'listening' } })).toBe(701)
    await expectTrueOpinions()
  },
)

it(
  'an import of the same album meanwhile is written under the other name, and can be undone',
  { timeout: 120_000 },
  async () => {
    const { anna, moderator, ids } = await makeMergeWorld(plak)
    await plantPeople(500, ids)
    const days = Array.from({ length: 60 }, (_, index) =>
      new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
    )
    const listenings = days.map((date, index) => ({
      ...reviewOf(index % 2 === 0 ? oldName : newName, `Day ${index}`),
      date,
    }))
    const { id } = await preview(plak.server.url, anna, plakFile({ listenings }))
    await Promise.all([bring(anna, id), merge(moderator)])
    await finished(plak.server)
    const { id: userId } = await db().user.findUniqueOrThrow({ where: { nickname: 'anna' } })
    expect(await db().log.count({ where: { userId, albumId: ids.new } })).toBe(60)
    expect(await db().log.count({ where: { userId } })).toBe(60)
    await anna.client.imports.undo.mutate({ id })
    await vi.waitFor(async () => expect(await db().log.count({ where: { userId } })).toBe(0), {
      timeout: 30_000,
    })
    expect(await db().opinion.count({ where: { userId } })).toBe(0)
  },
)
