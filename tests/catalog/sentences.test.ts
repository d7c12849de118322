import { describe, expect, test } from 'vitest'
import { firstSentences, sentencesOf } from '../../server/catalog/sentences.ts'
import { processorTime } from '../support/processorTime.ts'

const trimmed = (text: string) => sentencesOf(text).map((sentence) => sentence.trim())

describe('a sentence is not a full stop', () => {
  test.each([
    ['Dr. Dre met Mr. Bungle at St. Vincent Hall. They talked.', 2],
    ['J.S. Bach wrote it. J. S. Bach did.', 2],
    ['She sang as B.B. King played. He smiled.', 2],
    ['Mt. Eerie is Phil Elverum. He lives near Mt. Erie.', 2],
    ['It has “Numb” feat. Jay-Z on it. Good.', 2],
    ['A song by X ft. Y and Z vs. W came out. Then another.', 2],
    ['Released as ...And Justice for All in 1988. It sold.', 2],
    ['Released as …And Justice for All in 1988. It sold.', 2],
    ['Wait… what? Yes.', 2],
    ['So it went... and went. It ended.', 2],
    ['What?! No. Really!? Yes!!!', 4],
    ['He said “Stop.” Then he left.', 2],
    ['He said ‘Go.’ (And he went.) She stayed.', 3],
    ['They called it “the best.” and meant it. Fine.', 2],
    ['Wham! were a duo. They split.', 2],
    ['It reached No. 1 in May. Vol. 2 came later. See pp. 4 and 5.', 3],
    ['He said no. Then he left. It was 1999. Then 2000.', 4],
    ['Born on Dec. 21, 1940 in Baltimore. He died on Dec. 4.', 2],
    ['The U.S. Billboard chart. Done.', 2],
    ['E.g. this one, i.e. that one, a.k.a. The One. End.', 2],
    ['Version 2.0 came out at www.example.com. It works.', 2],
    ['One\n\nTwo\n\nThree.', 3],
    ['東京のバンド。大阪でも活動。', 2],
    ['Это группа. Она из Москвы.', 2],
    ['Barış Manço 1943’te doğdu. İstanbul’da öldü.', 2],
    ['No full stop at all', 1],
    ['', 0],
  ])('%j has %i', (text, count) => {
    expect(sentencesOf(text), trimmed(text).join(' | ')).toHaveLength(count)
    expect(sentencesOf(text).join('')).toBe(text)
  })
})

describe('the first sentences', () => {
  const many = Array.from({ length: 30 }, (_, index) => `Dr. Sentence ${index + 1}.`)

  test('are 22 and three dots where there are more', () => {
    expect(firstSentences(many.join(' '), 22)).toBe(`${many.slice(0, 22).join(' ').slice(0, -1)}...`)
  })
  test('a text of as many or fewer stays as it is', () => {
    const text = many.slice(0, 22).join(' ')
    expect(firstSentences(text, 22)).toBe(text)
    expect(firstSentences('One. Two', 22)).toBe('One. Two')
    expect(firstSentences('', 22)).toBe('')
  })
  test('the dots take the place of a full stop, and follow any other end', () => {
    expect(firstSentences('One. Two. Three.', 2)).toBe('One. Two...')
    expect(firstSentences('One. Two? Three.', 2)).toBe('One. Two?...')
    expect(firstSentences('One. “Two.” Three.', 2)).toBe('One. “Two.”...')
    expect(firstSentences('One... Two... Three.', 2)).toBe('One... Two...')
    expect(firstSentences('One.\n\nTwo\n\nThree.', 2)).toBe('One.\n\nTwo...')
  })
  test('hostile texts take no time', () => {
    const pieces = ['Dr. ', 'A. ', '.', ' ', '"', 'a!']
    const texts = pieces.map((piece) => piece.repeat(20_000 / piece.length))
    // Half a second on this machine, twice that under load; quadratic time would be a minute.
    expect(processorTime(() => texts.forEach((text) => firstSentences(text, 22)))).toBeLessThan(2_000)
  })
})
