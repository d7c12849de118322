import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findUpload } from '../../server/imports/files.ts'
import { pruneImports } from '../../server/imports/retention.ts'
import type { ImportEvent } from '../../shared/events.ts'
import { importLimits } from '../../shared/limits.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
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

const calls = () => plak.server.demo.requests().length
const logs = () =>
  plak.server.deps.db.log.findMany({
    orderBy: [{ date: 'asc' }, { id: 'asc' }],
    include: { album: { select: { name: true } } },
  })

describe('an import', () => {
  it('is seen first, then written, in no feed; the same file again adds nothing and costs no call; undone it is gone', async () => {
    const follower = await plak.harness.register('follower')
    await follower.client.follows.set.mutate({ nickname: 'owner', following: true })
    const events: ImportEvent[] = []
    const watched = owner.client.imports.live.subscribe({}, { onData: ({ data }) => void events.push(data) })
    const seen = await preview(plak.server.url, owner, table)
    expect(seen).toMatchObject({
      format: 'table',
      albums: 3,
      asks: { scale: '10', dateOrder: null, visibility: 'everyone' },
    })
    expect(counted(seen)).toEqual({ ready: 3, here: 1, missing: 1, unreadable: 2 })
    expect(await logs()).toEqual([])
    const { items } = await owner.client.imports.rows.query({ id: seen.id })
    expect(items.map(({ state, why }) => why ?? state)).toEqual([
      'ready',
      'It is in the file twice',
      'ready',
      'ready',
      'No matching album was found',
      'This is not a possible day of listening',
      'The artist or the album is missing',
    ])
    expect(items[2]).toMatchObject({
      found: { artist: 'Björk', name: 'Homogenic' },
      date: '2024-02-03',
      rating: 10,
    })

    const keys = await plak.server.deps.db.import.findMany({ select: { fileKey: true } })
    expect(await findUpload(keys[0]!.fileKey!)).not.toBeNull()
    const done = await bring(owner, seen.id)
    expect(counted(done)).toEqual({ written: 3, here: 1, missing: 1, unreadable: 2 })
    const made = await logs()
    expect(
      made.map(({ album, rating, date }) => [album.name, rating, date?.toISOString().slice(0, 10)]),
    ).toEqual([
      ['In Rainbows', 8, undefined],
      ['Kid A', 9, '2024-01-02'],
      ['Homogenic', 10, '2024-02-03'],
    ])
    expect(made.every(({ feedAt, imported }) => feedAt === null && imported)).toBe(true)
    expect((await follower.client.activity.feed.query({})).items).toEqual([])
    const diary = await owner.client.logs.diary.query({ nickname: 'owner' })
    expect(diary.items.map(({ album, tags }) => [album.name, tags])).toEqual([
      ['Homogenic', []],
      ['Kid A', ['winter']],
    ])
    expect(await owner.client.logs.stats.query({ artist: 'Radiohead', album: 'Kid A' })).toMatchObject({
      count: 1,
      average: 4.5,
    })
    expect(events.map(({ type }) => type)).toContain('import.progressed')
    watched.unsubscribe()
    expect(await findUpload(keys[0]!.fileKey!)).toBeNull()

    plak.server.demo.forgetRequests()
    const again = await preview(plak.server.url, owner, table)
    expect(counted(again)).toEqual({ here: 4, missing: 1, unreadable: 2 })
    expect(calls()).toBe(0)
    expect(await refusal(owner.client.imports.start.mutate({ id: again.id }))).toMatchObject({
      message: 'No row is ready to be imported yet',
    })
    await owner.client.imports.cancel.mutate({ id: again.id })

    // This one was edited since, so it stays. A heart is not an edit.
    await owner.client.logs.save.mutate({ artist: 'Radiohead', album: 'Kid A', rating: 10 })
    await owner.client.favorites.set.mutate({ artist: 'Björk', album: 'Homogenic', favorite: true })
    await owner.client.imports.undo.mutate({ id: seen.id })
    const undone = await until(owner, seen.id, ({ state }) => state === 'undone')
    expect(undone.undone).toEqual({ removed: 2, kept: 1 })
    expect((await logs()).map(({ album }) => album.name)).toEqual(['Kid A'])
    expect(await plak.server.deps.db.favorite.count()).toBe(1)
  })

  it('never overwrites: a day that is there is there, and a row without one where any listening is', async () => {
    await owner.client.logs.save.mutate({
      artist: 'Radiohead',
      album: 'Kid A',
      rating: 4,
      date: '2024-01-02',
    })
    await owner.client.logs.save.mutate({
      artist: 'Radiohead',
      album: 'In Rainbows',
      rating: 3,
      date: '2020-01-02',
    })
    const seen = await preview(plak.server.url, owner, table)
    expect(counted(seen)).toEqual({ ready: 1, here: 3, missing: 1, unreadable: 2 })
    // Created by hand after the preview.
    await owner.client.logs.save.mutate({
      artist: 'Björk',
      album: 'Homogenic',
      rating: 2,
      date: '2024-02-03',
    })
    expect(counted(await bring(owner, seen.id))).toEqual({ here: 4, missing: 1, unreadable: 2 })
    expect((await logs()).map(({ rating }) => rating)).toEqual([3, 4, 2])
  })

  it('is decided about by a person, and gives the rest back as a table that can be read again', async () => {
    const seen = await preview(plak.server.url, owner, `${table}\nNobody Ever,Nothing At All,2024-05-06,=1,,`)
    const { items } = await owner.client.imports.rows.query({ id: seen.id, state: 'missing' })
    await owner.client.imports.choose.mutate({
      id: seen.id,
      row: items[0]!.row,
      album: { artist: 'Sigur Rós', album: 'Ágætis byrjun' },
    })
    expect(counted(await owner.client.imports.get.query({ id: seen.id }))).toEqual({
      ready: 4,
      here: 1,
      unreadable: 3,
    })
    await bring(owner, seen.id)
    const rest = await fetch(`${plak.server.url}/account/import/${seen.id}/rest.csv`, {
      headers: { cookie: owner.cookies.header() },
    })
    const text = await rest.text()
    expect(text).toMatch(/^Kind,Artist,Album,Date,Rating \(of 10\),Review,Tags,/)
    expect(text).toContain("listening,Nobody Ever,Nothing At All,2024-05-06,'=1,,")
    expect(text).toContain(',This rating is not on the scale\r\n')
    const again = await preview(plak.server.url, owner, text)
    expect(again).toMatchObject({ format: 'table', counts: { unreadable: 3, here: 1 } })
    await owner.client.imports.cancel.mutate({ id: again.id })
    const stranger = await plak.harness.register('stranger')
    const theirs = await fetch(`${plak.server.url}/account/import/${seen.id}/rest.csv`, {
      headers: { cookie: stranger.cookies.header() },
    })
    expect(theirs.status).toBe(404)
  })

  it('goes on while the catalogue is away, and ends when it is back; one at a time', async () => {
    plak.server.demo.misbehave({ fault: 'offline' })
    const { body } = await send(plak.server.url, owner, table)
    await until(owner, body.id, ({ state }) => state === 'preview')
    expect((await send(plak.server.url, owner, table)).status).toBe(409)
    await owner.client.imports.start.mutate({ id: body.id })
    plak.server.demo.behave()
    const done = await until(owner, body.id, ({ state }) => state === 'done')
    expect(done.counts.written).toBe(3)
  })

  it('cancelled before its start leaves no rows, and neither does a file that fails while it is read', async () => {
    const { db } = plak.server.deps
    const left = async () => [await db.importRow.count(), await db.importAlbum.count()]
    const seen = await preview(plak.server.url, owner, table)
    expect((await left())[0]).toBe(7)
    await owner.client.imports.cancel.mutate({ id: seen.id })
    await vi.waitFor(async () => expect(await left()).toEqual([0, 0]))
    expect(counted(await owner.client.imports.get.query({ id: seen.id }))).toEqual(counted(seen))
    const read = table.split('\n')[1]!
    const long = [table, ...Array.from({ length: 3_000 }, () => read), 'x'.repeat(2 * importLimits.row), '']
    const failed = await preview(plak.server.url, owner, long.join('\n'))
    expect(failed.error).toMatch(/^A row of this file is longer/)
    expect(failed.counts.looking).toBeGreaterThan(100)
    await vi.waitFor(async () => expect(await left()).toEqual([0, 0]))
  })

  it('keeps the rows of a person’s last ten', async () => {
    const { db } = plak.server.deps
    const seen = await preview(plak.server.url, owner, table)
    await bring(owner, seen.id)
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { nickname: 'owner' } })
    const other = { userId, fileName: 'later', settings: '{}', asks: '{}', state: 'done' as const }
    const later = (count: number) =>
      db.import.createMany({
        data: Array.from({ length: count }, () => ({ ...other, startedAt: new Date(), endedAt: new Date() })),
      })
    await later(9)
    await pruneImports(plak.server.deps)
    expect(await db.importRow.count()).toBe(7)
    expect(await owner.client.imports.get.query({ id: seen.id })).toMatchObject({
      hasRows: true,
      hasRest: true,
    })
    // An import that was never started does not push out an older one.
    await db.import.create({ data: { ...other, state: 'cancelled', endedAt: new Date() } })
    await pruneImports(plak.server.deps)
    expect(await db.importRow.count()).toBe(7)
    await later(1)
    await pruneImports(plak.server.deps)
    expect(await db.importRow.count()).toBe(0)
    expect(await owner.client.imports.get.query({ id: seen.id })).toMatchObject({
      hasRows: false,
      hasRest: false,
      canUndo: true,
      counts: { written: 3 },
    })
  })

  it('takes a history of plays as albums heard, when they are confirmed', async () => {
    const seen = await preview(plak.server.url, owner, files.lastfmGhan('Björk', 'Vespertine', 5))
    expect(counted(seen)).toEqual({ decide: 1 })
    const [row] = (await owner.client.imports.rows.query({ id: seen.id })).items
    expect(row).toMatchObject({ found: { name: 'Vespertine' }, date: '2025-06-13', heard: { tracks: 5 } })
    await owner.client.imports.confirm.mutate({ id: seen.id })
    await bring(owner, seen.id)
    expect((await logs()).map(({ album }) => album.name)).toEqual(['Vespertine'])
    // Three of twelve tracks are not an album.
    expect(counted(await preview(plak.server.url, owner, files.lastfmGhan('Björk', 'Homogenic', 3)))).toEqual(
      {},
    )
  })

  it('refuses a body that is not a file, and one without a person', async () => {
    expect(await send(plak.server.url, owner, '')).toMatchObject({
      status: 400,
      body: { error: 'This file is empty' },
    })
    expect((await send(plak.server.url, plak.harness.visitor(), table)).status).toBe(401)
    const failed = await preview(plak.server.url, owner, 'just some words\n')
    expect(failed.error).toMatch(/^We do not recognise this file/)
    const stranger = await plak.harness.register('stranger')
    expect(await refusal(stranger.client.imports.get.query({ id: failed.id }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    const form = await fetch(`${plak.server.url}/account/import`, {
      method: 'POST',
      headers: { cookie: owner.cookies.header(), 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--',
    })
    expect(form.status).toBe(415)
  })
})
