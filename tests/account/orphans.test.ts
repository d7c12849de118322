import { randomUUID } from 'node:crypto'
import type { Connection } from 'mariadb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeForGood } from '../../server/account/removal.ts'
import { databaseConfig } from '../../server/lib/databaseUrl.ts'
import { findOrphans } from '../../server/lib/orphans.ts'
import { makeHarness, type Harness, type Person } from '../harness/client.ts'
import { plantAlbums } from '../lists/albums.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { testConnection } from '../support/testServer.ts'

// After each kind of deletion no table has a row without its parent, on every engine: not every database follows each cascade.

const homogenic = { artist: 'Björk', album: 'Homogenic' }

let server: TestServer
let harness: Harness
let connection: Connection
let people: { one: Person; other: Person; third: Person }
let things: { list: number; otherList: number; review: number; comment: number }

beforeAll(async () => {
  server = await startServer()
  harness = makeHarness(server.url)
  connection = await testConnection(databaseConfig(server.deps.settings.DATABASE_URL).database)
})
afterAll(async () => {
  await connection.end()
  await harness.close()
  await server.close()
})

/** Three users who comment on each other's reviews and lists, like all of it, and follow each other. */
beforeEach(async () => {
  await server.reset()
  const [one, other, third] = [
    await harness.register('one'),
    await harness.register('other'),
    await harness.register('third'),
  ]
  people = { one, other, third }
  const all = [one, other, third]
  const albums = await plantAlbums(server.deps, 2)
  const threads: ({ review: number } | { list: number })[] = []
  const comments: number[] = []
  for (const { client } of all) {
    const { id: review } = await client.logs.save.mutate({
      ...homogenic,
      rating: 8,
      review: 'Cold and warm.',
      tags: ['snow'],
      favorite: true,
    })
    const { id: list } = await client.lists.create.mutate({ name: 'Snow', albums, submission: randomUUID() })
    threads.push({ review }, { list })
  }
  for (const { client } of all) {
    for (const nickname of ['one', 'other', 'third'])
      await client.follows.set.mutate({ nickname, following: true }).catch(() => undefined)
    for (const thread of threads) {
      const text = 'Yes, @one and @third.'
      const { comment } = await client.comments.add.mutate({ thread, text, submission: randomUUID() })
      comments.push(comment.id)
    }
  }
  for (const { client } of all)
    for (const id of comments) await client.comments.like.mutate({ id, liked: true })
  const lists = threads.flatMap((thread) => ('list' in thread ? thread.list : []))
  const [review] = threads.flatMap((thread) => ('review' in thread ? thread.review : []))
  things = { review: review!, list: lists[0]!, otherList: lists[1]!, comment: comments[0]! }
})

const remove = async (nickname: string, large: number) => {
  const { id } = await server.deps.db.user.findUniqueOrThrow({ where: { nickname } })
  await removeForGood(server.deps, id, (rest) => rest(), { large, step: 2 })
}

describe('nothing is left without what it belongs to', () => {
  it.each<[string, number]>([
    ['an account', 10_000],
    ['a large account, in steps', 0],
  ])('when %s is removed; and whoever commented there can be removed, too', async (_, large) => {
    await remove('one', large)
    expect(await findOrphans(connection)).toEqual([])
    await remove('other', large)
    expect(await findOrphans(connection)).toEqual([])
    expect(await server.deps.db.comment.count()).toBe(2)
  })

  it('when an account is removed that had blocked another one, and was blocked', async () => {
    const { db } = server.deps
    const { id } = await db.user.findUniqueOrThrow({ where: { nickname: 'one' } })
    await people.one.client.people.block.mutate({ nickname: 'other' })
    await people.third.client.people.block.mutate({ nickname: 'one' })
    const ofOne = { OR: [{ userId: id }, { actorId: id }] }
    expect(await db.notification.count({ where: ofOne })).toBeGreaterThan(0)
    await remove('one', 10_000)
    expect(await findOrphans(connection)).toEqual([])
    expect(await db.notification.count({ where: ofOne })).toBe(0)
    expect(await db.block.count()).toBe(0)
  })

  it('when a comment, a review and a list are removed; what lost its list by other means is found by its key', async () => {
    const { client } = people.one
    await client.comments.remove.mutate({ id: things.comment })
    await client.logs.remove.mutate({ id: things.review })
    await client.lists.remove.mutate({ id: things.list })
    expect(await findOrphans(connection)).toEqual([])

    await connection.query('SET FOREIGN_KEY_CHECKS = 0')
    await connection.query('DELETE FROM List WHERE id = ?', [things.otherList])
    await connection.query('SET FOREIGN_KEY_CHECKS = 1')
    expect(await findOrphans(connection)).toEqual(
      expect.arrayContaining([
        { table: 'Comment', column: 'listId', count: 3 },
        { table: 'ListAlbum', column: 'listId', count: 2 },
      ]),
    )
  })
})
