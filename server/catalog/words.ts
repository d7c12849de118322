import type { AlbumCard } from '../../shared/catalog.ts'
import { foldedLetters } from '../../shared/foldedLetters.ts'
import { typosAllowed } from './typos.ts'

const LONGEST_WORD = 32
const LONGEST_NAME = 39

const cut = (text: string, length: number): string =>
  text.length <= length ? text : Array.from(text).slice(0, length).join('')

const folded = (text: string): string => foldedLetters(text).replaceAll("'", '')

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}\p{M}]+/u).filter((part) => part !== '')

/** True for scripts that are written without spaces. */
const isUnspaced = (word: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)

/** The words of a name; of a name like 'AC/DC' also the whole without its signs, and of Kanji every ending. */
function wordsOfName(foldedName: string): string[] {
  return foldedName
    .split(/\s+/)
    .flatMap((chunk) => {
      const parts = partsOf(chunk)
      return parts.length > 1 ? [...parts, parts.join('')] : parts
    })
    .flatMap((word) => (isUnspaced(word) ? endingsOf(word) : [cut(word, LONGEST_WORD)]))
}

function endingsOf(word: string): string[] {
  const letters = Array.from(word).slice(0, LONGEST_WORD)
  return letters.map((_, index) => letters.slice(index).join(''))
}

/** A name without signs; the signs themselves if there is nothing else ('!!!'). */
const withoutSigns = (foldedName: string): string =>
  cut(partsOf(foldedName).join(' ') || foldedName.replace(/\s+/g, ''), LONGEST_NAME)

/** The names of an album as the search compares them. */
export function searchedNames({ artist, name }: Pick<AlbumCard, 'artist' | 'name'>) {
  const [foldedArtist, foldedTitle] = [folded(artist), folded(name)]
  return {
    names: [withoutSigns(foldedTitle), withoutSigns(foldedArtist)],
    words: () => new Set([...wordsOfName(foldedArtist), ...wordsOfName(foldedTitle)]),
  }
}

/** Marks a whole name among the words. */
const WHOLE = '='

export const isWholeName = (word: string): boolean => word.startsWith(WHOLE)

/** The rows of an album's index. */
export function indexedWords(album: Pick<AlbumCard, 'artist' | 'name'>): Set<string> {
  const { names, words } = searchedNames(album)
  return new Set([...words(), ...names.map((name) => WHOLE + name)])
}

/** A word of a query. */
export type Term = { word: string; isBeginning: boolean; typos: number }
/** Both ends included. */
export type WordRange = { from: string; to: string }

const LAST_LETTER = '\u{10ffff}'

export const wordsFrom = (beginning: string): WordRange => ({ from: beginning, to: beginning + LAST_LETTER })
export const exactRange = ({ word, isBeginning }: Pick<Term, 'word' | 'isBeginning'>): WordRange =>
  isBeginning ? wordsFrom(word) : { from: word, to: word }

export const wholeName = (name: string): WordRange => ({ from: WHOLE + name, to: WHOLE + name })
export const wholeNamesFrom = (name: string): WordRange => wordsFrom(WHOLE + name)

/** Each way to divide a name between two words. */
export function halvesOf(name: string): (readonly [string, string])[] {
  const words = name.split(' ')
  return words.slice(1).map((_, index) => {
    const place = index + 1
    return [words.slice(0, place).join(' '), words.slice(place).join(' ')] as const
  })
}

export type SearchedWords = { terms: Term[]; name: string; wholeNames: WordRange }

export function searchedWords(query: string): SearchedWords {
  const text = folded(query)
  const [name, words] = [withoutSigns(text), partsOf(text)]
  const terms = words
    .filter((word, index) => index === words.length - 1 || words.indexOf(word) === index)
    .map((word, index, { length }) => ({
      word: cut(word, LONGEST_WORD),
      isBeginning: index === length - 1 || isUnspaced(word),
      typos: typosAllowed(word),
    }))
  return { terms, name, wholeNames: wholeNamesFrom(name) }
}
