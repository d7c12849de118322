import { foldedLetters } from '../../shared/foldedLetters.ts'

export const andWords = ['&', 'and', 'und', 'et', 've', 'y']

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const numerals = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x']
const parts = new Map([
  ['pt', 'part'],
  ['pts', 'part'],
  ['parts', 'part'],
  ['vol', 'volume'],
  ['vols', 'volume'],
  ['volumes', 'volume'],
  ['no', 'number'],
  ['nr', 'number'],
  ['ch', 'chapter'],
])
const numberedWords = new Set(['part', 'volume', 'number', 'chapter', 'book', 'act', 'disc', 'side'])
const ands = new Set([...andWords, '+', 'n', 'e', 'og', 'och'])

function foldedWord(word: string, previous = '', next = ''): string {
  const part = parts.get(word)
  if (part) return part
  if (previous === '') return word
  // A single letter is only an 'and' between words: the 'E' in 'R E M' is not.
  const isBetweenWords = next !== '' && (!/^\p{L}$/u.test(word) || (previous.length > 1 && next.length > 1))
  if (ands.has(word) && isBetweenWords) return 'and'
  const number = Math.max(
    numerals.indexOf(word),
    numberedWords.has(previous) ? numberWords.indexOf(word) : -1,
  )
  // 'Led Zeppelin II' equals 'Led Zeppelin 2', but a single 'I' or 'X' in a title is a word.
  const isNumeral = numberedWords.has(previous) || (next === '' && word.length > 1)
  return number > 0 && isNumeral ? String(number) : word
}

/**
 * Ignores case, accents, quotes, signs, spaces, a leading 'The', and the spelling of 'and' and 'Part'. Keeps letters of other
 * scripts, and a name that consists of signs ('( )', '†').
 */
export function foldedName(name: string): string {
  const tokens = foldedLetters(name)
    .replace(/["'`´′″\p{Pi}\p{Pf}\p{Lm}]/gu, '')
    .trim()
    .replace(/^the\s+(?=\S)|(?<=\S),\s*the$/gu, '')
    // 'M.A.A.D' is one word, 'Pt.II' is two.
    .replace(/(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu, '')
    .replace(/&/gu, ' & ')
    .split(/[^\p{L}\p{N}\p{M}&+]+/u)
    .filter(Boolean)
  const words: string[] = []
  for (const [index, word] of tokens.entries()) words.push(foldedWord(word, words.at(-1), tokens[index + 1]))
  const folded = words.join('')
  return /[\p{L}\p{N}]/u.test(folded) ? folded : name.normalize('NFKC').replace(/\s/gu, '')
}
