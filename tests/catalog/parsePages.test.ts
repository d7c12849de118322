import { describe, expect, test } from 'vitest'
import { parseSearch, parseTopAlbums } from '../../server/clients/lastfm/albums.ts'
import { parseArtistSearch, parseTopArtists } from '../../server/clients/lastfm/artists.ts'
import { LAST_PAGE } from '../../shared/catalog.ts'
import { starImage } from './starImage.ts'

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
        { artist: 'A', name: 'One', image: null, year: null },
        { artist: 'Б', name: 'Два', image: null, year: null },
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
      albums: [{ artist: 'N', name: 'Number Nine', image: null, year: null }],
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

describe('pages of artists', () => {
  const search = (matches: unknown, total: unknown = '33505') => ({
    results: { 'opensearch:totalResults': total, artistmatches: matches },
  })
  const row = (name: unknown) => ({
    name,
    listeners: '3',
    mbid: '',
    image: [{ '#text': starImage, size: 'small' }],
  })

  test('each name once, the nameless ones dropped, two scripts are two artists', () => {
    const rows = [
      row('Kino'),
      row('KINO '),
      row('Кино'),
      row('(null)'),
      row('[unknown]'),
      row(' '),
      row(7),
      null,
      'x',
    ]
    expect(parseArtistSearch(search({ artist: rows }), 1)).toEqual({
      artists: [
        { name: 'Kino', image: null },
        { name: 'Кино', image: null },
      ],
      page: 1,
      hasNext: true,
    })
  })

  test('no hits, in each of their forms; one hit as a bare object', () => {
    for (const empty of [{ artist: [] }, '\n', '', null, { artist: '' }]) {
      expect(parseArtistSearch(search(empty, '0'), 1)).toEqual({ artists: [], page: 1, hasNext: false })
    }
    expect(parseArtistSearch(search({ artist: row('A') }, '26'), 2)).toEqual({
      artists: [{ name: 'A', image: null }],
      page: 2,
      hasNext: false,
    })
  })

  test('L20 a chart past its end', () => {
    const attributes = { page: '9', perPage: '24', totalPages: '8', total: '180' }
    expect(parseTopArtists({ artists: { artist: [], '@attr': attributes } }, 9)).toEqual({
      artists: [],
      page: 9,
      hasNext: false,
    })
    expect(parseTopArtists({ artists: { artist: [row('A')], '@attr': attributes } }, 8).hasNext).toBe(false)
    expect(parseTopArtists({ artists: { artist: [row('A')], '@attr': attributes } }, 7).hasNext).toBe(true)
  })

  test('L22 millions of pages are not offered, and an empty one is the last', () => {
    const chart = (rows: unknown[]) => ({
      artists: { artist: rows, '@attr': { totalPages: '224553', total: '5389260' } },
    })
    expect(parseTopArtists(chart([row('A')]), LAST_PAGE - 1).hasNext).toBe(true)
    expect(parseTopArtists(chart([row('A')]), LAST_PAGE).hasNext).toBe(false)
    expect(parseTopArtists(chart([]), 7).hasNext).toBe(false)
    expect(parseArtistSearch(search({ artist: [] }, '1068391'), 100).hasNext).toBe(false)
  })

  test('where the service counts nothing, a full page has a next one', () => {
    const full = Array.from({ length: 24 }, (_, index) => row(`Artist ${index}`))
    expect(parseTopArtists({ artists: { artist: full } }, 1).hasNext).toBe(true)
    expect(parseTopArtists({ artists: { artist: full.slice(1) } }, 1).hasNext).toBe(false)
  })
})
