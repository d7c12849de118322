import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepImportedAlbums } from '../../server/catalog/imports.ts'
import { searchOwnAlbums } from '../../server/catalog/ownSearch.ts'
import { fillAlbumWords } from '../../server/catalog/wordIndex.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = makeDb(database.url)
})
afterAll(() => db.$disconnect())
beforeEach(() => database.truncate())

const now = () => new Date()

async function keep(...albums: [artist: string, name: string][]) {
  await keepImportedAlbums(
    { db, now },
    albums.map(([artist, name]) => ({ artist, name, image: null })),
  )
}

async function find(query: string, page = 1): Promise<string[]> {
  const { albums } = await searchOwnAlbums({ db }, { query, page })
  return albums.map(({ name }) => name)
}

describe('words', () => {
  test('in any order, without accents and case, the last one a beginning', async () => {
    await keep(['Björk', 'Homogenic'], ['Sigur Rós', 'Ágætis byrjun'], ['Portishead', 'Dummy'])
    for (const query of ['bjork homo', 'HOMOGENIC björk', 'homogenic b', 'bjork'])
      expect(await find(query), query).toEqual(['Homogenic'])
    expect(await find('ros agaetis by')).toEqual(['Ágætis byrjun'])
    expect(await find('homo bjork')).toEqual([])
    expect(await find('bjork dummy')).toEqual([])
  })

  test('the same name comes first, then names that begin so', async () => {
    await keep(
      ['A', 'Lovely blue'],
      ['B', 'Songs of love'],
      ['C', 'Love'],
      ['Love', 'Forever changes'],
      ['D', 'Love deluxe'],
    )
    expect(await find('love')).toEqual([
      'Love',
      'Forever changes',
      'Lovely blue',
      'Love deluxe',
      'Songs of love',
    ])
  })

  test('artist and title of nothing but common words, in either order', { timeout: 60_000 }, async () => {
    const common = Array.from({ length: 2_100 }, (_, index): [string, string] => [
      `Blue ${index}`,
      `Night ${index}`,
    ])
    await keep(...common.map(([artist]): [string, string] => [artist, 'x']))
    await keep(...common.map(([, name]): [string, string] => ['x', name]))
    await keep(['Blue', 'Night'])
    for (const query of ['blue night', 'night blue']) expect(await find(query)).toEqual(['Night'])
  })

  test('with signs in them, and names of nothing but signs', async () => {
    await keep(
      ['AC/DC', 'Back in Black'],
      ['!!!', 'Louden Up Now'],
      ['Sigur Rós', '( )'],
      ['Marvin Gaye', 'What’s Going On'],
      ['Ed Sheeran', '÷'],
    )
    for (const query of ['acdc', 'ac/dc', 'ac dc', 'AC⁄DC back'])
      expect(await find(query), query).toEqual(['Back in Black'])
    expect(await find('!!!')).toEqual(['Louden Up Now'])
    expect(await find('!')).toEqual(['Louden Up Now'])
    expect(await find('()')).toEqual(['( )'])
    expect(await find('÷')).toEqual(['÷'])
    expect(await find('whats going on')).toEqual(['What’s Going On'])
    expect(await find("what's")).toEqual(['What’s Going On'])
    expect(await find('%')).toEqual([])
  })

  test('in other scripts', async () => {
    await keep(
      ['Sezen Aksu', 'Işık Doğudan Yükselir'],
      ['Barış Manço', 'İşte Hendek İşte Deve'],
      ['Кино', 'Группа крови'],
      ['東京事変', '教育'],
      ['久石譲', 'もののけ姫'],
      ['아이유', '꽃갈피'],
    )
    for (const query of ['ışık', 'isik', 'IŞIK', 'Isik dogudan'])
      expect(await find(query), query).toEqual(['Işık Doğudan Yükselir'])
    for (const query of ['işte', 'İŞTE', 'iste', 'ISTE deve'])
      expect(await find(query), query).toEqual(['İşte Hendek İşte Deve'])
    for (const query of ['кино', 'группа кро', 'Група крови'])
      expect(await find(query), query).toEqual(['Группа крови'])
    for (const query of ['東京', '事変', '教育 東京', '東京 教'])
      expect(await find(query), query).toEqual(['教育'])
    expect(await find('のけ姫')).toEqual(['もののけ姫'])
    expect(await find('아이')).toEqual(['꽃갈피'])
  })
})

test('albums with typos come after those without', async () => {
  await keep(['A', 'Lone'], ['B', 'Love'], ['C', 'Live'])
  expect(await find('lone')).toEqual(['Lone', 'Love'])
  expect(await find('1997')).toEqual([])
})

test('pages follow one another without doubles', async () => {
  await keep(...Array.from({ length: 60 }, (_, index): [string, string] => ['Songs', `Song number ${index}`]))
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => searchOwnAlbums({ db }, { query: 'song number', page })),
  )
  expect(pages.map(({ albums, hasNext }) => [albums.length, hasNext])).toEqual([
    [25, true],
    [25, true],
    [10, false],
    [0, false],
  ])
  expect(new Set(pages.flatMap(({ albums }) => albums.map(({ name }) => name))).size).toBe(60)
})

describe('albums without words', () => {
  const old = { key: 'björk-debut', artist: 'Björk', name: 'Debut' }

  test('are found as soon as their words are written in the background', async () => {
    await db.album.createMany({
      data: Array.from({ length: 450 }, (_, index) => ({
        key: `${index}`,
        artist: 'Old',
        name: `Album ${index}`,
      })),
    })
    await keep(['New', 'Album'])
    expect(await find('album')).toEqual(['Album'])
    const closing = new AbortController()
    closing.abort()
    await fillAlbumWords({ db }, closing.signal)
    expect(await find('album 449')).toEqual([])
    await fillAlbumWords({ db })
    expect(await find('album 449')).toEqual(['Album 449'])
    expect(await db.album.count({ where: { hasWords: false } })).toBe(0)
  })

  test('a changed name is found under the new name only', async () => {
    await db.album.create({ data: old })
    await fillAlbumWords({ db })
    await db.album.updateMany({ data: { name: 'Vespertine', hasWords: false } })
    await fillAlbumWords({ db })
    expect(await find('debut')).toEqual([])
    expect(await find('vespertine')).toEqual(['Vespertine'])
  })

  test('a deleted album takes its words along, and one that was merged is not found', async () => {
    const { id } = await db.album.create({ data: old })
    await keep(['Björk', 'Debut live'])
    await fillAlbumWords({ db })
    const { id: other } = await db.album.findFirstOrThrow({ where: { name: 'Debut live' } })
    await db.album.update({ where: { id: other }, data: { mergedIntoId: id } })
    expect(await find('debut')).toEqual(['Debut'])
    await db.album.deleteMany()
    expect(await db.albumWord.count()).toBe(0)
  })

  test('two processes write them at once', async () => {
    await db.album.createMany({
      data: Array.from({ length: 300 }, (_, index) => ({
        key: `${index}`,
        artist: `Artist${index % 7}`,
        name: `Album ${index}`,
      })),
    })
    await Promise.all([fillAlbumWords({ db }), fillAlbumWords({ db }), keep(['Artist3', 'Brandnew words'])])
    expect(await find('artist3 brandnew')).toEqual(['Brandnew words'])
    expect(await db.album.count({ where: { hasWords: false } })).toBe(0)
  })
})
