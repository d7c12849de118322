import { beforeEach, describe, expect, it } from 'vitest'
import { keepImportedAlbums } from '../../server/catalog/imports.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { bring, counted, preview } from './world.ts'

// Files whose names can mean several albums: the year decides, or else the user.

const plak = runProduct()
let owner: Person
beforeEach(async () => {
  owner = await plak.harness.register('owner')
  plak.server.demo.forgetRequests()
})

const peter = { artist: 'Peter Gabriel', album: 'Peter Gabriel' }
const key = 'peter_gabriel-peter_gabriel'
const groups: Record<string, string> = {
  '1977': '10000000-0000-4000-8000-000000000001',
  '1978': '10000000-0000-4000-8000-000000000002',
  '1980': '10000000-0000-4000-8000-000000000003',
  '1982': '10000000-0000-4000-8000-000000000004',
}

/** Stores four release groups of one name, as the linking of an album does. */
async function meetPeters(more: { id: string; releaseDate: string; type?: 'single' | 'ep' }[] = []) {
  const { db } = plak.server.deps
  const known = Object.entries(groups).map(([year, id]) => ({ id, releaseDate: `${year}-05-30` }))
  await db.releaseGroup.createMany({
    data: [...known, ...more].map((each) => ({
      artist: peter.artist,
      title: peter.album,
      type: 'album' as const,
      key,
      fetchedAt: new Date(),
      ...each,
    })),
  })
}

/** Creates the album with the plain address, linked to the group of a year, or to none. */
async function keepPlain(year: string | null): Promise<number> {
  const { db } = plak.server.deps
  const [albumId] = await keepImportedAlbums(plak.server.deps, [
    { artist: peter.artist, name: peter.album, image: null },
  ])
  if (year !== null) {
    const link = { state: 'linked' as const, groupId: groups[year]! }
    await db.albumLink.upsert({
      where: { albumId: albumId! },
      create: { albumId: albumId!, ...link },
      update: link,
    })
    await db.album.update({ where: { id: albumId! }, data: { year: Number(year), releaseDate: year } })
  }
  return albumId!
}

const rowsOf = async (id: number) => (await owner.client.imports.rows.query({ id })).items
const foundIn = async (id: number) =>
  (await rowsOf(id)).map(({ found, state }) => (found ? `${found.name}, ${found.year}` : state))
const proposalsOf = async (id: number, row: number) =>
  (await owner.client.imports.proposals.query({ id, row })).albums.map(({ name, year }) => `${name}, ${year}`)
const seen = (table: string) => preview(plak.server.url, owner, table)
const requests = () =>
  plak.server.demo.requests().filter(({ params }) => /peter gabriel/i.test(JSON.stringify(params)))

const rateYourMusic = (...years: string[]) =>
  [
    'RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating,Ownership,Purchase Date,Media Type,Review',
    ...years.map((year) => `"1","Peter","Gabriel","","","Peter Gabriel","${year}","8","o","","LP",  ""`),
  ].join('\n')
const discogs = (...rows: string[]) =>
  [
    'Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition,Collection Notes',
    ...rows.map((row) => `X,Peter Gabriel,Peter Gabriel,Charisma,LP,${row}`),
  ].join('\n')

describe('the year of a file decides between albums of one name', () => {
  it.each([
    ['RateYourMusic', rateYourMusic('1980', '1977')],
    [
      'Album of the Year',
      'Artist,Album,Year,Type,Rating,Date Rated\nPeter Gabriel,Peter Gabriel,1980,LP,92,2024-06-09\nPeter Gabriel,Peter Gabriel,1977,LP,81,2024-06-10',
    ],
    ['Discogs', discogs('4,1980,12,All,2020-02-18 10:53:08,,,', '3,1977,13,All,2020-02-18 10:53:08,,,')],
    [
      'a column Year',
      'Artist,Album,Year\nPeter Gabriel,Peter Gabriel,1980\nPeter Gabriel,Peter Gabriel,1977',
    ],
    ['a column Yıl', 'Sanatçı,Albüm,Yıl\nPeter Gabriel,Peter Gabriel,1980\nPeter Gabriel,Peter Gabriel,1977'],
    [
      'a column of days',
      'Artist,Album,Release Date\nPeter Gabriel,Peter Gabriel,1980-05-30\nPeter Gabriel,Peter Gabriel,1977-02-25',
    ],
  ])('%s', async (_, table) => {
    await meetPeters()
    await keepPlain('1977')
    const { id, counts } = await seen(table)
    expect(counted({ counts })).toEqual({ ready: 2 })
    expect(await foundIn(id)).toEqual(['Peter Gabriel (1980), 1980', 'Peter Gabriel, 1977'])
    expect(counted(await bring(owner, id))).toEqual({ written: 2 })
    expect(await plak.server.deps.db.log.count({ where: { album: { name: 'Peter Gabriel (1980)' } } })).toBe(
      1,
    )
    // Both are known, so that no service is asked.
    expect(requests()).toEqual([])
  })

  it('so that pressings of one are not rated like those of another', async () => {
    await meetPeters()
    await keepPlain('1977')
    const { id } = await seen(
      discogs(
        '2,1980,12,All,2020-02-18 10:53:08,,,old',
        '4,1980,13,All,2021-02-18 10:53:08,,,new',
        '5,1977,14,All,2022-02-18 10:53:08,,,',
      ),
    )
    expect((await rowsOf(id)).map(({ found, rating, review }) => [found?.name, rating, review])).toEqual([
      ['Peter Gabriel (1980)', 8, 'new\n\nold'],
      ['Peter Gabriel (1980)', 8, 'new\n\nold'],
      ['Peter Gabriel', 10, ''],
    ])
  })

  it('also of wishes and of hearts', async () => {
    await meetPeters()
    await keepPlain('1977')
    const { id } = await seen(
      'Artist,Album,Year,Favorite,Status\nPeter Gabriel,Peter Gabriel,1980,yes,listened\nPeter Gabriel,Peter Gabriel,1982,,wishlist',
    )
    expect((await rowsOf(id)).map(({ kind, found }) => [kind, found?.name])).toEqual([
      ['listening', 'Peter Gabriel (1980)'],
      ['heart', 'Peter Gabriel (1980)'],
      ['wish', 'Peter Gabriel (1982)'],
    ])
  })

  it('of albums that people have added', async () => {
    const added = { artist: 'Nobody', title: 'Nothing', tracks: [] }
    await owner.client.albums.add.mutate({ ...added, year: 1999, submission: crypto.randomUUID() })
    await owner.client.albums.add.mutate({
      ...added,
      year: 2004,
      another: true,
      submission: crypto.randomUUID(),
    })
    const { id } = await seen(
      'Artist,Album,Year\nNobody,Nothing,2004\nNobody,Nothing,1999\nNobody,Nothing,\n',
    )
    expect(await foundIn(id)).toEqual(['Nothing (2004), 2004', 'Nothing, 1999', 'decide'])
  })

  it('but not if the plain address is the only album that is known', async () => {
    await keepPlain(null)
    const { id } = await seen(rateYourMusic('1980', ''))
    expect(await foundIn(id)).toEqual(['Peter Gabriel, null', 'Peter Gabriel, null'])
    const { db } = plak.server.deps
    await db.releaseGroup.create({
      data: {
        id: groups['1977']!,
        artist: peter.artist,
        title: peter.album,
        key,
        fetchedAt: new Date(),
      },
    })
    await owner.client.imports.cancel.mutate({ id })
    expect(await foundIn((await seen(rateYourMusic('1980'))).id)).toEqual(['Peter Gabriel, null'])
  })

  it('and a single counts only beside no album', async () => {
    await meetPeters([
      { id: '10000000-0000-4000-8000-000000000005', releaseDate: '1977-01-01', type: 'single' },
    ])
    await keepPlain('1977')
    const { id } = await seen(rateYourMusic('1977'))
    expect(await foundIn(id)).toEqual(['Peter Gabriel, 1977'])
  })
})

describe('names that can be several albums', () => {
  const all = [
    'Peter Gabriel, 1977',
    'Peter Gabriel (1978), 1978',
    'Peter Gabriel (1980), 1980',
    'Peter Gabriel (1982), 1982',
  ]

  it.each([
    ['without a year', 'Artist,Album\nPeter Gabriel,Peter Gabriel'],
    ['with the year of none', rateYourMusic('1991')],
    ['with a year that nobody can read', rateYourMusic('soon')],
  ])('need a decision %s', async (_, table) => {
    await meetPeters()
    await keepPlain('1977')
    const { id, counts } = await seen(table)
    expect(counted({ counts })).toEqual({ decide: 1 })
    expect(await proposalsOf(id, 0)).toEqual(all)
    const { albums } = await owner.client.imports.proposals.query({ id, row: 0 })
    expect(Object.keys(albums[1]!).toSorted()).toEqual(['artist', 'image', 'name', 'year'])
    // A chosen album that has no row gets one, without a request.
    await owner.client.imports.choose.mutate({
      id,
      row: 0,
      album: { artist: peter.artist, album: 'Peter Gabriel (1978)' },
    })
    expect(await foundIn(id)).toEqual(['Peter Gabriel (1978), 1978'])
    expect(counted(await bring(owner, id))).toEqual({ written: 1 })
    expect(requests()).toEqual([])
  })

  it('need a decision beside an album that nobody has linked', async () => {
    await meetPeters()
    await keepPlain(null)
    const { id } = await seen(rateYourMusic('', '1980'))
    expect(await foundIn(id)).toEqual(['decide', 'Peter Gabriel (1980), 1980'])
    expect(await proposalsOf(id, 0)).toEqual([
      'Peter Gabriel (1977), 1977',
      'Peter Gabriel (1978), 1978',
      'Peter Gabriel (1980), 1980',
      'Peter Gabriel (1982), 1982',
    ])
  })

  it('need a decision if two are of the year', async () => {
    await meetPeters([{ id: '10000000-0000-4000-8000-000000000006', releaseDate: '1980-09', type: 'ep' }])
    await keepPlain('1977')
    const { id } = await seen(rateYourMusic('1980'))
    expect(await proposalsOf(id, 0)).toEqual([
      'Peter Gabriel (1980-05), 1980',
      'Peter Gabriel (1980-09), 1980',
    ])
  })

  it('are the plain album in our own files', async () => {
    await meetPeters()
    await keepPlain('1977')
    const { id } = await seen(
      'Artist,Album,Date,Rating,Review,Tags,Relisten,Visible to,Added\nPeter Gabriel,Peter Gabriel,2024-01-02,4,,,,Everyone,2024-01-02T10:00:00.000Z\n',
    )
    expect(await foundIn(id)).toEqual(['Peter Gabriel, 1977'])
  })
})

it('the rest of a file keeps the years, and they decide when it is imported again', async () => {
  await meetPeters()
  await keepPlain('1977')
  const { id } = await seen(rateYourMusic('1991', ''))
  const answer = await fetch(`${plak.server.url}/account/import/${id}/rest.csv`, {
    headers: { cookie: owner.cookies.header() },
  })
  const rest = await answer.text()
  const lines = rest.split('\r\n').map((line) => line.split(','))
  const [artist, album, year] = ['Artist', 'Album', 'Year'].map((name) => lines[0]!.indexOf(name))
  expect(lines.slice(1, 3).map((cells) => [cells[artist!], cells[album!], cells[year!]])).toEqual([
    [peter.artist, peter.album, '1991'],
    [peter.artist, peter.album, ''],
  ])
  await owner.client.imports.cancel.mutate({ id })
  const again = await seen(rest.replace(',1991,', ',1982,'))
  expect(await foundIn(again.id)).toEqual(['Peter Gabriel (1982), 1982', 'decide'])
})

it('names with several years are looked up once', async () => {
  const { id } = await seen('Artist,Album,Year\nBjork,Homogenick,1997\n')
  const once = plak.server.demo.requests().filter(({ params }) => /homogenick/i.test(JSON.stringify(params)))
  expect(once.length).toBeGreaterThan(0)
  await owner.client.imports.cancel.mutate({ id })
  plak.server.demo.forgetRequests()
  const many = await seen(
    'Artist,Album,Year\nBjork,Homogenicc,1997\nBjork,Homogenicc,1998\nBjork,Homogenicc,\n',
  )
  expect(await foundIn(many.id)).toEqual(['decide', 'decide', 'decide'])
  expect(
    plak.server.demo.requests().filter(({ params }) => /homogenicc/i.test(JSON.stringify(params))),
  ).toHaveLength(once.length)
})

it('a column can be chosen as the year in the preview', async () => {
  await meetPeters()
  await keepPlain('1977')
  const { id, asks } = await seen('Artist,Album,Pressed\nPeter Gabriel,Peter Gabriel,1980\n')
  expect(asks.columns!.map(({ role }) => role)).toEqual(['artist', 'album', 'none'])
  expect(await foundIn(id)).toEqual(['decide'])
  await owner.client.imports.set.mutate({ id, settings: { columns: ['artist', 'album', 'year'] } })
  await expect.poll(() => foundIn(id), { timeout: 30_000 }).toEqual(['Peter Gabriel (1980), 1980'])
})
