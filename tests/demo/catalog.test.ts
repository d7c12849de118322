import { describe, expect, it } from 'vitest'
import { albums, artists, findAlbum, findArtist } from '../../demo/catalog/catalog.ts'
import { parseCatalog } from '../../demo/catalog/parse.ts'
import { albumKey } from '../../shared/albumKey.ts'

describe('the catalogue of the demo', () => {
  it('is large, and no two albums are one', () => {
    expect(albums.length).toBeGreaterThanOrEqual(130)
    expect(artists.length).toBeGreaterThanOrEqual(75)
    expect(new Set(albums.map(({ artist, name }) => albumKey({ artist, album: name }))).size).toBe(
      albums.length,
    )
    expect(new Set(artists.map(({ name }) => name.toLowerCase())).size).toBe(artists.length)
  })

  it('spans countries, decades and scripts', () => {
    expect(new Set(artists.map(({ country }) => country)).size).toBeGreaterThan(20)
    const decades = new Set(albums.map(({ year }) => Math.floor(year / 10) * 10))
    for (const decade of [1950, 1960, 1970, 1980, 1990, 2000, 2010, 2020]) expect(decades).toContain(decade)
    const all = albums.map(({ artist, name }) => `${artist} ${name}`).join(' ')
    for (const script of ['Cyrillic', 'Greek', 'Arabic', 'Han', 'Hiragana', 'Hangul']) {
      expect(all).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'))
    }
    for (const sign of ['AC/DC', '+44', '!!!', '( )', '÷', '100%', '…And', 'Matt & Kim', '♯', '?']) {
      const tracks = albums.flatMap((album) => album.tracks.map(({ name }) => name)).join(' ')
      expect(`${all} ${tracks}`).toContain(sign)
    }
    expect(
      artists.filter(({ tags }) => tags.some((tag) => /turkish|anatolian/.test(tag))).length,
    ).toBeGreaterThanOrEqual(12)
  })

  it('knows tracks, tags and a life for each', () => {
    for (const album of albums) {
      expect(album.tracks.length).toBeGreaterThan(0)
      expect(album.tags.length).toBeGreaterThan(0)
      expect(album.playcount).toBeGreaterThan(album.listeners)
      for (const { seconds } of album.tracks)
        expect(seconds === null || (seconds > 0 && seconds < 5000)).toBe(true)
    }
    expect(albums.filter(({ wiki }) => wiki).length).toBeGreaterThan(albums.length / 2)
    expect(albums.filter(({ hasCover }) => !hasCover).length).toBeGreaterThanOrEqual(2)
    expect(albums.some(({ tracks }) => tracks.length === 1)).toBe(true)
    expect(albums.some(({ tracks, artist }) => tracks.some((track) => track.artist !== artist))).toBe(true)
  })

  it('has similar artists who are in it and are somebody else', () => {
    for (const artist of artists) {
      expect(artist.bio).not.toBe('')
      expect(artist.similar.length).toBeGreaterThanOrEqual(3)
      expect(artist.similar.length).toBeLessThanOrEqual(5)
      expect(new Set(artist.similar).size).toBe(artist.similar.length)
      for (const name of artist.similar) {
        expect(findArtist(name, false)?.name).toBe(name)
        expect(name).not.toBe(artist.name)
      }
    }
  })

  it('is ordered by popularity', () => {
    expect(albums.map(({ listeners }) => listeners)).toEqual(
      albums.map(({ listeners }) => listeners).sort((a, b) => b - a),
    )
  })

  it('corrects spellings only when asked to', () => {
    expect(findArtist('bjork', true)?.name).toBe('Björk')
    expect(findArtist('bjork', false)).toBeUndefined()
    expect(findArtist('BJÖRK', false)?.name).toBe('Björk')
    expect(findArtist('beatles', true)?.name).toBe('The Beatles')
    expect(findArtist('baris manco', true)?.name).toBe('Barış Manço')
    expect(findArtist('+44', true)?.name).toBe('+44')
    expect(findAlbum('marvin gaye', 'what’s going on', true)?.name).toBe("What's Going On")
    expect(findAlbum('sigur ros', '( )', true)?.name).toBe('( )')
  })

  it('refuses a line that it cannot read', () => {
    expect(() => parseCatalog('nonsense')).toThrow('nonsense')
    expect(() => parseCatalog('* A | B | 1 | tag\n- C | 1999 | 1 | tag\n+ no length')).toThrow('no length')
  })
})
