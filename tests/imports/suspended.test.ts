import { expect, it, vi } from 'vitest'
import { pruneImports } from '../../server/imports/retention.ts'
import { albumKey } from '../../shared/albumKey.ts'
import { decide, makeModerator, report } from '../moderation/cases.ts'
import { runProduct } from '../support/runProduct.ts'
import { bring, preview, send, until } from './world.ts'

const plak = runProduct()
const ALBUMS = 100
const DAYS = 20

/** Each album on each day. */
const diary = [
  'Artist,Album,Date',
  ...Array.from({ length: ALBUMS * DAYS }, (_, row) => {
    const [number, day] = [row % ALBUMS, Math.floor(row / ALBUMS) + 1]
    return `Band ${number},Album ${number},2024-01-${String(day).padStart(2, '0')}`
  }),
].join('\n')

/** Creates albums that are known without the catalogue. */
const plantAlbums = () =>
  plak.server.deps.db.album.createMany({
    data: Array.from({ length: ALBUMS }, (_, number) => {
      const [artist, name] = [`Band ${number}`, `Album ${number}`]
      return { key: albumKey({ artist, album: name }), artist, name, trackCount: 10 }
    }),
  })

it('the import of a suspended person stops, and goes on when they say so after the suspension was undone', async () => {
  const { db } = plak.server.deps
  await plantAlbums()
  const [owner, other, moderator] = await Promise.all(
    ['owner', 'other', 'moderator'].map((name) => plak.harness.register(name)),
  )
  await makeModerator(plak.server, moderator!)
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
  const written = () => db.log.count({ where: { userId } })
  const { id } = await preview(plak.server.url, owner!, diary)
  const { id: reported } = await report(other!, { account: 'owner' })

  await owner!.client.imports.start.mutate({ id })
  await vi.waitFor(async () => expect(await written()).toBeGreaterThan(0), { interval: 5 })
  const action = await decide(moderator!, reported, 'suspend')
  const before = await written()
  expect(before).toBeLessThan(ALBUMS * DAYS)
  // Imports run in turns: this one would have had some.
  const { id: others } = await preview(plak.server.url, other!, 'Artist,Album\nBand 1,Album 1\n')
  await bring(other!, others)
  expect(await written()).toBe(before)

  await moderator!.client.moderation.undo.mutate({ id: action.id })
  const again = await plak.harness.login(owner!)
  const stopped = await again.client.imports.get.query({ id })
  expect(stopped).toMatchObject({ state: 'preview', startedAt: expect.any(String) })
  expect(stopped.counts).toMatchObject({ written: before, ready: ALBUMS * DAYS - before })
  // The settings apply to all rows.
  await expect(again.client.imports.set.mutate({ id, settings: { visibility: 'me' } })).rejects.toThrow(
    'This is no longer possible: the import has moved on',
  )
  expect((await bring(again, id)).counts).toMatchObject({ written: ALBUMS * DAYS, ready: 0 })
  expect(await written()).toBe(ALBUMS * DAYS)
})

it('an import that a suspension stopped is kept for thirty days, and can then be undone', async () => {
  const { db } = plak.server.deps
  const owner = await plak.harness.register('owner')
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
  const startedAt = new Date()
  const { id } = await db.import.create({
    data: { userId, fileName: 'diary', settings: '{}', asks: '{"asks":{}}', state: 'preview', startedAt },
  })
  const album = await db.album.create({ data: { key: 'band', artist: 'Band', name: 'Album' } })
  await db.importAlbum.create({
    data: { importId: id, key: new Uint8Array(32), artist: 'Band', name: 'Album', albumId: album.id },
  })
  await db.importRow.create({
    data: { importId: id, number: 1, kind: 'listening', state: 'written', content: '{}', cells: '[]' },
  })
  const prunedAfter = async (days: number) => {
    await pruneImports({ db, now: () => new Date(startedAt.getTime() + days * 24 * 60 * 60_000) })
    return await owner.client.imports.get.query({ id })
  }
  expect(await prunedAfter(29)).toMatchObject({ state: 'preview' })
  expect(await prunedAfter(31)).toMatchObject({ state: 'cancelled', error: null, canUndo: true })
})

it('a file that arrived is read once its owner may log in again', async () => {
  const [owner, other, moderator] = await Promise.all(
    ['owner', 'other', 'moderator'].map((name) => plak.harness.register(name)),
  )
  await makeModerator(plak.server, moderator!)
  const { id: reported } = await report(other!, { account: 'owner' })
  const { body } = await send(plak.server.url, owner!, 'Artist,Album\nRadiohead,Kid A\n')
  const action = await decide(moderator!, reported, 'suspend')
  await moderator!.client.moderation.undo.mutate({ id: action.id })
  const again = await plak.harness.login(owner!)
  const arrived = await until(
    again,
    body.id,
    ({ state, counts }) => state === 'preview' && counts.ready === 1,
  )
  expect(arrived).toMatchObject({ format: 'table', startedAt: null })
})
