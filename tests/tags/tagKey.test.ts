import { expect, it } from 'vitest'
import { differentTags, tagKey, tagName } from '../../shared/tagKey.ts'

it.each([
  ['Winter', 'WINTER'],
  ['jazz', 'ｊａｚｚ'],
  ['İstanbul', 'istanbul'],
  ['ISTANBUL', 'ıstanbul'],
  ['ışık', 'IŞIK'],
  ['i\u0307yi', 'iyi'],
  ['Straße', 'STRASSE'],
  ['ΟΔΟΣ', 'οδος'],
  ['ﬁlm', 'film'],
  ['  late \u3000 night\n', 'Late Night'],
  ['cafe\u0301', 'CAFÉ'],
])('%j and %j are one tag', (one, other) => expect(tagKey(one)).toBe(tagKey(other)))

it.each([
  ['kis', 'kış'],
  ['cafe', 'café'],
  ['late night', 'latenight'],
  ['hip-hop', 'hip hop'],
])('%j and %j are two', (one, other) => expect(tagKey(one)).not.toBe(tagKey(other)))

it('no character has a key that has another key, and its case never matters', () => {
  const wrong: string[] = []
  for (let code = 0; code <= 0x2ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCodePoint(code)
    const variants = [character.toUpperCase(), character.toLowerCase(), character.normalize('NFKD')]
    if (variants.every((each) => each === character)) continue
    const text = `x${character}x`
    const key = tagKey(text)
    if ([key, text.toUpperCase(), text.toLowerCase()].some((each) => tagKey(each) !== key))
      wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

it('shows a tag as it was typed, without white space too many', () => {
  expect(tagName('  Late   Night ')).toBe('Late Night')
  expect(differentTags(['Winter', 'jazz', 'WINTER', 'Jazz'])).toEqual(['Winter', 'jazz'])
})
