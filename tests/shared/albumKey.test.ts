import { describe, expect, it } from 'vitest'
import { albumKey, nameKey } from '../../shared/albumKey.ts'

describe('the key of a name', () => {
  it.each([
    ['The Dark Side of the Moon', 'the_dark_side_of_the_moon'],
    ['  OK Computer ', 'ok_computer'],
    ['AC/DC', 'ac_dc'],
    ['…And Justice for All', 'and_justice_for_all'],
    ['50% off', '50_off'],
    ['+44', '44'],
    ['Sigur Rós', 'sigur_rós'],
    ['椎名林檎', '椎名林檎'],
    ['Кино', 'кино'],
    ['ISTANBUL', 'istanbul'],
    ['Ｆｕｌｌ', 'full'],
  ])('%s → %s', (name, key) => expect(nameKey(name)).toBe(key))

  it('is the same for composed and decomposed letters', () => {
    expect(nameKey('Bjo\u0308rk')).toBe(nameKey('Björk'))
  })
  it('keeps names apart that differ by a mark', () => {
    expect(nameKey('Björk')).not.toBe(nameKey('Bjork'))
    expect(nameKey('İstanbul')).not.toBe(nameKey('Istanbul'))
  })
  it('lower-cases without a locale: I is i, never the dotless one', () => {
    expect(nameKey('LIGHT')).toBe('light')
  })
  it('keeps names made of signs alone apart from each other and from all others', () => {
    const names = ['!!!', '( )', '()', '÷', '×', '+', '-', '...', '…', '?', '???', '21', '21 21 21', '_']
    expect(new Set(names.map(nameKey)).size).toBe(names.length - 1)
    // One pair has the same key by design: NFKC turns the ellipsis into three dots.
    expect(nameKey('...')).toBe(nameKey('…'))
  })
  it('is its own key again where it holds letters', () => {
    for (const name of ['Âşık Veysel', 'a  b--c', 'ß', 'ﬁ', 'Ǆ'])
      expect(nameKey(nameKey(name))).toBe(nameKey(name))
  })
})

it('an album is its artist and its name', () => {
  expect(albumKey({ artist: 'Pink Floyd', album: 'Animals' })).toBe('pink_floyd-animals')
  expect(albumKey({ artist: 'a-b', album: 'c' })).not.toBe(albumKey({ artist: 'a', album: 'b-c' }))
})
