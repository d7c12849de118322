import { describe, expect, test } from 'vitest'
import { parseAlbum } from '../../server/clients/lastfm/albums.ts'
import { asArray, isName, toNum } from '../../server/clients/lastfm/fields.ts'
import { starImage } from './starImage.ts'

const album = (fields: object) => parseAlbum({ album: { name: 'Mix', artist: 'V', ...fields } })

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
      year: null,
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

  test('L14 the star is not an image, nor on an album', () => {
    expect(album({ image: [{ '#text': starImage, size: 'mega' }] }).image).toBeNull()
    expect(
      album({
        image: [
          { '#text': starImage, size: 'mega' },
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
      expect(() => parseAlbum(body)).toThrow(expect.objectContaining({ failure: 'broken' }) as Error)
    }
  })
})

test('names that mean nothing', () => {
  expect(['', ' ', '(null)', '[unknown]', '(NULL)', 'x'.repeat(1_001)].some(isName)).toBe(false)
  expect(['( )', '!!!', 'Null', '[O]', '÷'].every(isName)).toBe(true)
})
