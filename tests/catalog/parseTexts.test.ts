import { expect, test } from 'vitest'
import { isoDate, plainText as readText } from '../../server/clients/lastfm/text.ts'
import { processorTime } from '../support/processorTime.ts'

const plainText = (html: string) => readText(html, 'firstLink')

test('L15 a text of only the link is empty, and 1970 is not a date', () => {
  expect(plainText(' <a href="https://www.last.fm/music/N">Read more on Last.fm</a>')).toBeNull()
  expect(isoDate('01 Jan 1970, 00:00')).toBeNull()
  expect(['', 'yesterday', '3 Xyz 2010, 10:00'].map(isoDate)).toEqual([null, null, null])
})

test('L16 tags are stripped, a script is gone, the licence is cut', () => {
  const text =
    'One <b>bold</b> <script>x()</script> line. Dr. Two. <a href="https://www.last.fm/music/N">Read more</a>. User-contributed text'
  expect(plainText(text)).toBe('One bold line. Dr. Two.')
  expect(plainText('Kept. User-contributed text is available under the Creative Commons By-SA License')).toBe(
    'Kept.',
  )
})

test('entities are decoded after the tags are gone, once', () => {
  expect(plainText('R&amp;B &#39;n&#x27; &lt;script&gt; &amp;lt; &bogus; 3 < 4 &#xD800;')).toBe(
    "R&B 'n' <script> &lt; &bogus; 3 < 4 \uFFFD",
  )
})

test('paragraphs stay; a very long text ends in an ellipsis', () => {
  expect(plainText('One<br/>two\r\n\r\n\r\n\r\nthree   four')).toBe('One\ntwo\n\nthree four')
  const long = plainText('word '.repeat(10_000))!
  expect(long.length).toBeLessThanOrEqual(10_001)
  expect(long.endsWith('word…')).toBe(true)
})

test('a very long text without spaces ends with a whole sign', () => {
  expect(plainText(`${'x'.repeat(9_999)}🎧🎧`)).toBe(`${'x'.repeat(9_999)}…`)
})

test('a biography goes on after its links, to the service’s own', () => {
  const other = '<a href="https://www.last.fm/music/Pale+Antenna" class="bbcode_artist">Pale Antenna</a>'
  const own =
    '<a href="https://www.last.fm/music/N">Read more on Last.fm</a>. User-contributed text is available under'
  expect(readText(`With ${other} they made one record. They read more. ${own}`, 'readMore')).toBe(
    'With Pale Antenna they made one record. They read more.',
  )
  expect(plainText(`With ${other} they made one record. ${own}`)).toBe('With')
  expect(readText('Kept. User-contributed text is available under …', 'readMore')).toBe('Kept.')
})

test('hostile texts take no time', () => {
  const texts = ['<', '<a ', '<a >', '<script', '<!--', ' \n', '&#'].map((piece) =>
    piece.repeat(200_000 / piece.length),
  )
  expect(processorTime(() => texts.forEach(plainText))).toBeLessThan(2_000)
  expect(processorTime(() => texts.forEach((text) => readText(text, 'readMore')))).toBeLessThan(2_000)
})
