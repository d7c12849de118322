import { describe, expect, test } from 'vitest'
import { parseArtistAlbums as readAlbums } from '../../server/clients/lastfm/albums.ts'
import { parseArtist } from '../../server/clients/lastfm/artists.ts'
import { starImage } from './starImage.ts'

const artist = (fields: object) => parseArtist({ artist: { name: 'Nova Meridian', ...fields } })
const nothing = {
  image: null,
  listeners: null,
  playcount: null,
  url: null,
  tags: [],
  onTour: false,
  bio: null,
  similar: [],
}

describe('artist.getinfo', () => {
  test('reads the sample', () => {
    const link = '<a href="https://www.last.fm/music/Nova+Meridian">Read more on Last.fm</a>'
    const picture = [
      { '#text': starImage, size: 'small' },
      { '#text': starImage, size: '' },
    ]
    expect(
      artist({
        mbid: 'a3cb23fc-0000-4000-8000-000000000003',
        url: 'https://www.last.fm/music/Nova+Meridian',
        image: picture,
        streamable: '0',
        ontour: '1',
        stats: { listeners: '3623538', playcount: '150387104' },
        similar: {
          artist: [{ name: 'Pale Antenna', url: 'https://www.last.fm/music/Pale+Antenna', image: picture }],
        },
        tags: { tag: [{ name: 'dream pop', url: 'https://www.last.fm/tag/dream+pop' }] },
        bio: {
          links: {
            link: { '#text': '', rel: 'original', href: 'https://last.fm/music/Nova+Meridian/+wiki' },
          },
          published: '04 Jan 2007, 05:16',
          summary: `A band. ${link}`,
          content: `A band. ${link}. User-contributed text is available under the Creative Commons By-SA License; additional terms may apply.`,
        },
      }),
    ).toEqual({
      name: 'Nova Meridian',
      image: null,
      listeners: 3623538,
      playcount: 150387104,
      url: 'https://www.last.fm/music/Nova+Meridian',
      tags: [{ name: 'dream pop', url: 'https://www.last.fm/tag/dream+pop' }],
      onTour: true,
      bio: { text: 'A band.', published: '2007-01-04T05:16:00.000Z' },
      similar: [{ name: 'Pale Antenna', image: null }],
    })
  })

  test('L14 the star is not an image', () => {
    expect(
      artist({
        image: [{ '#text': starImage, size: 'mega' }],
        ontour: '1',
        stats: { listeners: '1', playcount: '2' },
      }),
    ).toEqual({
      ...nothing,
      name: 'Nova Meridian',
      onTour: true,
      listeners: 1,
      playcount: 2,
    })
  })

  test('L15 an empty biography is none, and has no date', () => {
    const bio = {
      links: {},
      published: '01 Jan 1970, 00:00',
      summary: ' <a href="https://www.last.fm/music/N">Read more on Last.fm</a>',
      content: '',
    }
    expect(artist({ bio }).bio).toBeNull()
    expect(artist({ bio: '' }).bio).toBeNull()
    expect(artist({ bio: { content: 'Kept.', published: '01 Jan 1970, 00:00' } }).bio).toEqual({
      text: 'Kept.',
      published: null,
    })
  })

  test('L16 a biography is plain text, cut at the service’s own link', () => {
    const content =
      'One <b>bold</b> <script>x()</script> line by <a href="https://www.last.fm/music/Dr.+Two">Dr. Two</a>. <a href="https://www.last.fm/music/N">Read more on Last.fm</a>. User-contributed text is available under the Creative Commons By-SA License; additional terms may apply.'
    expect(artist({ bio: { published: '04 Jan 2007, 05:16', content } }).bio?.text).toBe(
      'One bold line by Dr. Two.',
    )
  })

  test('L17 similar artists: none in each form, one as a bare object, never the artist again', () => {
    for (const similar of [{ artist: [] }, '', { artist: '' }, null, undefined, '\n'])
      expect(artist({ similar, tags: '' }).similar).toEqual([])
    expect(artist({ similar: { artist: { name: 'Pale Antenna' } } }).similar).toEqual([
      { name: 'Pale Antenna', image: null },
    ])
    const rows = [
      { name: 'NOVA MERIDIAN' },
      { name: 'A' },
      { name: 'a ' },
      null,
      { name: '(null)' },
      { name: '' },
    ]
    expect(artist({ similar: { artist: rows } }).similar).toEqual([{ name: 'A', image: null }])
  })

  test('only the flag 1 means a tour', () => {
    expect(
      ['1', 1, '0', 0, '', 'yes', null, undefined, {}].map((ontour) => artist({ ontour }).onTour),
    ).toEqual([true, true, false, false, false, false, false, false, false])
  })

  test('everything but the name may be nonsense', () => {
    for (const value of [null, 7, [], '', {}, [null, 1, 'x']]) {
      const fields = Object.fromEntries(
        ['image', 'tags', 'similar', 'bio', 'stats', 'url', 'ontour'].map((key) => [key, value]),
      )
      expect(artist({ ...fields, ontour: '0' })).toEqual({ ...nothing, name: 'Nova Meridian' })
    }
  })

  test('an answer without the artist, or with a nameless one, is broken', () => {
    for (const body of [
      null,
      [],
      {},
      'x',
      { artist: '' },
      { artist: { name: '[unknown]' } },
      { artist: {} },
    ]) {
      expect(() => parseArtist(body)).toThrow(expect.objectContaining({ failure: 'broken' }) as Error)
    }
  })
})

describe('artist.gettopalbums', () => {
  const parseArtistAlbums = (body: unknown) => readAlbums(body, 'nova meridian')

  test('drops (null) and doubles; a playcount as a number and a missing mbid are fine', () => {
    const by = { name: 'Nova Meridian', mbid: '', url: 'https://www.last.fm/music/Nova+Meridian' }
    const image = [
      { '#text': 'https://img.test/34s/b.png', size: 'small' },
      { '#text': 'https://img.test/300x300/b.png', size: 'extralarge' },
    ]
    const album = [
      { name: 'Glass Harbor', playcount: 16024346, mbid: '9d005b9c', artist: by, image },
      { name: '(null)', playcount: 91234, artist: by, image: [{ '#text': '', size: 'small' }] },
      { name: 'GLASS HARBOR!', playcount: 3, artist: by, image: [] },
      { name: '[unknown]', artist: by },
      null,
      { name: 'Low Tide', artist: by, image: '' },
    ]
    expect(
      parseArtistAlbums({ topalbums: { album, '@attr': { artist: 'Nova Meridian', totalPages: '549' } } }),
    ).toEqual({
      artist: 'Nova Meridian',
      albums: [
        {
          artist: 'Nova Meridian',
          name: 'Glass Harbor',
          image: 'https://img.test/300x300/b.png',
          year: null,
        },
        { artist: 'Nova Meridian', name: 'Low Tide', image: null, year: null },
      ],
    })
  })

  test('a row that names nobody is by the artist of the page', () => {
    const album = [
      { name: 'Glass Harbor' },
      { name: 'Low Tide', artist: '' },
      { name: 'Split', artist: 'Pale Antenna' },
    ]
    const artistsOf = (attributes: object) =>
      parseArtistAlbums({ topalbums: { album, '@attr': attributes } }).albums.map(({ artist: by }) => by)
    expect(artistsOf({ artist: 'Nova Meridian' })).toEqual(['Nova Meridian', 'Nova Meridian', 'Pale Antenna'])
    expect(artistsOf({})).toEqual(['nova meridian', 'nova meridian', 'Pale Antenna'])
  })

  test('none at all, or one as a bare object', () => {
    expect(parseArtistAlbums({ topalbums: { album: [] } })).toEqual({ artist: null, albums: [] })
    expect(
      parseArtistAlbums({ topalbums: { album: { name: 'X', artist: { name: 'N' } } } }).albums,
    ).toHaveLength(1)
    expect(() => parseArtistAlbums({ topalbums: '' })).toThrow("without 'topalbums'")
  })
})
