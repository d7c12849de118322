import { describe, expect, it } from 'vitest'
import { readSegment } from '../../shared/address.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { cut } from '../../shared/cut.ts'
import { paths } from '../../shared/paths.ts'
import { readSearchPlace } from '../../web/catalog/place.ts'

const names = [
  'AC/DC',
  '…And Justice for All',
  '50% off',
  'Sigur Rós',
  '.',
  '..',
  '~.',
  '~~..',
  '~',
  '+44',
  'a&b',
  'What?',
  '#1',
  '100%',
  '%2F',
  '\\',
  '🎧',
  'İstanbul',
  '椎名林檎',
  ' ',
]

describe('the path of an album', () => {
  it.each(names)('survives %s', (name) => {
    const path = paths.album({ artist: name, name })
    // Normalizes the path like a browser that follows the link.
    const kept = new URL(path, 'http://plak.test').pathname
    const [, noun, artist, album, ...rest] = kept.split('/')
    expect([noun, readSegment(artist!), readSegment(album!), rest]).toEqual(['album', name, name, []])
  })
  it.each([
    ['100%', '100%'],
    ['100%%20Ginuwine', '100% Ginuwine'],
    ['%E0%A4%A', '%E0%A4%A'],
    ['50%25', '50%'],
  ])('reads a hand-typed %s as %s', (raw, text) => expect(readSegment(raw)).toBe(text))
})

describe('half an emoji', () => {
  it('is left by no text that is cut, and stops no address', () => {
    expect([0, 1, 2, 3, 9].map((most) => cut('a🎧b', most))).toEqual(['', 'a', 'a', 'a🎧', 'a🎧b'])
    expect(readSearchPlace(new URLSearchParams({ q: `${'x'.repeat(199)}🎧` })).query).toBe('x'.repeat(199))
    expect(paths.search('a\ud83c')).toBe('/search?q=a%EF%BF%BD')
    expect(paths.album({ artist: '\udfa7', name: '🎧' })).toBe('/album/%EF%BF%BD/%F0%9F%8E%A7')
  })
})

describe('the place of the search page', () => {
  it.each(['users', 'all', 'everything'])('%s has one page, whatever the address says', (tab) => {
    expect(readSearchPlace(new URLSearchParams({ q: 'a', tab, page: '3' })).page).toBe(1)
    expect(readSearchPlace(new URLSearchParams({ q: 'a', tab: 'artists', page: '3' })).page).toBe(3)
  })
})

describe('a cursor', () => {
  it('comes back as it went', () => {
    const cursor = { at: new Date('2026-11-20T10:00:00.123Z'), id: 2_147_483_647 }
    expect(readCursor(writeCursor(cursor))).toEqual(cursor)
  })
  it.each(['', 'x', '1', '.', '1.', '1.2.3', "1' OR 1", '-1.5', 'zzzzzzzzzzzz.1', null, undefined])(
    '%s is none',
    (text) => expect(readCursor(text)).toBeNull(),
  )
})
