import { expect, it } from 'vitest'
import { csvLine, withoutPrefix } from '../../server/lib/csv.ts'

it.each([
  ['=1', "'=1"],
  ["'=1", "''=1"],
  ['-', "'-"],
  ["it's = fine", "it's = fine"],
  ["'quoted'", "'quoted'"],
  ['\tx', "'\tx"],
  ['a,b', '"a,b"'],
  [null, ''],
  [4.5, '4.5'],
])('a cell of %j is written as %j', (value, written) => {
  expect(csvLine([value])).toBe(`${written}\r\n`)
})

it.each(['=1', "'=1", "''=1", '-', "it's = fine", "'quoted'", '\tx', ''])(
  'a cell of %j is read as it was before it got its prefix',
  (value) => {
    expect(withoutPrefix(csvLine([value]).trimEnd())).toBe(value)
  },
)
