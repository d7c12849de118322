import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findUpload } from '../../server/imports/files.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import * as files from './files.ts'
import { bring, counted, preview, send, table, until } from './world.ts'

const plak = runProduct()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
})
afterEach(() => {
  plak.server.demo.behave()
  plak.server.demo.forgetRequests()
})

const logs = () =>
  plak.server.deps.db.log.findMany({
    orderBy: [{ date: 'asc' }, { id: 'asc' }],
    include: { album: { select: { name: true } } },
  })

describe('what an import brings', () => {
  it('goes on where a process was killed, without doubles', async () => {
    const { db } = plak.server.deps
    const seen = await preview(plak.server.url, owner, table)
    // A process died while reading: half of the rows exist, and its lease expires.
    await db.$executeRaw`DELETE FROM ImportRow WHERE importId = ${seen.id} AND number > 3`
    await db.$executeRaw`
      UPDATE Import SET state = 'reading', lease = ${Buffer.alloc(32, 1)}, turnAt = UTC_TIMESTAMP(3),
        leasedUntil = UTC_TIMESTAMP(3) + INTERVAL 1 SECOND WHERE id = ${seen.id}`
    const again = await until(
      owner,
      seen.id,
      ({ state, counts }) => state === 'preview' && counts.ready === 3,
    )
    expect(counted(again)).toEqual(counted(seen))
    // Another died while writing: rows of its last transaction stay, and nothing is written twice.
    await bring(owner, seen.id)
    await db.$executeRaw`
      UPDATE Import SET state = 'importing', lease = ${Buffer.alloc(32, 1)}, turnAt = UTC_TIMESTAMP(3),
        leasedUntil = UTC_TIMESTAMP(3) + INTERVAL 1 SECOND WHERE id = ${seen.id}`
    const done = await until(owner, seen.id, ({ state }) => state === 'done')
    expect(done.counts.written).toBe(3)
    expect(await db.log.count()).toBe(3)
  })

  it('is given up when two processes died while they read its file', async () => {
    const { db } = plak.server.deps
    const seen = await preview(plak.server.url, owner, table)
    const { fileKey } = await db.import.findFirstOrThrow()
    const die = (crashes: number) => db.$executeRaw`
      UPDATE Import SET state = 'reading', lease = ${Buffer.alloc(32, 1)}, turnAt = UTC_TIMESTAMP(3), crashes = ${crashes},
        leasedUntil = UTC_TIMESTAMP(3) WHERE id = ${seen.id}`
    await die(0)
    await until(owner, seen.id, ({ state, counts }) => state === 'preview' && counts.ready === 3)
    // Crashes before a successful read do not count.
    expect((await db.import.findFirstOrThrow()).crashes).toBe(0)
    await die(1)
    const failed = await until(owner, seen.id, ({ state }) => state === 'failed')
    expect(failed.error).toMatch(/^This file could not be read/)
    expect(await findUpload(fileKey!)).toBeNull()
  })

  it('ends with the account', async () => {
    const { body } = await send(plak.server.url, owner, table)
    await until(owner, body.id, ({ state }) => state === 'preview')
    const { fileKey } = await plak.server.deps.db.import.findFirstOrThrow()
    expect(await findUpload(fileKey!)).not.toBeNull()
    await owner.client.auth.deleteAccount.mutate({ password: owner.password })
    expect(await plak.server.deps.db.import.count()).toBe(0)
    expect(await plak.server.deps.db.importRow.count()).toBe(0)
    expect(await findUpload(fileKey!)).toBeNull()
  })

  it('brings our own export whole: diary, tags, hearts, lists, wishes, top four, follows and levels', async () => {
    await plak.harness.register('friend')
    const seen = await preview(plak.server.url, owner, files.plakJson)
    expect(seen).toMatchObject({
      format: 'plak',
      follows: ['friend'],
      asks: { visibility: 'everyone', wishes: true, follows: true },
    })
    expect(counted(seen)).toEqual({ ready: 10, missing: 1 })
    const done = await bring(owner, seen.id)
    expect(counted(done)).toEqual({ written: 10, missing: 1 })
    const made = await logs()
    expect(
      made.map(({ album, rating, visibility, relisten, review }) => [
        album.name,
        rating,
        visibility,
        relisten,
        review,
      ]),
    ).toEqual([
      ['Kid A', 6, 'me', false, null],
      ['Kid A', 8, 'everyone', false, 'First.'],
      ['Kid A', 9, 'followers', true, null],
    ])
    expect(made[1]).toMatchObject({ tagCount: 2, reviewedAt: new Date('2024-01-02T10:00:00.000Z') })
    const { items } = await owner.client.listenLater.list.query({})
    expect(items.map(({ album, addedOn }) => [album.name, addedOn])).toEqual([
      ['Vespertine', '2024-03-01'],
      ['Homogenic', '2024-03-02'],
    ])
    const [list] = (await owner.client.lists.of.query({ nickname: 'owner' })).items
    expect(list).toMatchObject({ name: 'Best', visibility: 'followers', albumCount: 2 })
    const rows = await owner.client.lists.albums.query({ id: list!.id })
    expect(rows.items.map(({ name, note, place }) => [name, note, place])).toEqual([
      ['In Rainbows', 'warm', 1],
      ['OK Computer', '', 2],
    ])
    expect((await owner.client.follows.following.query({ nickname: 'owner' })).items.length).toBe(1)
    const again = await preview(plak.server.url, owner, files.plakJson)
    expect(counted(again)).toEqual({ here: 10, missing: 1 })
    await owner.client.imports.cancel.mutate({ id: again.id })
    await owner.client.imports.undo.mutate({ id: seen.id })
    const undone = await until(owner, seen.id, ({ state }) => state === 'undone')
    expect(undone.undone).toEqual({ removed: 10, kept: 0 })
    const { db } = plak.server.deps
    const left = await Promise.all([
      db.log.count(),
      db.tag.count(),
      db.list.count(),
      db.favorite.count(),
      db.listenLater.count(),
      db.topAlbum.count(),
      db.follow.count(),
      db.opinion.count(),
    ])
    expect(left).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  })
})
