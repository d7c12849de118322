import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { opinionOf } from '../../server/logs/write/opinions.ts'
import { tidy } from '../../server/maintenance/retention.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import {
  add,
  everything,
  finished,
  makeList,
  makeMergeWorld,
  merge,
  newName,
  notesOf,
  oldName,
  plantAlbum,
  third,
  undo,
} from './mergeWorld.ts'

const DAY = 24 * 60 * 60_000
let clock = 0
const plak = runProduct({ now: () => new Date(Date.now() + clock) })
let anna: Person
let ben: Person
let moderator: Person
let ids: { old: number; new: number; third: number }

beforeEach(async () => {
  clock = 0
  ;({ anna, ben, moderator, ids } = await makeMergeWorld(plak))
})

const { artist } = oldName
const db = () => plak.server.deps.db

describe('the preview', () => {
  it('counts everything that moves, private things too', async () => {
    await add(anna, oldName, { rating: 8, review: 'Good.', visibility: 'me' })
    await add(ben, oldName)
    await anna.client.favorites.set.mutate({ ...oldName, favorite: true })
    await anna.client.favorites.setTop.mutate({ albums: [oldName] })
    await ben.client.listenLater.set.mutate({ ...oldName, wanted: true })
    await makeList(anna, [ids.old])
    expect(await moderator.client.moderation.mergePreview.query({ from: oldName, into: newName })).toEqual({
      listens: 2,
      reviews: 1,
      favorites: 1,
      topFours: 1,
      lists: 1,
      listenLater: 1,
      imports: 0,
    })
  })

  it('is for moderators only, as the merge', async () => {
    const input = { from: oldName, into: newName }
    await expect(anna.client.moderation.mergePreview.query(input)).rejects.toThrow('No procedure found')
    await expect(merge(anna)).rejects.toThrow('No procedure found')
  })
})

describe('a merge', () => {
  it('moves listenings with their tags, likes and comments, and the opinion is of all of them', async () => {
    const first = await add(anna, oldName, { date: '2026-01-01', rating: 4, review: 'Old.', tags: ['one'] })
    await add(anna, newName, { date: '2026-01-01', rating: 8, tags: ['one'] })
    await ben.client.logs.like.mutate({ id: first.id, liked: true })
    await merge(moderator)
    for (const ref of [oldName, newName]) {
      expect(await anna.client.logs.mine.query(ref)).toMatchObject({ listens: 2 })
      expect(await anna.client.logs.stats.query(ref)).toMatchObject({ count: 1 })
      expect((await ben.client.logs.reviews.query(ref)).items).toMatchObject([
        { id: first.id, liked: true, likeCount: 1, tags: ['one'] },
      ])
    }
    const logs = await db().log.findMany({ where: { albumId: ids.new } })
    const { userId: _, albumId: __, ...opinion } = (await db().opinion.findMany())[0]!
    expect(logs).toHaveLength(2)
    expect(await db().opinion.count()).toBe(1)
    expect(opinion).toEqual(opinionOf(logs, true))
    expect((await anna.client.tags.list.query({ nickname: 'anna' })).items).toEqual([
      { name: 'one', count: 2 },
    ])
  })

  it('keeps one heart, one place in the top four and one in Listen later: the earlier', async () => {
    for (const ref of [oldName, newName]) {
      await anna.client.favorites.set.mutate({ ...ref, favorite: true })
      await anna.client.listenLater.set.mutate({ ...ref, wanted: true })
    }
    const [heart] = await db().favorite.findMany({ where: { albumId: ids.old } })
    const [place] = await db().listenLater.findMany({ where: { albumId: ids.old } })
    await anna.client.favorites.setTop.mutate({ albums: [third, oldName, newName] })
    await merge(moderator)
    expect(await db().favorite.findMany()).toEqual([{ ...heart, albumId: ids.new }])
    expect(await db().listenLater.findMany()).toEqual([{ ...place, albumId: ids.new }])
    const { topAlbums } = await everything(plak.server)
    expect(topAlbums.map(({ albumId, position }) => [position, albumId])).toEqual([
      [0, ids.third],
      [1, ids.new],
    ])
  })

  it('joins the notes of twins in a list at the earlier rank, also beyond what can be typed', async () => {
    const { id } = await makeList(anna, [
      { id: ids.third, note: 'Third.' },
      { id: ids.old, note: 'a'.repeat(2_000) },
      { id: ids.new, note: 'b'.repeat(2_000) },
    ])
    const single = await makeList(ben, [{ id: ids.old, note: 'Mine.' }])
    const { addedAt } = await db().listAlbum.findFirstOrThrow({ where: { listId: single.id } })
    await merge(moderator)
    expect(await notesOf(anna, id)).toEqual([
      ['Third', 'Third.'],
      ['New name', `${'a'.repeat(2_000)}\n\n${'b'.repeat(2_000)}`],
    ])
    expect((await anna.client.lists.get.query({ id })).version).toBe(2)
    expect(await db().listAlbum.findFirstOrThrow({ where: { listId: single.id } })).toMatchObject({
      albumId: ids.new,
      note: 'Mine.',
      addedAt,
    })
    // Only an edit of the note itself is refused.
    const { version } = await anna.client.lists.save.mutate({
      id,
      version: 2,
      name: 'Renamed',
      albums: [ids.new, ids.third],
    })
    expect(version).toBe(3)
    expect((await notesOf(anna, id))[0]![1]).toHaveLength(4_002)
  })

  it('merges a save that began with the older version, by number and by names', async () => {
    const { id } = await makeList(anna, [{ id: ids.old, note: 'Mine.' }, ids.third])
    await merge(moderator)
    await anna.client.lists.save.mutate({
      id,
      version: 1,
      name: 'List',
      albums: [
        { id: ids.third, note: 'Third.' },
        { id: ids.old, note: 'Mine.' },
      ],
    })
    expect(await notesOf(anna, id)).toEqual([
      ['Third', 'Third.'],
      ['New name', 'Mine.'],
    ])
    await anna.client.lists.setAlbum.mutate({ id, ...oldName, contained: false })
    expect(await notesOf(anna, id)).toEqual([['Third', 'Third.']])
  })

  it('keeps the data of the other album, which takes what it lacks', async () => {
    await db().album.update({
      where: { id: ids.old },
      data: { releaseDate: '1997', year: 1997, type: 'ep', image: 'https://pictures.example/old.jpg' },
    })
    await db().album.update({ where: { id: ids.new }, data: { type: 'album' } })
    await db().albumLink.create({ data: { albumId: ids.old, state: 'linked', groupId: 'a'.repeat(36) } })
    const before = await everything(plak.server)
    const action = await merge(moderator)
    const { albums } = await everything(plak.server)
    expect(albums.find(({ id }) => id === ids.new)).toMatchObject({
      releaseDate: '1997',
      year: 1997,
      type: 'album',
      image: 'https://pictures.example/old.jpg',
    })
    const link = () => db().albumLink.findUnique({ where: { albumId: ids.new } })
    expect(await link()).toMatchObject({ state: 'linked', groupId: 'a'.repeat(36) })
    await undo(moderator, action)
    expect(await everything(plak.server)).toEqual(before)
    expect(await link()).toMatchObject({ state: 'waiting', groupId: null })
  })

  it('notifies nobody', async () => {
    await add(anna, oldName, { review: 'With @ben.' })
    const before = await db().notification.count()
    await merge(moderator)
    expect(await db().notification.count()).toBe(before)
  })

  it('is a line of the trail with its reason, its albums and Undo', async () => {
    const { id } = await merge(moderator)
    const line = async () => (await moderator.client.moderation.audit.query({})).items[0]
    expect(await line()).toMatchObject({
      event: 'moderation.merge',
      actor: 'moderator',
      subject: null,
      reason: 'The same album.',
      action: id,
      canUndo: true,
      albums: { from: { artist, name: 'Old name' }, into: { artist, name: 'New name' } },
    })
    await undo(moderator, { id })
    expect(await line()).toMatchObject({ event: 'moderation.undo', canUndo: false })
  })
})

describe('names of a merged album', () => {
  it('lead to the other one: 301 for a page with its query, the new names for a procedure', async () => {
    await merge(moderator)
    const page = await fetch(`${plak.server.url}/album/Artist/Old%20name?review=7`, { redirect: 'manual' })
    expect(page.status).toBe(301)
    expect(page.headers.get('location')).toBe('/album/Artist/New%20name?review=7')
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
    expect(await anna.client.catalog.album.query(oldName)).toMatchObject({ artist, name: 'New name' })
  })

  it('are written under the other one', async () => {
    await merge(moderator)
    await add(anna, oldName, { rating: 6 })
    await anna.client.favorites.set.mutate({ ...oldName, favorite: true })
    await anna.client.favorites.setTop.mutate({ albums: [oldName] })
    await anna.client.listenLater.set.mutate({ ...oldName, wanted: true })
    await makeList(anna, [ids.old])
    for (const table of ['log', 'favorite', 'topAlbum', 'listenLater', 'listAlbum', 'opinion'] as const) {
      const rows: { albumId: number }[] = await (db()[table] as ReturnType<typeof db>['log']).findMany()
      expect(
        rows.map(({ albumId }) => albumId),
        table,
      ).toEqual([ids.new])
    }
  })

  it('follow a chain', async () => {
    await add(anna, oldName)
    const first = await merge(moderator)
    const second = await merge(moderator, { from: newName, into: third })
    expect(await anna.client.logs.mine.query(oldName)).toMatchObject({ listens: 1 })
    expect(await anna.client.catalog.album.query(oldName)).toMatchObject({ name: 'Third' })
    expect(await refusal(undo(moderator, first))).toMatchObject({ message: 'Undo the later merge first' })
    await undo(moderator, second)
    await undo(moderator, first)
    expect((await everything(plak.server)).logs).toMatchObject([{ albumId: ids.old }])
  })

  it('are merged once when two moderators merge in opposite directions', async () => {
    await add(anna, oldName)
    await add(ben, newName)
    const results = await Promise.allSettled([
      merge(moderator),
      merge(moderator, { from: newName, into: oldName }),
    ])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const failure = results.find((result) => result.status === 'rejected')
    expect(String(failure?.reason)).toContain('This album was merged in the meantime')
    await finished(plak.server)
    const { logs } = await everything(plak.server)
    expect(new Set(logs.map(({ albumId }) => albumId)).size).toBe(1)
  })

  it('of the same album are refused', async () => {
    expect(await refusal(merge(moderator, { from: oldName, into: oldName }))).toMatchObject({
      message: 'Choose another album: this is the same one',
    })
  })
})

describe('an undo', () => {
  async function fill(): Promise<void> {
    for (const person of [anna, ben]) {
      await add(person, oldName, { date: '2026-01-01', rating: 4, review: 'Old.', tags: ['one'] })
      await person.client.favorites.set.mutate({ ...oldName, favorite: true })
      await person.client.listenLater.set.mutate({ ...oldName, wanted: true })
      await makeList(person, [
        { id: ids.third, note: '' },
        { id: ids.old, note: 'Old note.' },
      ])
    }
    await add(ben, newName, { date: '2026-01-01', rating: 8, review: 'New.' })
    await ben.client.favorites.set.mutate({ ...newName, favorite: true })
    await ben.client.listenLater.set.mutate({ ...newName, wanted: true })
    await anna.client.favorites.setTop.mutate({ albums: [oldName, third] })
    await ben.client.favorites.setTop.mutate({ albums: [newName, oldName, third] })
    await makeList(ben, [ids.new, ids.third, { id: ids.old, note: 'Twin.' }])
  }

  it('restores everything', async () => {
    await fill()
    const before = await everything(plak.server)
    const action = await merge(moderator)
    expect((await everything(plak.server)).logs.some(({ albumId }) => albumId === ids.old)).toBe(false)
    await undo(moderator, action)
    expect(await everything(plak.server)).toEqual(before)
    expect(await db().albumMergeRow.count()).toBe(0)
    expect(await db().albumMerge.findMany()).toMatchObject([{ state: 'undone' }])
    expect(await anna.client.catalog.album.query(oldName)).toMatchObject({ name: 'Old name' })
    // Once only.
    await undo(moderator, action)
    expect(await db().auditEntry.count({ where: { event: 'moderation.undo' } })).toBe(1)
  })

  it('after changes moves what is still there, edited or not; what was added stays', async () => {
    await fill()
    const { id: edited } = await add(anna, oldName, { date: '2026-01-02', review: 'Before.' })
    const { id: deleted } = await add(anna, oldName, { date: '2026-01-03' })
    const lists = await db().list.findMany({ orderBy: { id: 'asc' } })
    const action = await merge(moderator)
    await anna.client.logs.save.mutate({ ...oldName, id: edited, review: 'After.' })
    await anna.client.logs.remove.mutate({ id: deleted })
    const { id: later } = await add(anna, oldName, { date: '2026-01-04' })
    await anna.client.favorites.set.mutate({ ...newName, favorite: false })
    await anna.client.listenLater.set.mutate({ ...newName, wanted: false })
    const twins = lists.at(-1)!
    await ben.client.lists.save.mutate({
      id: twins.id,
      version: 2,
      name: 'List',
      albums: [{ id: ids.new, note: 'Edited since.' }, ids.third],
    })
    await undo(moderator, action)
    const albumOf = async (id: number) => (await db().log.findUnique({ where: { id } }))?.albumId
    expect([await albumOf(edited), await albumOf(deleted), await albumOf(later)]).toEqual([
      ids.old,
      undefined,
      ids.new,
    ])
    const { id: annasId } = await db().user.findUniqueOrThrow({ where: { nickname: 'anna' } })
    expect(await db().favorite.count({ where: { userId: annasId } })).toBe(0)
    expect(await db().listenLater.count({ where: { userId: annasId } })).toBe(0)
    expect(await notesOf(ben, twins.id)).toEqual([
      ['New name', 'Edited since.'],
      ['Third', ''],
      ['Old name', 'Twin.'],
    ])
  })

  it('is possible for 30 days; then nothing of people is kept for it', async () => {
    await add(anna, oldName)
    const action = await merge(moderator)
    expect(await db().albumMergeRow.count()).toBe(1)
    clock = 30 * DAY + 1_000
    moderator = await plak.harness.login(moderator)
    expect((await moderator.client.moderation.audit.query({})).items[0]).toMatchObject({ canUndo: false })
    expect(await refusal(undo(moderator, action))).toMatchObject({ message: 'This cannot be done any more' })
    expect((await tidy(plak.server.deps)).merges).toBe(1)
    expect(await db().albumMergeRow.count()).toBe(0)
  })

  it('leaves out accounts that are deleted since, of which nothing is kept', async () => {
    await fill()
    const action = await merge(moderator)
    await anna.client.auth.deleteAccount.mutate({ password: anna.password })
    const people = await db().albumMergeRow.groupBy({ by: 'userId' })
    expect(people).toHaveLength(1)
    await undo(moderator, action)
    const { logs } = await everything(plak.server)
    expect(new Set(logs.map(({ albumId }) => albumId))).toEqual(new Set([ids.old, ids.new]))
    expect(logs).toHaveLength(2)
  })
})

it('takes an alias of the old album along', async () => {
  const other = { artist, album: 'Misspelt' }
  await plantAlbum(plak.server, { artist, album: 'Unused' })
  const { rememberAlias } = await import('../../server/catalog/aliases.ts')
  const { identityKey } = await import('../../server/catalog/albums.ts')
  await rememberAlias(plak.server.deps, identityKey(other), identityKey(oldName))
  await merge(moderator)
  await tidy(plak.server.deps)
  await add(anna, other)
  expect((await everything(plak.server)).logs).toMatchObject([{ albumId: ids.new }])
})

describe('an added album', () => {
  const added = { artist: 'Artist', album: 'Added' }
  beforeEach(async () => {
    await anna.client.albums.add.mutate({ artist, title: added.album, submission: randomUUID() })
  })

  it.each([
    { from: added, into: newName },
    { from: oldName, into: added },
  ])(
    'that was merged, or replaces another one, is neither removed nor deleted with the account',
    async (albums) => {
      const { id } = await db().album.findFirstOrThrow({ where: { name: added.album } })
      const action = await merge(moderator, albums)
      await expect(anna.client.albums.remove.mutate({ album: added })).rejects.toMatchObject({
        data: { code: 'FORBIDDEN' },
      })
      await anna.client.auth.deleteAccount.mutate({ password: anna.password })
      expect(await db().album.findUnique({ where: { id } })).toMatchObject({ addedById: null })
      await undo(moderator, action)
      expect(await db().album.count({ where: { mergedIntoId: { not: null } } })).toBe(0)
    },
  )
})
