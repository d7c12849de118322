import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepImportedAlbums } from '../../server/catalog/imports.ts'
import { findOwnAlbums } from '../../server/catalog/ownSearch.ts'
import { makeDb, type Db } from '../../server/lib/db.ts'
import { testDatabase } from '../support/database.ts'

// Compares the search with the rule of its specification, written down without an index: each word of the query is a word of
// the album, the last one a beginning of one; from four letters on with one typo, from eight on with two, never in the first letter.

const ALPHABET = 'abcde'
const SEED = 20_261_127

function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const random = randomNumbers(SEED)
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!
const letter = () => pick(Array.from(ALPHABET))
const word = (length: number) => Array.from({ length }, letter).join('')

function mistype(text: string): string {
  const at = random(text.length)
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  return pick([
    before + letter() + after,
    before + after,
    before + letter() + text.slice(at),
    before + (after[0] ?? '') + text[at]! + after.slice(1),
  ])
}

/** True if `most` single edits turn one text into the other. */
function isWithin(most: number, typed: string, meant: string): boolean {
  if (typed === meant) return true
  if (most === 0) return false
  if (typed !== '' && meant !== '' && typed[0] === meant[0]) {
    if (isWithin(most, typed.slice(1), meant.slice(1))) return true
  }
  const [typedRest, meantRest] = [typed.slice(1), meant.slice(1)]
  return (
    (typed !== '' && isWithin(most - 1, typedRest, meant)) ||
    (meant !== '' && isWithin(most - 1, typed, meantRest)) ||
    (typed !== '' && meant !== '' && isWithin(most - 1, typedRest, meantRest)) ||
    (typed.length > 1 &&
      meant.length > 1 &&
      typed[0] === meant[1] &&
      typed[1] === meant[0] &&
      isWithin(most - 1, typed.slice(2), meant.slice(2)))
  )
}

const mostOf = (typed: string) => (typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2)
const means = (typed: string, meant: string) =>
  typed[0] === meant[0] && isWithin(mostOf(typed), typed.slice(1), meant.slice(1))
const begins = (typed: string, meant: string) =>
  Array.from(meant, (_, index) => meant.slice(0, index + 1)).some((beginning) => means(typed, beginning))

function fits(query: string, name: string): boolean {
  const typed = query.split(' ')
  const words = name.split(' ')
  return typed.every((each, index) =>
    words.some((meant) => (index === typed.length - 1 ? begins(each, meant) : means(each, meant))),
  )
}

let db: Db
beforeAll(async () => {
  db = makeDb((await testDatabase()).url)
})
afterAll(() => db.$disconnect())

test('finds exactly what the rule says', { timeout: 120_000 }, async () => {
  const names = Array.from({ length: 400 }, () =>
    Array.from({ length: 1 + random(3) }, () => word(1 + random(11))).join(' '),
  )
  const distinct = [...new Set(names)]
  await keepImportedAlbums(
    { db, now: () => new Date() },
    distinct.map((name) => ({ artist: 'zz', name, image: null })),
  )
  for (let turn = 0; turn < 400; turn++) {
    const words = pick(distinct)
      .split(' ')
      .toSorted(() => random(3) - 1)
    const typed = words.map((each) =>
      Array.from({ length: random(3) }).reduce<string>((text) => (text === '' ? text : mistype(text)), each),
    )
    const last = typed.pop()!
    typed.push(last.slice(0, 1 + random(last.length + 1)))
    const query = typed.filter((each) => each !== '').join(' ')
    if (query === '') continue
    const found = await findOwnAlbums({ db }, query, 10_000)
    const expected = distinct.filter((name) => fits(query, name))
    // A name is one of its words for nobody but the search for whole names, which finds nothing more.
    expect(found.map(({ name }) => name).toSorted(), `'${query}' of seed ${SEED}`).toEqual(
      expected.toSorted(),
    )
  }
})
