import { beforeEach, describe, expect, it } from 'vitest'
import { writeFacts } from '../../server/catalog/facts.ts'
import { writeLastfmTags } from '../../server/catalog/genreRows.ts'
import { change } from '../../server/core/change.ts'
import { pruneListeningChanges } from '../../server/logs/write/listeningChanges.ts'
import { add, finished, makeMergeWorld, merge, newName, oldName, undo } from '../catalog/mergeWorld.ts'
import type { Person } from '../harness/client.ts'
import { decide, makeModerator, report } from '../moderation/cases.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { noteStatements } from '../support/statements.ts'

const TODAY = '2026-11-27'
const plak = runProduct({ now: () => new Date(`${TODAY}T12:00:00Z`) })
const homogenic = { artist: 'Björk', album: 'Homogenic' }
const kidA = { artist: 'Radiohead', album: 'Kid A' }

let owner: Person
let reader: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  reader = await plak.harness.register('reader')
})

const hear = (album: typeof kidA, more: object = {}) =>
  owner.client.logs.add.mutate({ ...album, submission: crypto.randomUUID(), ...more })
const statsFor = ({ client }: Pick<Person, 'client'>, more: object = {}) =>
  client.stats.of.query({ nickname: 'owner', ...more })
const yearFor = ({ client }: Pick<Person, 'client'>, year: number, more: object = {}) =>
  client.stats.year.query({ nickname: 'owner', year, ...more })

describe('the statistics of a user', () => {
  it('are empty without a listening', async () => {
    expect(await statsFor(reader)).toMatchObject({
      listens: 0,
      albums: 0,
      artists: 0,
      rated: 0,
      average: null,
      calendar: [],
      streak: null,
      first: null,
      latest: null,
      years: [],
    })
  })

  it('have the first five tags of Last.fm as genres, until the album has genres', async () => {
    await hear(homogenic)
    const page = () => owner.client.catalog.album.query(homogenic)
    const { tags, genres } = await page()
    const names = tags.slice(0, 5).map(({ name }) => name.toLowerCase())
    expect(names.length).toBeGreaterThan(1)
    expect((await statsFor(reader)).genres).toEqual(
      names.toSorted().map((genre) => ({ genre, listens: 1, albums: 1 })),
    )
    // The page shows the tags themselves, and nobody has chosen them for the lists of genres.
    expect(genres).toEqual([])
    expect(await owner.client.catalog.genres.query({ genre: null })).toEqual([])

    const { deps } = plak.server
    const { id: albumId } = await deps.db.album.findFirstOrThrow()
    const facts = { albumId, by: 'service' as const, genres: [{ name: 'trip hop', votes: 0 }] }
    await change(deps, (write) => writeFacts(write, facts))
    const chosen = [{ genre: 'trip hop', listens: 1, albums: 1 }]
    expect((await statsFor(reader)).genres).toEqual(chosen)
    expect((await page()).genres).toEqual(['trip hop'])
    await writeLastfmTags(deps.db, albumId, tags)
    expect((await statsFor(reader)).genres).toEqual(chosen)
  })

  it('never turn tags of Last.fm into genres of the page by the undo of an edit', async () => {
    await hear(homogenic)
    const moderator = await plak.harness.register('moderator')
    await makeModerator(plak.server, moderator)
    const { moderation, albums, catalog } = moderator.client
    await albums.edit.mutate({ album: homogenic, genres: ['trip hop'] })
    const [line] = (await moderation.audit.query({})).items
    await moderation.undo.mutate({ id: line!.action! })
    expect((await catalog.album.query(homogenic)).genres).toEqual([])
    expect(await catalog.genres.query({ genre: null })).toEqual([])
  })

  it('have no genre that a person has deleted', async () => {
    await hear(homogenic)
    const { deps } = plak.server
    const { id: albumId } = await deps.db.album.findFirstOrThrow()
    const tags = ['Six', 'five', 'four', 'FOUR', 'three', 'two', 'one'].map((name) => ({ name, url: null }))
    await writeLastfmTags(deps.db, albumId, tags)
    const five = ['five', 'four', 'six', 'three', 'two']
    expect((await statsFor(reader)).genres.map(({ genre }) => genre)).toEqual(five)
    await change(deps, (write) => writeFacts(write, { albumId, by: 'person', genres: [] }))
    await writeLastfmTags(deps.db, albumId, [{ name: 'electronic', url: null }])
    expect((await statsFor(reader)).genres).toEqual([])
  })

  it('are those of the listenings that the reader sees, right after each change', async () => {
    await hear(homogenic, { rating: 9, date: '2026-11-26' })
    await hear(homogenic, { date: '2026-11-27' })
    const { id } = await hear(kidA, { rating: 4, date: '2025-03-01', visibility: 'me' })
    expect(await statsFor(owner)).toMatchObject({ listens: 3, albums: 2, rated: 2, average: 3.3 })
    const seen = await statsFor(reader)
    expect(seen).toMatchObject({ listens: 2, albums: 1, artists: 1, rated: 1, average: 4.5 })
    expect(seen.streak).toEqual({ days: 2, from: '2026-11-26', to: '2026-11-27' })
    expect(seen.returned).toMatchObject([{ album: { name: 'Homogenic' }, listens: 2 }])
    expect(seen.months.at(-1)).toEqual({ month: '2026-11', listens: 2 })
    expect(seen.years).toEqual([{ year: 2026, listens: 2 }])
    await owner.client.logs.save.mutate({ ...kidA, id, visibility: 'everyone' })
    expect((await statsFor(reader)).years).toEqual([
      { year: 2026, listens: 2 },
      { year: 2025, listens: 1 },
    ])
    await owner.client.logs.remove.mutate({ id })
    expect(await statsFor(reader)).toMatchObject({ listens: 2 })
  })

  it('end with the own day of the reader, who can be a day ahead', async () => {
    await hear(kidA, { date: '2026-11-27' })
    const { months } = await statsFor(reader, { today: '2026-11-28' })
    expect(months).toHaveLength(12)
    expect(months[0]!.month).toBe('2025-12')
    expect(await refusal(statsFor(reader, { today: '2026-11-29' }))).toMatchObject({ code: 'BAD_REQUEST' })
    expect(await refusal(statsFor(reader, { today: 'tomorrow' }))).toMatchObject({ code: 'BAD_REQUEST' })
    const { calendar } = await statsFor(reader, { today: '2025-11-01' })
    expect(calendar).toEqual([])
  })

  it.each([
    ['2025-12-31', [2025]],
    ['2026-01-01', [2026, 2025]],
  ])('name only years that have a page, when it is %s for the reader', async (today, expected) => {
    await hear(kidA, { date: '2025-05-01' })
    await hear(homogenic, { date: '2026-01-01' })
    for (const by of [reader, owner]) {
      const years = (await statsFor(by, { today })).years.map(({ year }) => year)
      expect(years).toEqual(expected)
      for (const [index, year] of years.entries()) {
        const nearest = { previous: years[index + 1] ?? null, next: years[index - 1] ?? null }
        expect(await yearFor(by, year, { today })).toMatchObject({ year, ...nearest })
      }
    }
  })

  it('do not exist between users with a block, and are empty for outsiders of a private account', async () => {
    await hear(kidA)
    await owner.client.visibility.setPrivate.mutate({ isPrivate: true })
    expect(await statsFor(reader)).toMatchObject({ listens: 0, years: [], first: null })
    await owner.client.people.block.mutate({ nickname: 'reader' })
    const unknown = await refusal(reader.client.stats.of.query({ nickname: 'nobody' }))
    expect(unknown).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(statsFor(reader))).toEqual(unknown)
  })

  it('follow a user who hides everything at once', async () => {
    await hear(kidA)
    expect(await statsFor(reader)).toMatchObject({ listens: 1 })
    await owner.client.visibility.changeOlder.mutate({ things: 'logs', visibility: 'me' })
    expect(await statsFor(reader)).toMatchObject({ listens: 0 })
    expect(await statsFor(owner)).toMatchObject({ listens: 1 })
  })

  it('cost a saved listening at most two statements, and a rating that changes at most two', async () => {
    const said = noteStatements(plak.server.deps.db)
    const { id } = await hear(kidA)
    await owner.client.logs.save.mutate({ ...kidA, id, rating: 7 })
    expect(said.filter((statement) => statement.includes('ListeningChange'))).toHaveLength(2)
  })

  it('are right after the changes that a process has not read are deleted by their age', async () => {
    await hear(kidA)
    expect(await statsFor(reader)).toMatchObject({ listens: 1 })
    const { db } = plak.server.deps
    await db.listeningChange.updateMany({ data: { createdAt: new Date(Date.now() - 2 * 60 * 60_000) } })
    await hear(homogenic)
    expect(await pruneListeningChanges({ db })).toBe(1)
    expect(await db.listeningChange.count()).toBe(1)
    expect(await statsFor(reader)).toMatchObject({ listens: 2 })
  })
})

describe('a year', () => {
  it('has its numbers, discoveries, and the nearest years that exist for the reader', async () => {
    await hear(kidA, { date: '2024-05-01' })
    await hear(kidA, { date: '2025-05-01', rating: 10 })
    await hear(homogenic, { date: '2025-06-01', rating: 8 })
    await hear(homogenic, { date: '2026-01-02', visibility: 'me' })
    const year = await yearFor(reader, 2025)
    expect(year).toMatchObject({ year: 2025, soFar: false, listens: 2, albums: 2, rated: 2, average: 4.5 })
    expect(year.best.map(({ album, rating }) => [album.name, rating])).toEqual([
      ['Kid A', 10],
      ['Homogenic', 8],
    ])
    expect(year.discoveries).toEqual([{ artist: 'Björk', listens: 1 }])
    expect(year.mosaic.map(({ name }) => name)).toEqual(['Homogenic', 'Kid A'])
    expect(year.months.map(({ listens }) => listens)).toEqual([0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0])
    expect(year).toMatchObject({ previous: 2024, next: null })
    expect(await yearFor(owner, 2025)).toMatchObject({ previous: 2024, next: 2026 })
    expect(await yearFor(owner, 2026)).toMatchObject({ soFar: true, listens: 1, previous: 2025, next: null })
  })

  it.each([2026, 2025, 1899, 2027, 2025.5])(
    'without a listening does not exist for a reader (%d)',
    async (year) => {
      await hear(kidA, { date: '2024-05-01' })
      expect(await refusal(yearFor(reader, year))).toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  it('exists for its owner while it is the current one, and only then', async () => {
    expect(await yearFor(owner, 2026)).toMatchObject({ listens: 0, soFar: true, previous: null, next: null })
    expect(await refusal(yearFor(owner, 2025))).toMatchObject({ code: 'NOT_FOUND' })
    await owner.client.visibility.setPrivate.mutate({ isPrivate: true })
    await hear(kidA)
    expect(await refusal(yearFor(reader, 2026))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

it('a listening that a moderator hides counts for its owner alone', async () => {
  const { id } = await hear(kidA, { review: 'Canary.' })
  expect(await statsFor(reader)).toMatchObject({ listens: 1 })
  const moderator = await plak.harness.register('moderator')
  await makeModerator(plak.server, moderator)
  const { id: reportId } = await report(reader, { review: id })
  await decide(moderator, reportId, 'hide')
  expect(await statsFor(plak.harness.visitor())).toMatchObject({ listens: 0 })
  expect(await statsFor(owner)).toMatchObject({ listens: 1 })
})

it('two albums that a moderator merges count as one, until the merge is undone', async () => {
  const { anna, moderator } = await makeMergeWorld(plak)
  await add(anna, oldName, { rating: 6 })
  await add(anna, newName)
  const ofAnna = () => anna.client.stats.of.query({ nickname: 'anna' })
  expect(await ofAnna()).toMatchObject({ listens: 2, albums: 2, returned: [] })
  const { id } = await merge(moderator)
  await finished(plak.server)
  expect(await ofAnna()).toMatchObject({ listens: 2, albums: 1, returned: [{ album: { name: 'New name' } }] })
  await undo(moderator, { id })
  await finished(plak.server)
  expect(await ofAnna()).toMatchObject({ listens: 2, albums: 2, returned: [] })
})
