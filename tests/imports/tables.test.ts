import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { checkDraft } from '../../server/imports/verdict.ts'
import type { ColumnRole } from '../../shared/imports.ts'
import { zipped } from './files.ts'
import { meant, read } from './reading.ts'

// Collected cases of tables, of histories in tables, and of Discogs.

const file = (name: string) => readFile(new URL(`cases/${name}`, import.meta.url))
const readCase = async (name: string, settings?: Parameters<typeof read>[1]) =>
  read(await file(name), settings)

type Read = Awaited<ReturnType<typeof read>>
const columnOf = ({ asks }: Read, role: ColumnRole) =>
  asks.columns!.find((column) => column.role === role)?.name
const albums = ({ drafts }: Read) => drafts.map((draft) => meant(draft).album)

describe('columns are chosen by evidence', () => {
  it.each([
    ['columns-track-uri-first.csv', { artist: 'Artist Name(s)', album: 'Album Name' }],
    ['columns-french.csv', { artist: 'Artiste', album: 'Titre', rating: 'Ma note', review: 'Critique' }],
    ['columns-country-first.csv', { artist: undefined, album: undefined }],
    ['columns-loved-tracks.csv', { artist: 'artist', album: undefined }],
    ['columns-title-and-album.csv', { artist: 'artist', album: 'album' }],
    ['columns-turkish-tur.csv', { artist: 'Sanatçı', album: 'Albüm', kind: undefined }],
    ['columns-two-ratings.csv', { rating: 'My Rating' }],
  ] as [string, Partial<Record<ColumnRole, string>>][])('%s', async (name, roles) => {
    const found = await readCase(name)
    for (const [role, column] of Object.entries(roles))
      expect(columnOf(found, role as ColumnRole)).toBe(column)
    // Without one of the two columns the page asks for it, and no row is an album.
    const isWhole = columnOf(found, 'artist') !== undefined && columnOf(found, 'album') !== undefined
    const problems = found.drafts.map((draft) => checkDraft(draft).problem)
    expect(problems.length).toBeGreaterThan(0)
    expect(problems).toEqual(problems.map(() => (isWhole ? undefined : 'noArtist')))
  })

  it('each row of columns-title-and-album.csv is its album', async () => {
    expect(albums(await readCase('columns-title-and-album.csv'))).toEqual([
      'Kate Bush - Hounds of Love',
      'Kate Bush - Hounds of Love',
      'The Cure - Disintegration',
    ])
  })

  it('the ratings of columns-two-ratings.csv, and two rows of columns-turkish-tur.csv', async () => {
    expect((await readCase('columns-two-ratings.csv')).drafts.map(({ rating }) => rating)).toEqual([8, 9])
    expect((await readCase('columns-turkish-tur.csv')).drafts.map(({ problem }) => problem)).toEqual([
      undefined,
      undefined,
    ])
  })

  it('a diary of films is refused', async () => {
    await expect(readCase('columns-of-films.csv')).rejects.toMatchObject({ id: 'imports.films' })
  })
})

describe('plays are no albums heard', () => {
  it.each([
    'plays-lastfmstats.csv',
    'plays-pano.csv',
    'plays-seconds.csv',
    'plays-no-header-six-columns.csv',
  ])('%s', async (name) => {
    const found = await readCase(name)
    expect(found.drafts.map(({ named, date, heard }) => [named!.album, date, heard])).toEqual([
      ['Hounds of Love', '2025-04-02', 6],
      ['Homogenic', '2025-04-03', 1],
    ])
  })

  it('plays-tracks-of-a-playlist.csv', async () => {
    const { drafts } = await readCase('plays-tracks-of-a-playlist.csv')
    expect(drafts.map(({ left, named }) => left ?? named!.album)).toEqual([
      'notAlbum',
      'notAlbum',
      'Hounds of Love',
      'notAlbum',
    ])
  })

  it('plays-one-of-an-unknown-album.csv', async () => {
    const { drafts } = await readCase('plays-one-of-an-unknown-album.csv')
    expect(drafts.map(({ heard }) => heard)).toEqual([1, 7])
  })

  it('plays-of-a-sampler.csv', async () => {
    expect((await readCase('plays-of-a-sampler.csv')).drafts).toMatchObject([
      { named: { artist: 'Various Artists', album: 'Songs of the Quay' }, heard: 8, date: '2025-04-02' },
    ])
  })

  it('plays-of-an-evening-in-new-york.csv', async () => {
    const name = 'plays-of-an-evening-in-new-york.csv'
    const here = await readCase(name)
    expect([here.asks.timeZone, here.drafts[0]!.date]).toEqual(['UTC', '2026-03-11'])
    const there = await readCase(name, { timeZone: 'America/New_York' })
    expect([there.asks.timeZone, there.drafts[0]!.date]).toEqual(['America/New_York', '2026-03-10'])
  })
})

describe('wishes are not heard', () => {
  it('discogs-wants.csv', async () => {
    expect((await readCase('discogs-wants.csv')).drafts.map(({ kind }) => kind)).toEqual(['wish', 'wish'])
  })
  it('table-with-a-status.csv', async () => {
    expect((await readCase('table-with-a-status.csv')).drafts.map(({ kind }) => kind)).toEqual([
      'listening',
      'wish',
      'wish',
    ])
  })
})

describe('days and ratings', () => {
  it('days.csv', async () => {
    expect((await readCase('days.csv')).drafts.map(({ date }) => date)).toEqual([
      '2024-03-13',
      '2024-02-05',
      '2024-01-12',
    ])
  })
  it('days-not-whole.csv', async () => {
    expect((await readCase('days-not-whole.csv')).drafts.map(meant)).toMatchObject([
      { date: null, rating: 8, review: 'a' },
      { date: null, rating: 9, review: 'b' },
    ])
  })
  it('days-without-a-year.csv', async () => {
    expect((await readCase('days-without-a-year.csv')).drafts.map(meant)).toMatchObject([
      { date: null, rating: 8, review: 'Warm.', album: 'Kate Bush - Hounds of Love' },
      { date: null, rating: 9, review: '', album: 'Björk - Homogenic' },
    ])
  })
  it('ratings.csv', async () => {
    expect((await readCase('ratings.csv')).drafts.map(({ rating }) => rating)).toEqual([7, 10, 8])
  })
  it('ratings-high-ones-last.csv', async () => {
    const { asks, drafts } = await readCase('ratings-high-ones-last.csv')
    expect(asks.scale).toBe('10')
    expect([drafts[0]!, ...drafts.slice(-2)].map(({ rating }) => rating)).toEqual([1, 9, 10])
  })
})

describe('what is not imported is counted', () => {
  it('ratings, reviews and tags of wishes and favorites', async () => {
    const rows = [
      'Kate Bush,Hounds of Love,Heard,9,good,pop',
      'The Cure,Disintegration,To listen,,a friend says so,',
      'Björk,Post,To listen,,,soon',
      'Björk,Homogenic,To listen,,,',
      'Radiohead,Kid A,To listen,7,,',
      'Radiohead,OK Computer,Heart,8,,',
    ]
    const { drafts, notTaken } = await read(`Artist,Album,Status,Rating,Review,Tags\n${rows.join('\n')}\n`)
    expect(drafts.map(({ kind }) => kind)).toEqual([
      'listening',
      'wish',
      'wish',
      'wish',
      'listening',
      'heart',
    ])
    expect(notTaken).toEqual({ opinionsOfWishes: 3 })
  })

  it('tables of a zip that have no albums', async () => {
    const { drafts, notTaken } = await read(
      await zipped({
        'README.txt': 'My albums\n',
        'albums.csv': 'Artist,Album\nBjörk,Post\n',
        'films.csv': 'Name,Year,Letterboxd URI\nAlien,1979,https://boxd.it/1\n',
        'songs.csv': 'Artist,Track\nBjörk,Isobel\n',
      }),
    )
    expect(drafts.map(({ named }) => named?.album)).toEqual(['Post'])
    expect(notTaken).toEqual({ otherTables: 2 })
  })
})
