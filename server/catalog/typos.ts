import type { Term } from './words.ts'

// A word of four or more letters may have one typo, one of eight or more letters two: a letter that is wrong, missing or too
// many, or two that are swapped. The first letter is always right.

export function typosAllowed(word: string): number {
  if (!/\p{L}/u.test(word)) return 0
  const { length } = Array.from(word)
  return length < 4 ? 0 : length < 8 ? 1 : 2
}

/** Returns the number of typos with which a query's word means `word`; null if it means another one. */
export function typosBetween({ word: typed, isBeginning, typos: most }: Term, word: string): number | null {
  if (isBeginning ? word.startsWith(typed) : word === typed) return 0
  if (most === 0 || word[0] !== typed[0]) return null
  if (word.length < typed.length - most || (!isBeginning && word.length > typed.length + most)) return null
  const { toWord, toBeginning } = distances(typed, word.slice(0, typed.length + most))
  const typos = isBeginning ? toBeginning : toWord
  return typos <= most ? typos : null
}

/** False if no word that begins with `head` can be meant. */
export function canBegin({ word: typed, typos: most }: Term, head: string): boolean {
  const { toBeginning, fromBeginning } = distances(typed, head)
  return Math.min(toBeginning, fromBeginning) <= most
}

/** Rows of the table of distances; only the last three are needed. */
const table = [0, 1, 2].map(() => new Uint8Array(64))

/** Typos between two texts with the same first letter; between the first one and the best beginning of the second; and vice versa. */
function distances(typed: string, word: string) {
  let [older, above, line] = table as [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column < word.length; column++) line[column] = column
  let fromBeginning = word.length - 1
  for (let row = 1; row < typed.length; row++) {
    ;[older, above, line] = [above, line, older]
    line[0] = row
    for (let column = 1; column < word.length; column++) {
      const isSame = typed[row] === word[column]
      let typos = Math.min(above[column - 1]! + (isSame ? 0 : 1), above[column]! + 1, line[column - 1]! + 1)
      const isSwapped =
        row > 1 && column > 1 && typed[row] === word[column - 1] && typed[row - 1] === word[column]
      if (isSwapped) typos = Math.min(typos, older[column - 2]! + 1)
      line[column] = typos
    }
    fromBeginning = Math.min(fromBeginning, line[word.length - 1]!)
  }
  const toBeginning = Math.min(...line.subarray(0, word.length))
  return { toWord: line[word.length - 1]!, toBeginning, fromBeginning }
}

// The index stores the heads (first letters) of all words, each with its omissions: the head without one or two of its letters. A
// mistyped word and the word that it means have an omission in common, because each typo disappears when both lose a letter.

/** Lengths of the heads, and the number of letters that their omissions lack. */
const heads = [
  { length: 4, omitted: 1 },
  { length: 5, omitted: 1 },
  { length: 6, omitted: 2 },
]
type Head = { length: number; omission: string; head: string }

export function headsOf(word: string): Head[] {
  const letters = Array.from(word)
  if (typosAllowed(word) === 0 || letters.length < 4) return []
  return heads
    .filter(({ length }) => letters.length >= length)
    .flatMap(({ length, omitted }) => {
      const head = letters.slice(0, length)
      return omissions(head, omitted).map((omission) => ({ length, omission, head: head.join('') }))
    })
}

/**
 * Returns the omissions to look for. The head has the length of the shortest text that the typed word can mean; only a typed word
 * of four letters can mean a shorter one, which is then one of its omissions (`words`).
 */
export function headsMeant({ word }: Term): { length: number; omissions: string[]; words: string[] } {
  const letters = Array.from(word)
  const { length, omitted } = heads[letters.length < 6 ? 0 : letters.length < 8 ? 1 : 2]!
  const left = omissions(letters.slice(0, length), omitted)
  return { length, omissions: left, words: letters.length === 4 ? left : [] }
}

/** The letters without `count` of them, never without the first one. */
function omissions(letters: readonly string[], count: number, from = 1): string[] {
  if (count === 0) return [letters.join('')]
  const left = letters.slice(from).flatMap((_, index) => {
    const place = from + index
    return omissions([...letters.slice(0, place), ...letters.slice(place + 1)], count - 1, place)
  })
  return [...new Set(left)]
}
