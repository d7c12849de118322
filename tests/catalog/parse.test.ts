import { describe, expect, test } from 'vitest'
import { parseAlbum, parseSearch, parseTopAlbums } from '../../server/clients/lastfm/albums.ts'
import { isNotFound, readBody } from '../../server/clients/lastfm/answer.ts'
import { asArray, isName, toNum } from '../../server/clients/lastfm/fields.ts'
import { isAnswerTo } from '../../server/clients/lastfm/match.ts'
import { UpstreamError } from '../../server/lib/http.ts'

const star = 'https://img.test/300x300/2a96cbd8b46e442fc41c2b86b821562f.png'
const album = (fields: object) => parseAlbum({ album: { name: 'Mix', artist: 'V', ...fields } })
const read =
  (text: string, status = 200) =>
  () =>
    readBody({ status, text })
const failureOf = (run: () => unknown): UpstreamError => {
  try {
    run()
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  }
  throw new Error('It did not fail')
}

describe('lists and numbers', () => {
  test('a list is an array, a bare object, or nothing', () => {
    expect([[1], { a: 1 }, '', '\n', null, undefined, 3].map(asArray)).toEqual([
      [1],
      [{ a: 1 }],
      [],
      [],
      [],
      [],
      [],
    ])
  })

  test('a number is a number or a text of one', () => {
    expect(
      ['1502167696', 7, '0', '', ' ', null, undefined, '-1', '1,234', '12abc', NaN, [], {}].map(toNum),
    ).toEqual([1502167696, 7, 0, ...Array.from({ length: 10 }, () => null)])
  })
})

describe('album.getinfo', () => {
  test('reads the sample of dialect B', () => {
    const link = '<a href="https://www.last.fm/music/Nova+Meridian/Glass+Harbor">Read more on Last.fm</a>.'
    expect(
      parseAlbum({
        album: {
          artist: 'Nova Meridian',
          mbid: '',
          name: 'Glass Harbor',
          userplaycount: 0,
          tags: {
            tag: [
              { url: 'https://www.last.fm/tag/dream+pop', name: 'dream pop' },
              { name: 'dream pop' },
              { name: ' ' },
            ],
          },
          image: [
            { size: 'small', '#text': 'https://img.test/34s/b.png' },
            { size: 'extralarge', '#text': 'https://img.test/300x300/b.png' },
            { size: '', '#text': 'https://img.test/300x300/c.png' },
          ],
          tracks: {
            track: [
              { duration: 238, name: 'Tide', '@attr': { rank: 1 }, artist: { name: 'Nova Meridian' } },
              { duration: null, name: 'Interlude', '@attr': { rank: 2 }, artist: { name: 'NOVA MERIDIAN' } },
            ],
          },
          listeners: '597578',
          playcount: '4419891',
          url: 'https://www.last.fm/music/Nova+Meridian/Glass+Harbor',
          wiki: {
            published: '03 Mar 2010, 16:48',
            summary: `Second album. ${link}`,
            content: `Second album.\n\nRecorded live. ${link} User-contributed text is available under the Creative Commons…`,
          },
        },
      }),
    ).toEqual({
      artist: 'Nova Meridian',
      name: 'Glass Harbor',
      image: 'https://img.test/300x300/b.png',
      listeners: 597578,
      playcount: 4419891,
      url: 'https://www.last.fm/music/Nova+Meridian/Glass+Harbor',
      tags: [{ name: 'dream pop', url: 'https://www.last.fm/tag/dream+pop' }],
      tracks: [
        { position: 1, name: 'Tide', duration: 238, featuredArtist: null },
        { position: 2, name: 'Interlude', duration: null, featuredArtist: null },
      ],
      wiki: { text: 'Second album.\n\nRecorded live.', published: '2010-03-03T16:48:00.000Z' },
    })
  })

  test('L08 empty tags, no tracks, no wiki, empty images', () => {
    const lost = {
      artist: 'Nova Meridian',
      listeners: '2',
      image: [
        { size: 'small', '#text': '' },
        { size: '', '#text': '' },
      ],
      mbid: '',
      tags: '',
      name: 'Lost Tape',
      playcount: '2',
      url: 'https://www.last.fm/music/Nova+Meridian/Lost+Tape',
    }
    expect(parseAlbum({ album: lost })).toMatchObject({
      image: null,
      tags: [],
      tracks: [],
      wiki: null,
      listeners: 2,
    })
  })

  test('L10 one tag is an object', () => {
    expect(album({ tags: { tag: { name: 'jazz', url: 'https://www.last.fm/tag/jazz' } } }).tags).toEqual([
      { name: 'jazz', url: 'https://www.last.fm/tag/jazz' },
    ])
  })

  test('L11 durations null, 0, a numeric text, missing', () => {
    const track = [
      { name: 'a', duration: null },
      { name: 'b', duration: 0 },
      { name: 'c', duration: '382' },
      { name: 'd' },
    ]
    expect(album({ tracks: { track } }).tracks.map(({ duration }) => duration)).toEqual([
      null,
      null,
      382,
      null,
    ])
  })

  test('L12 a track by another artist, single, rank and duration as texts (dialect A)', () => {
    const track = { name: 'a', duration: '60', '@attr': { rank: '1' }, artist: { name: 'Pale Antenna' } }
    expect(album({ artist: 'Various Artists', tracks: { track } }).tracks).toEqual([
      { position: 1, name: 'a', duration: 60, featuredArtist: 'Pale Antenna' },
    ])
  })

  test('L14 the star is no image, on an album neither', () => {
    expect(album({ image: [{ '#text': star, size: 'mega' }] }).image).toBeNull()
    expect(
      album({
        image: [
          { '#text': star, size: 'mega' },
          { '#text': 'https://a.b/c', size: 'small' },
        ],
      }).image,
    ).toBe('https://a.b/c')
  })

  test('an image is chosen by its size, and only an http address is one', () => {
    const image = [
      { '#text': 'https://i/34', size: 'small' },
      { '#text': 'https://i/174', size: 'large' },
      { '#text': 'javascript:alert(1)', size: 'extralarge' },
      { '#text': null, size: 'mega' },
      null,
      'x',
    ]
    expect(album({ image }).image).toBe('https://i/174')
    expect(album({ image: '' }).image).toBeNull()
  })

  test('the track list is put in the order of its ranks', () => {
    const track = [
      { name: 'b', '@attr': { rank: '2' } },
      { name: 'a', '@attr': { rank: '1' } },
      { name: '' },
      null,
    ]
    expect(album({ tracks: { track } }).tracks.map(({ position, name }) => [position, name])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ])
  })

  test('everything but the names may be nonsense', () => {
    const odd = [null, 7, [], '', {}, [null, 1, 'x']]
    for (const value of odd) {
      const fields = Object.fromEntries(
        ['image', 'tags', 'tracks', 'wiki', 'listeners', 'playcount', 'url'].map((key) => [key, value]),
      )
      expect(album(fields)).toMatchObject({ name: 'Mix', artist: 'V', tags: [], tracks: [], wiki: null })
      expect(
        album({ tags: { tag: value }, tracks: { track: value }, wiki: { content: value, published: value } }),
      ).toMatchObject({ tracks: [] })
    }
  })

  test('an answer without the album, or with a nameless one, is broken', () => {
    for (const body of [
      null,
      [],
      {},
      'x',
      { album: '' },
      { album: { name: '(null)', artist: 'V' } },
      { album: { name: 'x' } },
    ]) {
      expect(failureOf(() => parseAlbum(body)).failure).toBe('broken')
    }
  })
})

describe('pages of albums', () => {
  const row = (artist: unknown, name: unknown) => ({ name, artist, image: [], url: 'https://x' })
  const search = (albums: unknown, total: unknown = '1068') => ({
    results: { 'opensearch:totalResults': total, albummatches: albums },
  })

  test('search rows, with artists as texts; nameless ones and doubles are dropped', () => {
    const rows = [
      row('A', 'One'),
      row('a', 'ONE '),
      row('A', '(null)'),
      row('[unknown]', 'Two'),
      row('A', ' '),
      row('Б', 'Два'),
      null,
    ]
    expect(parseSearch(search({ album: rows }), 1)).toEqual({
      albums: [
        { artist: 'A', name: 'One', image: null },
        { artist: 'Б', name: 'Два', image: null },
      ],
      page: 1,
      hasNext: true,
    })
  })

  test('no hits, in each of their forms', () => {
    for (const empty of [{ album: [] }, '\n', '', null, { album: '' }]) {
      expect(parseSearch(search(empty, '0'), 1)).toEqual({ albums: [], page: 1, hasNext: false })
    }
  })

  test('one hit as a bare object; the end of the list', () => {
    expect(parseSearch(search({ album: row('A', 'One') }, '26'), 2)).toMatchObject({
      albums: [{ name: 'One' }],
      hasNext: false,
    })
    expect(parseSearch(search({ album: row('A', 'One') }, '26'), 1).hasNext).toBe(true)
  })

  test('L19 the old container name and a single object', () => {
    const topalbums = {
      album: { name: 'Number Nine', artist: { name: 'N' }, image: [], '@attr': { rank: '1' } },
      '@attr': { tag: 'all', page: '0', perPage: '1', totalPages: '1000', total: '1000' },
    }
    expect(parseTopAlbums({ topalbums }, 1)).toEqual({
      albums: [{ artist: 'N', name: 'Number Nine', image: null }],
      page: 1,
      hasNext: true,
    })
  })

  test('L20 a page past the end', () => {
    const albums = {
      album: [],
      '@attr': { tag: 'nosuchtag', page: '1', perPage: '24', totalPages: '0', total: '0' },
    }
    expect(parseTopAlbums({ albums }, 1)).toEqual({ albums: [], page: 1, hasNext: false })
  })

  test('L22 a huge total ends with the first empty page; two scripts are two albums', () => {
    expect(parseSearch(search({ album: [] }, '1068391'), 1001).hasNext).toBe(false)
    expect(
      parseSearch(search({ album: [row('Kino', 'Группа крови'), row('Кино', 'Группа крови')] }), 1).albums,
    ).toHaveLength(2)
  })
})

describe('the body decides', () => {
  test('L01 an error with status 200 is not found', () => {
    const error = failureOf(read('{"error": 6, "message": "Album not found", "links": []}'))
    expect(isNotFound(error)).toBe(true)
    expect(
      isNotFound(
        failureOf(read('{"error":"6","message":"The artist you supplied could not be found"}', 404)),
      ),
    ).toBe(true)
  })

  test('a 6 about a missing parameter says nothing about the album', () => {
    const text = '{"error":6,"message":"Invalid parameters - Your request is missing a required parameter"}'
    expect(isNotFound(failureOf(read(text, 400)))).toBe(false)
  })

  test('an answer is an answer, whatever its status', () => {
    expect(readBody({ status: 500, text: '{"album":{}}' })).toEqual({ album: {} })
  })

  test.each([
    ['L03', 200, '{"message":"Rate Limit Exceeded","error":29}', 'refused', 29],
    ['L03 again', 429, '', 'refused', 29],
    ['L04', 403, '{"message":"API Key Suspended","error":26}', 'refused', 26],
    ['L06', 502, '<html></html>', 'broken', undefined],
    ['L06 with status 200', 200, '<html></html>', 'broken', undefined],
    ['L07', 200, '{"album":{"artist":"Nova Meridian","mbid":"","tags":', 'broken', undefined],
    ['L07 empty', 200, '', 'broken', undefined],
    ['error 8', 500, '{"error":8,"message":"Operation failed"}', 'broken', 8],
    ['error 11', 200, '{"error":11,"message":"Service Offline"}', 'broken', 11],
    ['error 16', 503, '{"error":16,"message":"temporary"}', 'broken', 16],
    ['an error that is no number', 200, '{"error":"oops"}', 'refused', 0],
  ])('%s', (_, status, text, failure, code) => {
    expect(failureOf(read(text, status))).toMatchObject({ failure, code })
  })
})

test('names that mean nothing', () => {
  expect(['', ' ', '(null)', '[unknown]', '(NULL)', 'x'.repeat(1_001)].some(isName)).toBe(false)
  expect(['( )', '!!!', 'Null', '[O]', '÷'].every(isName)).toBe(true)
})

describe('whether an answer is about what was asked', () => {
  const answer = (artist: string, name: string, url = 'https://www.last.fm/music/x') => ({
    ...album({ artist, name }),
    url,
  })
  const asked = (artist: string, name: string) => ({ artist, album: name })
  const weak = 'https://www.last.fm/music/+noredirect/x'

  test.each([
    [asked('bjork', 'homogenic'), answer('Björk', 'Homogenic')],
    [asked('beatles', 'abbey road'), answer('The Beatles', 'Abbey Road')],
    [asked('Kino', 'Группа крови'), answer('Кино', 'Группа крови')],
    [asked('ac-dc', 'Back in Black'), answer('AC/DC', 'Back In Black')],
    [asked('Sezen Aksu', 'ISIK DOGUDAN YUKSELIR'), answer('Sezen Aksu', 'Işık Doğudan Yükselir')],
    [asked('!!!', '( )'), answer('!!!', '()')],
    [asked('ghost', 'Unknown Tape'), answer('Ghost', 'Unknown Tape', weak)],
    [asked('+44', 'When Your Heart Stops Beating'), answer('+44', 'When Your Heart Stops Beating')],
  ])('it is: %o', (question, given) => expect(isAnswerTo(question, given)).toBe(true))

  test.each([
    ['another album', asked('Björk', 'Homogenic'), answer('Björk', 'Post')],
    ['L23 a plus that was decoded twice', asked('+44', 'Demos'), answer('44', 'Demos')],
    ['L23 in the album', asked('Ed Sheeran', '+'), answer('Ed Sheeran', '-')],
    ['a weak match under another name', asked('Nova', 'Tape'), answer('Supernova', 'Tape', weak)],
    ['other signs', asked('!!!', '( )'), answer('!!!', '???')],
  ])('it is not: %s', (_, question, given) => expect(isAnswerTo(question, given)).toBe(false))
})
