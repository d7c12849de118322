import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { listens, zipped } from './files.ts'
import { read } from './reading.ts'

// Tables of plays, and their results.

type Row = [artist: string, album: string, track: string, at: string]
const at = (day: string, minute: number) => new Date(Date.parse(`${day}T19:00:00Z`) + minute * 300_000)
const tableOf = (rows: Row[]) =>
  ['Artist,Album,Track,Time', ...rows.map((row) => row.map((cell) => `"${cell}"`).join(','))].join('\n')
/** One play of each of these artists in one evening, all from one album. */
const evening = (album: string, artists: string[], day = '2025-04-02') =>
  tableOf(artists.map((artist, index) => [artist, album, `Song ${index}`, at(day, index).toISOString()]))
const heard = async (bytes: string) =>
  (await read(bytes)).drafts.map(({ named, heard: tracks }) => [named!.artist, tracks])

describe('guests', () => {
  it.each([
    ['Björk', 'Björk feat. Thom Yorke', 'Björk ft. Anohni', 'Björk (featuring Arca)', 'Björk'],
    ['Björk', 'Björk & Thom Yorke', 'Björk with Anohni', 'Björk, Arca', 'Björk / Rosalía'],
    ['Björk x Arca', 'Björk x Rosalía', 'Björk x Anohni', 'Björk and Thom Yorke', 'Björk & Tricky'],
    ['BJÖRK feat. Arca', 'björk', 'Björk', 'Björk', 'Björk'],
  ])('%s, %s … are one album with the main artist', async (...artists) => {
    const [[artist, tracks]] = (await heard(evening('Fossora', artists))) as [[string, number]]
    expect([artist.toLowerCase(), tracks]).toEqual(['björk', 5])
  })

  it.each(['Simon & Garfunkel', 'Emerson, Lake & Palmer', 'Nick Cave & The Bad Seeds', 'Tyler, The Creator'])(
    '%s is one artist',
    async (artist) => {
      expect(await heard(evening('An Album', [artist, artist, artist, `${artist} feat. Somebody`]))).toEqual([
        [artist, 4],
      ])
    },
  )
})

describe('a sampler', () => {
  const many = ['Ada', 'Bora', 'Cleo', 'Deniz', 'Eda', 'Finn']
  it('is one album of various artists', async () => {
    expect(await heard(evening('Songs', many))).toEqual([['Various Artists', 6]])
    expect(await heard(evening('Songs', ['Ada', 'Ada', ...many]))).toEqual([['Various Artists', 8]])
  })
  it('is none when few artists have albums of one name, or when they were played on different days', async () => {
    expect(await heard(evening('Greatest Hits', ['Ada', 'Ada', 'Bora', 'Bora', 'Cleo']))).toEqual([
      ['Ada', 2],
      ['Bora', 2],
      ['Cleo', 1],
    ])
    const days = many.map((artist, index): Row => [artist, 'Live', 'Song', `2025-04-0${index + 1}T19:00:00Z`])
    expect((await heard(tableOf(days))).length).toBe(6)
  })
  it('leaves an artist alone who has an album of this name', async () => {
    const own = Array.from({ length: 6 }, () => 'Queen')
    expect(await heard(evening('Greatest Hits', [...own, ...many]))).toEqual([
      ['Queen', 6],
      ['Various Artists', 6],
    ])
  })
})

describe('the number of tracks', () => {
  it('is the most within a week, however many are enough; the day is the one when they were', async () => {
    const week = (day: string, count: number) =>
      Array.from({ length: count }, (_, index): Row => [
        'Björk',
        'Post',
        `Song ${index}`,
        at(day, index).toISOString(),
      ])
    const { drafts } = await read(tableOf([...week('2025-06-02', 9), ...week('2025-04-02', 6)]))
    expect(drafts[0]).toMatchObject({
      date: '2025-04-02',
      heard: 9,
      content: { heard: { first: '2025-04-02', last: '2025-06-02', tracks: 9, plays: 15 } },
    })
  })
})

describe('the moments of plays', () => {
  const minutes = [0, 1, 2, 3, 4]
  const written: [string, (moment: Date) => string][] = [
    ['seconds', (moment) => String(moment.getTime() / 1_000)],
    ['milliseconds', (moment) => String(moment.getTime())],
    ['microseconds', (moment) => String(moment.getTime() * 1_000)],
    ['ISO', (moment) => moment.toISOString()],
    ['an offset', (moment) => moment.toISOString().replace('Z', '+00:00')],
    ['UTC', (moment) => moment.toISOString().replace('T', ' ').replace(/\..*/, ' UTC')],
    ['Last.fm', (moment) => `${moment.getUTCDate()} Apr 2025, ${moment.toISOString().slice(11, 16)}`],
  ]
  const rowsOf = (write: (moment: Date) => string) =>
    tableOf(
      minutes.map((minute): Row => [
        'Björk',
        'Post',
        `Song ${minute}`,
        write(new Date(Date.UTC(2025, 3, 3, 1, minute))),
      ]),
    )

  it.each(written)('in %s are of the day in the time zone', async (_, write) => {
    const days = []
    for (const timeZone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
      const { asks, drafts } = await read(rowsOf(write), { timeZone })
      expect(asks.timeZone).toBe(timeZone)
      days.push(drafts[0]!.date)
    }
    expect(days).toEqual(['2025-04-03', '2025-04-02', '2025-04-03'])
  })

  it.each([
    ['2025-04-03 01:00'],
    ['03.04.2025 01:00'],
    ['3 April 2025 1:00 am'],
    ['2025-04-03T01:00:00+09:00'],
    ['2025-04-03'],
    ['3 Nisan 2025'],
  ])('%s is of the day that is written, wherever', async (moment) => {
    const { asks, drafts } = await read(
      rowsOf(() => moment),
      { timeZone: 'America/New_York' },
    )
    expect([asks.timeZone, drafts[0]!.date]).toEqual([null, '2025-04-03'])
  })

  it.each([
    ['Europe/Berlin', '2025-03-29T23:30:00Z', '2025-03-30'],
    ['Europe/Berlin', '2025-03-30T21:59:00Z', '2025-03-30'],
    ['Europe/Berlin', '2025-03-30T22:00:00Z', '2025-03-31'],
    ['America/New_York', '2025-11-02T03:59:00Z', '2025-11-01'],
    ['America/New_York', '2025-11-03T04:59:00Z', '2025-11-02'],
    ['Pacific/Kiritimati', '2025-11-02T10:00:00Z', '2025-11-03'],
  ])('%s: %s is on %s, whatever the clocks do', async (timeZone, moment, day) => {
    const { drafts } = await read(
      rowsOf(() => moment),
      { timeZone },
    )
    expect(drafts[0]!.date).toBe(day)
  })

  it('a table of tracks without moments has its albums without a day', async () => {
    const rows = minutes.map((minute) => `Björk,Post,Song ${minute}`)
    const { asks, drafts } = await read(['Artist,Album,Track', ...rows].join('\n'))
    expect(asks.timeZone).toBeNull()
    expect(drafts).toMatchObject([{ date: null, heard: 5, content: { heard: { first: null, last: null } } }])
  })

  it('a diary with moments has the days of the time zone, and midnight in UTC stands for a day', async () => {
    const diary = (moment: string) => `Artist,Album,Date\nBjörk,Post,${moment}\n`
    const settings = { timeZone: 'America/New_York' }
    expect((await read(diary('2025-04-03T01:00:00Z'), settings)).drafts[0]!.date).toBe('2025-04-02')
    expect((await read(diary('1743642000'), settings)).drafts[0]!.date).toBe('2025-04-02')
    expect((await read(diary('2025-04-03T00:00:00.000Z'), settings)).drafts[0]!.date).toBe('2025-04-03')
  })
})

it('a file without albums says so', async () => {
  const podcasts = await readFile(new URL('cases/sentence-podcasts-alone.json', import.meta.url))
  await expect(read(podcasts)).rejects.toMatchObject({ id: 'imports.noAlbums' })
  await expect(
    read(
      'uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n"1743620400","","Björk","","","","Song",""\n',
    ),
  ).rejects.toMatchObject({ id: 'imports.noAlbums' })
})

it('a moment that cannot be read makes its row unreadable, and one that is still played is left out', async () => {
  const { drafts } = await read(
    tableOf([
      ['Björk', 'Post', 'Isobel', '1743620400'],
      ['Björk', 'Post', 'Hyperballad', '1743620700'],
      ['Björk', 'Post', 'Enjoy', 'soon'],
      ['Björk', 'Post', 'Headphones', ''],
    ]),
  )
  expect(drafts.map(({ problem, heard: tracks }) => problem ?? tracks)).toEqual(['badDate', 2])
})

describe('a column of titles beside albums', () => {
  const rows = [1, 2, 3, 4, 5].map((play) => `Björk;Song ${play};Post`)
  it.each([
    ['is one of plays with a day', 'Interpret;Titel;Album;Datum', rows.map((row) => `${row};03.04.2025`), 1],
    [
      'is one of plays with a moment',
      'Interpret;Titel;Album;Zeitpunkt',
      rows.map((row) => `${row};1743620400`),
      1,
    ],
    [
      'is none in a diary with ratings',
      'Artist;Title;Album;Date;Rating',
      rows.map((row) => `${row};03.04.2025;8`),
      5,
    ],
    ['is none without a day', 'Artist;Title;Album', rows, 5],
    [
      'is none when it holds the albums',
      'Artist;Title;Album;Date',
      ['Post', 'Debut', 'Vespertine'].map((album) => `Björk;${album};${album};03.04.2025`),
      3,
    ],
  ])('%s', async (_, header, lines, count) => {
    expect((await read([header, ...lines].join('\n'))).drafts).toHaveLength(count)
  })
})

it('ratings and reviews of single plays are counted, because an import does not take them', async () => {
  const plays = Array.from(
    { length: 6 },
    (_, at) => `Björk,Post,Track ${at},2025-04-02 20:0${at},${at < 2 ? 4 : ''},\n`,
  )
  const { notTaken } = await read(`Artist,Album,Track,Date,Rating,Review\n${plays.join('')}`)
  expect(notTaken).toEqual({ opinionsOfPlays: 2 })
})

it('favorites among single plays are counted', async () => {
  const plays = Array.from(
    { length: 6 },
    (_, at) => `Björk,Post,Track ${at},2025-04-02 20:0${at},${at < 2 ? 'yes' : ''}\n`,
  )
  const { notTaken } = await read(`Artist,Album,Track,Date,Favorite\n${plays.join('')}`)
  expect(notTaken).toEqual({ favoritesOfPlays: 2 })
})

it('feedback on tracks is counted', async () => {
  const { drafts, notTaken } = await read(
    await zipped({
      'listens/2025/6.jsonl': listens('Björk', 'Homogenic'),
      'feedback.jsonl': '{"recording_mbid":"a","score":1}\n{"recording_mbid":"b","score":-1}\n',
    }),
  )
  expect(drafts).toHaveLength(1)
  expect(notTaken).toEqual({ feedback: 2 })
})

it('playlists and plays whose album is not known are counted', async () => {
  const play = (trackName: string, msPlayed: number) => ({
    endTime: '2025-04-02 19:00',
    artistName: 'Björk',
    trackName,
    msPlayed,
  })
  const library = {
    tracks: [{ artist: 'Björk', album: 'Post', track: 'Isobel', uri: 'spotify:track:1' }],
    albums: [],
  }
  const { notTaken } = await read(
    await zipped({
      'YourLibrary.json': JSON.stringify(library),
      'Playlist1.json': JSON.stringify({
        playlists: [
          { name: 'Snow', items: [] },
          { name: 'Rain', items: [] },
        ],
      }),
      'StreamingHistory_music_0.json': JSON.stringify([
        play('Isobel', 240_000),
        play('Unravel', 240_000),
        play('Unravel', 1_000),
      ]),
    }),
  )
  expect(notTaken).toEqual({ playsWithoutAlbum: 1, playlists: 2 })
})
