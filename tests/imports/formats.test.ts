import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as files from './files.ts'
import { meant, read } from './reading.ts'

// The detected format of each file, and the meaning of its rows, without any look-up.

describe('tables of services', () => {
  it('reads RateYourMusic as it wrote it before, with wishes, entities and marks', async () => {
    const { format, drafts, header } = await read(files.rateYourMusicOld)
    expect(format).toBe('rateYourMusic')
    expect(header).toContain('Last Name localized')
    expect(drafts.map(meant)).toEqual([
      {
        kind: 'listening',
        album: 'Arcade Fire - Funeral',
        date: null,
        rating: 9,
        review: 'Still huge,\ntwenty years on.',
      },
      { kind: 'listening', album: 'Björk - Homogenic', date: null, rating: 0, review: '' },
      {
        kind: 'wish',
        album: 'Evelyn "Champagne" King - Smooth & Slow',
        date: null,
        rating: 0,
        review: '',
      },
    ])
  })

  it('reads RateYourMusic as it writes it now, the title of a review as its first line', async () => {
    const { drafts } = await read(files.rateYourMusicNew)
    expect(drafts[0]!.content!.review).toBe('City lights\nSummer in a box. See .')
    expect(drafts[0]!.others).toContainEqual({ artist: 'Takako Mamiya', album: 'ラブ・トリップ' })
  })

  it('reads Album of the Year with its days; an impossible one makes a row unreadable', async () => {
    const { format, drafts } = await read(files.albumOfTheYear)
    expect(format).toBe('albumOfTheYear')
    expect(drafts.map(({ date, rating, problem }) => problem ?? [date, rating])).toEqual([
      ['2024-06-09', 9],
      ['2024-11-02', 8],
      'badDate',
    ])
  })

  it('reads Discogs without the day of cataloguing, and without columns of one’s own', async () => {
    const { format, drafts, header } = await read(files.discogs)
    expect(format).toBe('discogs')
    expect(drafts.map(meant)).toEqual([
      { kind: 'listening', album: 'Nirvana - Hard Left', date: null, rating: 8, review: '' },
    ])
    expect(header).not.toContain('Collection Seller e-mail')
    expect(JSON.stringify(drafts)).not.toContain('example.org')
  })
})

describe('histories of plays', () => {
  const [artist, album] = ['Björk', 'Vespertine']
  it.each([
    ['Last.fm by ghan.nl', 'lastfm', () => files.lastfmGhan(artist, album)],
    ['Last.fm by benjaminbenben', 'lastfm', () => files.lastfmBenjamin(artist, album)],
    ['Last.fm in pages', 'lastfm', () => files.lastfmPages(artist, album)],
    [
      'the list of ListenBrainz',
      'listenBrainz',
      () => `[${files.listens(artist, album).replaceAll('\n', ',')}]`,
    ],
    [
      'the zip of ListenBrainz',
      'listenBrainz',
      () => files.zipped({ 'user.json': '{}', 'listens/2025/6.jsonl': files.listens(artist, album) }),
    ],
    ['Spotify’s extended history', 'spotifyHistory', () => files.extendedHistory(artist, album, 6)],
  ])('%s becomes an album heard, with its first and last day', async (_, format, make) => {
    const found = await read(await make())
    expect(found.format).toBe(format)
    const [draft, ...others] = found.drafts
    expect(others).toEqual([])
    expect(draft).toMatchObject({ kind: 'listening', named: { artist, album }, heard: 5 })
    expect(draft!.content!.heard).toMatchObject({ tracks: 5, plays: 5, first: draft!.date })
    expect(JSON.stringify(found)).not.toMatch(/203\.0\.113|"TR"/)
  })

  it('reads what was saved in Spotify, and plays of saved tracks', async () => {
    const zip = await files.zipped({
      'Spotify Account Data/StreamingHistory_music_0.json': JSON.stringify([
        { endTime: '2024-01-05 14:23', artistName: 'Asake', trackName: 'Olorun', msPlayed: 184_000 },
      ]),
      'Spotify Account Data/YourLibrary.json': JSON.stringify({
        tracks: [{ artist: 'Asake', album: 'Work of Art', track: 'Olorun', uri: 'spotify:track:x' }],
        albums: [{ artist: 'Taylor Swift', album: 1989, uri: 'spotify:album:x' }],
      }),
    })
    const { format, drafts, asks } = await read(zip)
    expect([format, asks.timeZone]).toEqual(['spotify', 'UTC'])
    expect(drafts.map(({ named, heard }) => [named!.album, heard])).toEqual([
      ['1989', undefined],
      ['Work of Art', 1],
    ])
  })
})

describe('diaries', () => {
  it('reads NeoDB as tables, each review with its mark', async () => {
    const zip = await files.zipped({
      'music_mark.csv': files.neodbMarks,
      'music_review.csv': files.neodbReviews,
    })
    const { format, drafts } = await read(zip)
    expect(format).toBe('neodb')
    expect(drafts.map(meant)).toEqual([
      {
        kind: 'listening',
        album: 'Radiohead - Kid A',
        date: '2024-01-02',
        rating: 9,
        review: 'Ice age\nIt is coming.\n\nstill cold',
      },
      { kind: 'wish', album: 'Sigur Rós - Takk...', date: '2024-03-02', rating: 0, review: '' },
    ])
    expect(drafts[0]!.content!.tags).toEqual(['rock', 'winter'])
  })

  it('reads NeoDB as lines', async () => {
    const zip = await files.zipped({
      'journal.ndjson': files.neodbJournal,
      'catalog.ndjson': files.neodbCatalog,
    })
    expect((await read(zip)).drafts.map(meant)).toEqual([
      { kind: 'listening', album: 'Radiohead - Kid A', date: '2024-01-02', rating: 9, review: '' },
    ])
  })

  it('reads a Musicboard list on the scale that it fits, or the one that is chosen', async () => {
    const { format, asks, drafts } = await read(files.musicboard)
    expect([format, asks.scale]).toEqual(['musicboard', '10'])
    expect(drafts.map(({ rating }) => rating)).toEqual([10, 10])
    expect((await read(files.musicboard, { scale: '100' })).drafts.map(({ rating }) => rating)).toEqual([
      1, 1,
    ])
  })
})

describe('tables that nobody knows', () => {
  const table =
    'sep=;\r\nSanatçı;Albüm;Tarih;Puan;Yorum\r\nSezen Aksu;Gülümse;3/4/2024;4,5;"=""şarkı"""\r\n\r\n="Björk";Post;13/4/2024;;\'=1\r\n'
  it.each([
    ['utf-8', Buffer.from(table)],
    ['utf-8', Buffer.from(`\uFEFF${table}`)],
    ['utf-16le', Buffer.from(`\uFEFF${table}`, 'utf16le')],
    ['utf-16le', Buffer.from(table, 'utf16le')],
  ])(
    'are read as %s, with decimal commas, other separators and cells of spreadsheets',
    async (encoding, bytes) => {
      const { format, asks, drafts } = await read(bytes)
      expect(format).toBe('table')
      expect(asks).toMatchObject({ encoding, scale: '5', dateOrder: 'dayFirst' })
      expect(drafts.map(meant)).toEqual([
        {
          kind: 'listening',
          album: 'Sezen Aksu - Gülümse',
          date: '2024-04-03',
          rating: 9,
          review: 'şarkı',
        },
        { kind: 'listening', album: 'Björk - Post', date: '2024-04-13', rating: 0, review: '=1' },
      ])
    },
  )

  it('are read as windows-1254 where Turkish letters stand, and as what is chosen', async () => {
    const bytes = Buffer.from('Artist,Album\nKardeþ Türküler,Hardasan\n', 'latin1')
    expect((await read(bytes)).drafts[0]!.named!.artist).toBe('Kardeş Türküler')
    const other = await read(bytes, { encoding: 'windows-1252' })
    expect(other.drafts[0]!.named!.artist).toBe('Kardeþ Türküler')
  })

  it('say what each column is taken for, and take what is chosen', async () => {
    const bytes = 'Who,What,When\nBjörk,Post,2024-05-06\n'
    const { asks } = await read(bytes)
    expect(asks.columns!.map(({ role }) => role)).toEqual(['artist', 'album', 'none'])
    const { drafts } = await read(bytes, { columns: ['album', 'artist', 'date'] })
    expect(drafts[0]).toMatchObject({ named: { artist: 'Post', album: 'Björk' }, date: '2024-05-06' })
  })

  it.each(['2024-02-30', '1899-12-31', '2027-01-01', 'soon'])(
    'a day like %s makes a row unreadable',
    async (day) => {
      const { drafts } = await read(`Artist,Album,Date\nBjörk,Post,${day}\n`)
      expect(drafts[0]!.problem).toBe('badDate')
    },
  )
})

describe('what is refused', () => {
  const refused = async (bytes: string | Uint8Array) =>
    await read(bytes).then(
      () => 'read',
      (error: { id?: string; message: string }) => error.id ?? error.message,
    )
  it('names the limit, or says that the file is not known', async () => {
    expect(await refused(randomBytes(10_000))).toBe('imports.unknownFile')
    expect(await refused('just a letter to somebody\nwithout any table\n')).toBe('imports.unknownFile')
    expect(await refused(`Artist,Album\nBjörk,${'x'.repeat(10_000_000)}\n`)).toBe('imports.rowTooLong')
    expect(await refused(`Artist,Album${',x'.repeat(1_000_000)}\n`)).toBe('imports.tooManyColumns')
    expect(await refused('[{"title":"Kid A","artist":"Radiohead","score":')).toBe('imports.jsonBroken')
    expect(await refused(Buffer.from('PK\u0003\u0004 and nothing else'))).toBe('imports.zipBroken')
    const bomb = await files.zipped({ 'a.csv': Buffer.alloc(60_000_000, 'a') })
    expect(await refused(bomb)).toBe('imports.zipBomb')
    const log = await files.zipped({ 'ReadMeFirst_TechnicalLogInformation.pdf': 'x', 'a.json': '[]' })
    expect(await refused(log)).toBe('imports.technicalLog')
  })

  it('a zip whose names lead out of it', async () => {
    const zip = await files.zipped({ 'aa/b.csv': 'Artist,Album\nBjörk,Post\n' })
    expect(await refused(Buffer.from(zip.toString('latin1').replaceAll('aa/b', '../b'), 'latin1'))).toBe(
      'imports.pathInZip',
    )
  })
})
