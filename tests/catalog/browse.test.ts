import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { disableAccount, enableAccount } from '../../server/account/operator.ts'
import { identityKey } from '../../server/catalog/albums.ts'
import { writeFacts, type Facts } from '../../server/catalog/facts.ts'
import { countAllRanks, noteRankChanges } from '../../server/catalog/ranks.ts'
import { change } from '../../server/core/change.ts'
import { transaction } from '../../server/lib/db.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct()
const db = () => plak.server.deps.db
const artist = 'Artist'

async function plant(
  name: string,
  { genres = [], ...facts }: Partial<Omit<Facts, 'genres'>> & { genres?: string[] } = {},
) {
  const { id } = await db().album.create({
    data: { key: identityKey({ artist, album: name }), artist, name },
  })
  await change(plak.server.deps, (write) =>
    writeFacts(write, {
      albumId: id,
      by: 'service',
      ...facts,
      genres: genres.map((genre) => ({ name: genre, votes: 1 })),
    }),
  )
}
type Choice = { decade?: number; genre?: string; sort?: 'date' | 'rating'; page?: number }
const browse = (choice: Choice) => plak.harness.visitor().client.catalog.browse.query(choice)
const names = async (choice: Choice) => (await browse(choice)).albums.map(({ name }) => name)
const hear = (person: Person, album: string, more: object = {}) =>
  person.client.logs.add.mutate({ artist, album, submission: randomUUID(), ...more })

describe('our own albums', () => {
  let [one, other]: Person[] = []
  beforeEach(async () => {
    ;[one, other] = [await plak.harness.register('one'), await plak.harness.register('other')]
    await plant('Year', { releaseDate: '1994', genres: ['dream pop'] })
    await plant('Month', { releaseDate: '1994-05', genres: ['dream pop', 'shoegaze'] })
    await plant('Day', { releaseDate: '1999-12-31', genres: ['shoegaze'] })
    await plant('Later', { releaseDate: '2000-01-01', genres: ['dream pop'] })
    await plant('Unknown', { genres: ['dream pop'] })
  })

  it('of a decade, a genre, or both', async () => {
    expect(await names({ decade: 1990 })).toEqual(['Day', 'Month', 'Year'])
    expect(await names({ genre: 'dream pop' })).toEqual(['Later', 'Month', 'Year', 'Unknown'])
    expect(await names({ decade: 1990, genre: 'dream pop' })).toEqual(['Month', 'Year'])
    expect(await names({ decade: 1950 })).toEqual([])
  })

  it('are sorted by their date, the newest first, those without one last', async () => {
    expect(await names({ sort: 'date' })).toEqual(['Later', 'Day', 'Month', 'Year', 'Unknown'])
    expect((await browse({ sort: 'date' })).albums[0]).toEqual({
      artist,
      name: 'Later',
      image: null,
      year: 2000,
    })
  })

  it('are popular by their listeners, then by their date; what only few may see does not count', async () => {
    await hear(one!, 'Year')
    await hear(one!, 'Year')
    await hear(other!, 'Year')
    await hear(one!, 'Month')
    await hear(one!, 'Day', { visibility: 'me' })
    await hear(one!, 'Later', { visibility: 'followers' })
    expect(await names({ decade: 1990 })).toEqual(['Year', 'Month', 'Day'])
    expect(await names({ genre: 'dream pop' })).toEqual(['Year', 'Month', 'Later', 'Unknown'])
    expect(await names({ decade: 1990, genre: 'shoegaze' })).toEqual(['Month', 'Day'])
  })

  it('are sorted by their average, those without a rating last', async () => {
    await hear(one!, 'Year', { rating: 8 })
    await hear(other!, 'Year', { rating: 5 })
    await hear(one!, 'Day', { rating: 7 })
    await hear(other!, 'Later')
    expect(await names({ sort: 'rating' })).toEqual(['Day', 'Year', 'Later', 'Month', 'Unknown'])
    expect(await names({ sort: 'rating', genre: 'dream pop' })).toEqual(['Year', 'Later', 'Month', 'Unknown'])
  })

  it('follow a date that changes, and leave out an album that was merged', async () => {
    const { id } = await db().album.findFirstOrThrow({ where: { name: 'Unknown' } })
    await hear(one!, 'Unknown')
    await change(plak.server.deps, (write) =>
      writeFacts(write, { albumId: id, by: 'person', releaseDate: '1996' }),
    )
    expect(await names({ decade: 1990, genre: 'dream pop' })).toEqual(['Unknown', 'Month', 'Year'])
    const { id: into } = await db().album.findFirstOrThrow({ where: { name: 'Month' } })
    await db().album.updateMany({ where: { name: 'Year' }, data: { mergedIntoId: into } })
    expect(await names({ sort: 'date' })).toEqual(['Later', 'Day', 'Unknown', 'Month'])
  })

  it('come in pages, each album once, across those with and without listeners', async () => {
    for (let index = 0; index < 50; index++) {
      await plant(`Many ${index}`, { releaseDate: `19${60 + (index % 10)}`, genres: ['many'] })
      if (index % 2 === 0) await hear(one!, `Many ${index}`, { rating: 1 + (index % 10) })
    }
    for (const choice of [
      { genre: 'many' },
      { decade: 1960 },
      { sort: 'rating', genre: 'many' },
      { sort: 'date', decade: 1960 },
    ] as const) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => browse({ ...choice, page })))
      expect(pages.map(({ albums, hasNext }) => [albums.length, hasNext])).toEqual([
        [24, true],
        [24, true],
        [2, false],
        [0, false],
      ])
      expect(new Set(pages.flatMap(({ albums }) => albums.map(({ name }) => name))).size).toBe(50)
    }
  })

  it('without a choice, and with an unknown genre, are the popular ones of the catalogue', async () => {
    const popular = await plak.harness.visitor().client.catalog.popular.query({ page: 1 })
    expect(await browse({})).toEqual(popular)
    expect(await browse({ genre: 'no such genre' })).toEqual(popular)
    expect(await names({ genre: 'no such genre', decade: 2000 })).toEqual(['Later'])
  })

  it('have genres from which to choose', async () => {
    const { genres } = plak.harness.visitor().client.catalog
    expect(await genres.query({ genre: null })).toEqual(['dream pop', 'shoegaze'])
    for (let index = 0; index < 60; index++)
      await plant(`Of ${index}`, { genres: [`genre ${index}`, 'ambient'] })
    const offered = await genres.query({ genre: 'genre 59' })
    expect(offered).toContain('ambient')
    expect(offered).toContain('genre 59')
    expect(offered.length).toBeLessThanOrEqual(61)
    expect(await genres.query({ genre: 'no such genre' })).not.toContain('no such genre')
  })
})

describe('the ranks by which albums are sorted', () => {
  const ranks = async () => {
    await countAllRanks(plak.server.deps, new AbortController().signal)
    const rows = await db().albumRank.findMany({ include: { album: true }, orderBy: { albumId: 'asc' } })
    return rows.map(({ album, listeners, ratings, average }) => [album.name, listeners, ratings, average])
  }
  beforeEach(async () => {
    await plant('First', { releaseDate: '1994' })
    await plant('Second')
  })

  it('are counted once for many changes, and without waiting for a save that is not committed', async () => {
    const one = await plak.harness.register('one')
    await hear(one, 'First', { rating: 8 })
    await transaction(db(), async (tx) => {
      const { id: albumId } = await tx.album.findFirstOrThrow({ where: { name: 'Second' } })
      await noteRankChanges(tx, [albumId])
      expect(await ranks()).toEqual([['First', 1, 1, 8]])
    })
    expect(await db().rankChange.count()).toBe(1)
    await ranks()
    expect(await db().rankChange.count()).toBe(0)
  })

  it('follow every change of opinions', async () => {
    const one = await plak.harness.register('one')
    const other = await plak.harness.register('other')
    const { id } = await hear(one, 'First', { rating: 8 })
    await hear(other, 'First', { rating: 5 })
    await hear(other, 'Second')
    const all = [
      ['First', 2, 2, 6.5],
      ['Second', 1, 0, null],
    ]
    expect(await ranks()).toEqual(all)
    await one.client.logs.save.mutate({ artist, album: 'First', id, rating: 0 })
    expect((await ranks())[0]).toEqual(['First', 2, 1, 5])
    await one.client.logs.save.mutate({ artist, album: 'First', id, visibility: 'me' })
    expect((await ranks())[0]).toEqual(['First', 1, 1, 5])
    await one.client.logs.save.mutate({ artist, album: 'First', id, visibility: 'everyone', rating: 8 })
    expect(await ranks()).toEqual(all)
    const ofOne = [
      ['First', 1, 1, 8],
      ['Second', 0, 0, null],
    ]
    await other.client.visibility.setPrivate.mutate({ isPrivate: true })
    expect(await ranks()).toEqual(ofOne)
    await other.client.visibility.setPrivate.mutate({ isPrivate: false })
    expect(await ranks()).toEqual(all)
    await disableAccount(plak.server.deps, 'other')
    expect(await ranks()).toEqual(ofOne)
    await enableAccount(plak.server.deps, 'other')
    expect(await ranks()).toEqual(all)
    await one.client.logs.remove.mutate({ id })
    expect((await ranks())[0]).toEqual(['First', 1, 1, 5])
  })

  it('are exact after many people have listened at once', async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, index) => plak.harness.register(`person_${index}`)),
    )
    await Promise.all(
      people.flatMap((person, index) => [
        hear(person, index % 2 === 0 ? 'First' : 'Second', { rating: 4 }),
        hear(person, index % 2 === 0 ? 'Second' : 'First', { rating: 6 }),
      ]),
    )
    expect(await ranks()).toEqual([
      ['First', 8, 8, 5],
      ['Second', 8, 8, 5],
    ])
  })
})
