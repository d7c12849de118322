import type { FastifyInstance } from 'fastify'
import type { Connection } from 'mariadb'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { enableAccount } from '../../server/account/operator.ts'
import { personalData } from '../../server/account/personalData.ts'
import { removeForGood, resumeRemovals } from '../../server/account/removal.ts'
import type { Deps } from '../../server/core/deps.ts'
import { closeDeps, makeDeps } from '../../server/deps.ts'
import { buildApp } from '../../server/http/app.ts'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import { makeHarness, type Harness } from '../harness/client.ts'
import { readPrismaSchema } from '../support/prismaSchema.ts'
import { startServer, testSettings, type TestServer } from '../support/server.ts'
import { testConnection } from '../support/testServer.ts'
import { columnsOf, plant, rowsOfPerson, schemaText, whereStands } from './plant.ts'

// A word in all data of a user, which must occur nowhere after the deletion.
const word = 'canary_7f3a'
const who = { nickname: `${word}_x`, email: `${word}@plak.example`, password: `${word} and a groove` }
const homogenic = { artist: 'Björk', album: 'Homogenic' }
const dummy = { artist: 'Portishead', album: 'Dummy' }

let beside: TestServer
let deps: Deps
let app: FastifyInstance
let harness: Harness
let connection: Connection
const logged: string[] = []

beforeAll(async () => {
  // A second process of the same product, whose log is recorded completely.
  beside = await startServer()
  await beside.reset()
  const settings = testSettings(beside.deps.settings.DATABASE_URL, {
    LASTFM_BASE: beside.demo.lastfmBase,
    LOG_LEVEL: 'trace',
  })
  deps = await makeDeps(settings, pino({ level: 'trace' }, { write: (line) => void logged.push(line) }))
  app = await buildApp(deps)
  harness = makeHarness(await app.listen({ port: 0, host: '127.0.0.1' }))
  connection = await testConnection(databaseConfig(settings.DATABASE_URL).database)
  await vi.waitFor(() => expect(deps.redis.isReady).toBe(true))
})
afterAll(async () => {
  await connection.end()
  await harness.close()
  await app.close()
  await closeDeps(deps)
  await beside.close()
})

async function redisText(): Promise<string> {
  const MATCH = `${deps.prefix}*`
  const texts: string[] = []
  for await (const keys of deps.redis.scanIterator({ MATCH, COUNT: 1_000 })) {
    for (const key of keys) {
      const value =
        (await deps.redis.type(key)) === 'string' ? await deps.redis.get(key) : await deps.redis.dump(key)
      texts.push(`${key} ${JSON.stringify(value)}`)
    }
  }
  return texts.join('\n')
}

it('an account that is deleted leaves nothing behind, and everybody else exactly what is theirs', async () => {
  const canary = harness.visitor()
  const friend = await harness.register('friend')
  await canary.client.auth.register.mutate({
    username: `${word}_old`,
    email: who.email,
    password: who.password,
  })

  // First, the user's data is created through the API …
  const links = [{ type: 'custom' as const, url: `https://${word.replace('_', '-')}.example/${word}` }]
  await friend.client.follows.set.mutate({ nickname: `${word}_old`, following: true })
  await canary.client.users.update.mutate({
    nickname: who.nickname,
    avatar: `https://pictures.example/${word}.png`,
    bio: word,
    links,
  })
  await friend.client.follows.set.mutate({ nickname: who.nickname, following: false })
  await friend.client.follows.set.mutate({ nickname: who.nickname, following: true })
  await canary.client.follows.set.mutate({ nickname: 'friend', following: true })
  await canary.client.logs.save.mutate({ ...homogenic, rating: 8, review: `About ${word}.`, favorite: true })
  await canary.client.favorites.setTop.mutate({ albums: [homogenic, dummy] })
  await friend.client.logs.save.mutate({ ...homogenic, review: 'Mine stays.' })
  await friend.client.logs.save.mutate({ ...dummy, rating: 4 })
  await friend.client.users.search.query({ query: word })
  await friend.client.catalog.search.query({ query: 'dummy', page: 1 })
  for (const identifier of [who.nickname, who.email]) {
    const visitor = harness.visitor()
    await expect(visitor.client.auth.login.mutate({ identifier, password: `wrong ${word}` })).rejects.toThrow(
      'Wrong password',
    )
    await visitor.client.auth.login.mutate({ identifier, password: who.password })
  }

  // … then a row in every table that refers to users, with the word in all its texts.
  const ids = await connection.query<{ id: number; nickname: string }[]>('SELECT id, nickname FROM User')
  const idOf = (nickname: string) => ids.find((row) => row.nickname === nickname)!.id
  const user = idOf(who.nickname)
  const other = idOf('friend')
  // The data created above would conflict with the rows from the schema.
  await connection.query('DELETE FROM Follow WHERE followerId = ?', [user])
  await connection.query('DELETE FROM ProfileLink WHERE userId = ?', [user])
  const kid = await connection.query<{ insertId: bigint }>(
    "INSERT INTO Album (`key`, artist, name, updatedAt) VALUES ('radiohead-kid_a', 'Radiohead', 'Kid A', NOW())",
  )
  const planted = await plant(connection, word, { user, other, album: Number(kid.insertId) })
  const texts = readPrismaSchema(schemaText)
    .models.filter(({ name }) => personalData[name as 'User'].owner !== 'nobody' && name !== 'User')
    .flatMap((model) =>
      columnsOf(model)
        .filter(({ type, kind }) => kind === 'scalar' && ['String', 'Bytes'].includes(type))
        // The last four letters of a secret cannot hold the word.
        .filter(({ nativeType }) => Number(nativeType?.[1]?.[0] ?? Infinity) >= word.length)
        .map(({ name }) => `${model.name}.${name}`),
    )
  expect(planted.toSorted()).toEqual(texts.toSorted())
  expect(await whereStands(connection, word)).toEqual(
    [...texts, 'User.avatar', 'User.bio', 'User.email', 'User.nickname'].toSorted(),
  )

  // The friend's review has a like of the deleted user: its count must be corrected.
  const [review] = await connection.query<{ id: number }[]>(
    'SELECT id FROM Log WHERE userId = ? AND review IS NOT NULL',
    [other],
  )
  await connection.query('INSERT INTO ReviewLike (logId, userId) VALUES (?, ?)', [review!.id, user])
  // The friend cannot see the review of a user who has blocked them.
  await connection.query('DELETE FROM Block')
  const before = await friend.client.logs.reviews.query(homogenic)
  expect(before.items.map(({ likeCount, user: { nickname } }) => [nickname, likeCount])).toEqual(
    expect.arrayContaining([
      ['friend', 1],
      [who.nickname, 0],
    ]),
  )

  await canary.client.auth.deleteAccount.mutate({ password: who.password })

  expect(await whereStands(connection, word)).toEqual([])
  expect(await rowsOfPerson(connection, user)).toEqual({})
  expect(await redisText()).not.toContain(word)
  expect(logged.join('')).not.toContain(word)

  const after = await friend.client.logs.reviews.query(homogenic)
  expect(after.items.map(({ likeCount, user: { nickname } }) => [nickname, likeCount])).toEqual([
    ['friend', 0],
  ])
  const profile = await friend.client.users.profile.query({ nickname: 'friend' })
  expect(profile).toMatchObject({ followers: 0, following: 0, counts: { listened: 2, reviews: 1 } })
  expect((await friend.client.activity.feed.query({})).items).toEqual([])
  await expect(friend.client.users.profile.query({ nickname: who.nickname })).rejects.toThrow(
    'User not found',
  )
  // The nickname and the address are available again.
  await harness
    .visitor()
    .client.auth.register.mutate({ username: who.nickname, email: who.email, password: who.password })
})

it('a large account is deleted in steps: hidden at once, and continued by another process when one is stopped', async () => {
  const much = await harness.register('much')
  const reader = await harness.register('reader')
  await reader.client.follows.set.mutate({ nickname: 'much', following: true })
  await much.client.logs.save.mutate({ ...homogenic, rating: 8, review: 'One of many.', favorite: true })
  const { id: review } = await reader.client.logs.save.mutate({ ...dummy, review: 'Liked.' })
  await much.client.logs.like.mutate({ id: review, liked: true })
  const { db } = deps
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { nickname: 'much' } })
  for (let index = 0; index < 7; index++) {
    const album = await db.album.create({ data: { key: `of much ${index}`, artist: 'x', name: 'x' } })
    await db.log.create({ data: { userId, albumId: album.id, date: new Date('2026-11-22') } })
  }
  const size = { large: 5, step: 3 }
  const heard: string[] = []
  await new Promise<void>((resolve) =>
    reader.client.logs.liveReviews.subscribe(
      { ...homogenic, lastEventId: null },
      { onStarted: () => resolve(), onData: ({ data }) => void heard.push(data.type) },
    ),
  )
  await vi.waitFor(() => expect(heard).toEqual(['live']))

  const stopped = AbortSignal.abort()
  await removeForGood(deps, userId, (rest) => rest(stopped), size)
  await expect(reader.client.users.profile.query({ nickname: 'much' })).rejects.toThrow('User not found')
  await expect(much.client.follows.set.mutate({ nickname: 'reader', following: true })).rejects.toThrow(
    'Login required',
  )
  await expect(enableAccount(deps, 'much')).rejects.toThrow('User not found')
  expect(await db.log.count({ where: { userId } })).toBe(8)

  // Its lease is still held, so nobody continues. After it has expired, the next process that checks does.
  await resumeRemovals(deps, undefined, size)
  expect(await db.log.count({ where: { userId } })).toBe(8)
  await db.job.updateMany({ where: { kind: 'removal', userId }, data: { leasedUntil: new Date(0) } })
  await resumeRemovals(deps, undefined, size)
  expect(await rowsOfPerson(connection, userId)).toEqual({})
  expect(await db.job.count({ where: { kind: 'removal' } })).toBe(0)
  await vi.waitFor(() => expect(heard).toContain('review.removed'))
  const { items } = await reader.client.logs.reviews.query(dummy)
  expect(items.map(({ user, likeCount }) => [user.nickname, likeCount])).toContainEqual(['reader', 0])
})
