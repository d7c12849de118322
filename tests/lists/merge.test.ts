import { describe, expect, it } from 'vitest'
import { merge, movedBetween, type ListFields, type ListState } from '../../server/lists/write/merge.ts'

const fields: ListFields = { name: 'Rain', description: '', ranked: false, visibility: 'everyone' }
/** Parses 'a b:note c' into a list's rows; a letter is an album. */
const rows = (text: string) =>
  text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const [album = '', note = ''] = part.split(':')
      return { albumId: album.codePointAt(0)!, note }
    })
const list = (text: string, more: Partial<ListFields> = {}): ListState => ({
  fields: { ...fields, ...more },
  rows: rows(text),
})
const textOf = (state: ListState | null) =>
  state &&
  state.rows
    .map(({ albumId, note }) => String.fromCodePoint(albumId) + (note === '' ? '' : `:${note}`))
    .join(' ')
const merged = (base: string, mine: string, theirs: string) =>
  textOf(merge(list(base), list(mine), list(theirs)))

describe('two edits of one list', () => {
  it.each([
    ['two notes', 'a b c', 'a:x b c', 'a b c:y', 'a:x b c:y'],
    ['the same note', 'a b', 'a:x b', 'a:x b', 'a:x b'],
    ['a note of a moved album', 'a b c', 'a b c:x', 'c a b', 'c:x a b'],
    ['an album more each', 'a b', 'a b m', 'a b t', 'a b t m'],
    ['the same album more', 'a b', 'a b n:mine', 'a n b', 'a n:mine b'],
    ['one more between and one taken out', 'a b c', 'a m b c', 'a b', 'a m b'],
    ['two taken out', 'a b c d', 'b c d', 'a b c', 'b c'],
    ['the same taken out', 'a b c', 'a c', 'a c', 'a c'],
    ['two moved', 'a b c d e f', 'b a c d e f', 'a b c d f e', 'b a c d f e'],
    ['one moved far, another taken out', 'a b c d e', 'e a b c d', 'a b d e', 'e a b d'],
    ['the same move', 'a b c', 'c a b', 'c a b', 'c a b'],
    ['one added after an album that they took out', 'a b c', 'a b m c', 'a c', 'a m c'],
    ['all in another order, and one more', 'a b c d', 'd c b a', 'a b c d t', 'd c b a t'],
  ])('merge: %s', (_, base, mine, theirs, both) => {
    expect(merged(base, mine, theirs)).toBe(both)
  })

  it.each([
    ['one note', 'a b', 'a:x b', 'a:y b'],
    ['one note, which one of them deleted', 'a:o b', 'a b', 'a:y b'],
    ['a note of an album that they took out', 'a b', 'a:x b', 'b'],
    ['an album taken out that they noted', 'a b', 'b', 'a:y b'],
    ['an album taken out that they moved', 'a b c', 'a b', 'c a b'],
    ['one album moved to two places', 'a b c d', 'd a b c', 'a d b c'],
    ['one album added with two notes', 'a', 'a b:x', 'a b:y'],
  ])('do not merge: %s', (_, base, mine, theirs) => {
    expect(merged(base, mine, theirs)).toBe(null)
    expect(merged(base, theirs, mine)).toBe(null)
  })

  it('merge their fields, unless one is changed to two values', () => {
    const base = list('a')
    const both = merge(base, list('a', { name: 'Mine' }), list('a', { description: 'Theirs', ranked: true }))
    expect(both?.fields).toEqual({
      name: 'Mine',
      description: 'Theirs',
      ranked: true,
      visibility: 'everyone',
    })
    expect(merge(base, list('a', { name: 'Mine' }), list('a', { name: 'Theirs' }))).toBe(null)
    expect(merge(base, list('a', { name: 'Same' }), list('a', { name: 'Same' }))?.fields.name).toBe('Same')
  })

  it('of a thousand albums merge: each of the edits holds, whatever they did apart', () => {
    const all = Array.from({ length: 1_000 }, (_, albumId) => ({ albumId, note: '' }))
    const mine = all.with(10, { albumId: 10, note: 'mine' }).toSpliced(20, 1)
    const theirs = [all[999]!, ...all.slice(0, 999)].with(501, { albumId: 500, note: 'theirs' })
    const both = merge({ fields, rows: all }, { fields, rows: mine }, { fields, rows: theirs })
    expect(both?.rows.length).toBe(999)
    expect(both?.rows[0]).toEqual({ albumId: 999, note: '' })
    expect(both?.rows.filter(({ note }) => note !== '')).toEqual([
      { albumId: 10, note: 'mine' },
      { albumId: 500, note: 'theirs' },
    ])
  })
})

it('the moved rows are as few as can be', () => {
  const of = (before: string, after: string) =>
    [
      ...movedBetween(
        rows(before).map((row) => row.albumId),
        rows(after).map((row) => row.albumId),
      ),
    ]
      .map((id) => String.fromCodePoint(id))
      .join('')
  expect(of('a b c d e', 'a b c d e')).toBe('')
  expect(of('a b c d e', 'e a b c d')).toBe('e')
  expect(of('a b c d e', 'b c d e a')).toBe('a')
  expect(of('a b c d', 'x a c d')).toBe('')
})
