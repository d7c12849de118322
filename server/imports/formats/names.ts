import { albumKey } from '../../../shared/albumKey.ts'
import { foldedLetters } from '../../../shared/foldedLetters.ts'
import { withoutFeatured } from './credits.ts'
import type { Named } from './draft.ts'

// Names as services and people write them, and what tells that two of them mean the same.

const MOST = 8

const editions = [
  /\s*\[[^\]]*\]$/u,
  // A new recording ('1989 (Taylor's Version)') is another album.
  /\s*[([](?![^()[\]]*['’]s\s+version)[^()[\]]*\b(?:remaster(?:ed|s)?|deluxe|expanded|edition|version|anniversary|reissue|bonus|mono|stereo|ep|single|explicit|clean)\b[^()[\]]*[)\]]$/iu,
  /\s+[-–—]\s+(?:[^-–—]*\b(?:remaster(?:ed|s)?|deluxe|expanded|reissue|edition|mono|stereo)\b.*|single|ep)$/iu,
]

/** 'Homogenic (Remastered 2011)', 'Homogenic - 2018 Remaster' and 'Homogenic [red vinyl]' without what says which edition it is. */
export function withoutEdition(album: string): string {
  let name = album.trim()
  for (let shorter = name; ; name = shorter) {
    for (const edition of editions) shorter = shorter.replace(edition, '').trim() || shorter
    if (shorter === name) return name
  }
}

/** The artist without the number that Discogs gives, and without guests. */
const withoutGuests = (artist: string): string => withoutFeatured(artist.replace(/\s+\(\d+\)$/u, ''))

/** The artists that a name joins: 'Kate Bush/The Choir of the Quay'. */
const joint = /\s*\/\s*|\s*[,;]\s+|\s+(?:&|\+|[x×]|vs\.?|with|and|und|et|ve|y)\s+/iu
const partsOf = (artist: string): string[] => artist.split(joint).filter(Boolean)

/** Other names of an artist, the likeliest first: Discogs' number, guests, a name in brackets, several artists. */
function artistsOf(artist: string): string[] {
  const inline = /^(.*\S)\s*\[([^\]]+)\]$/u.exec(artist)
  const alone = withoutGuests(artist)
  const plain = alone.replace(/^the\s+(?=\S)/iu, '').replace(/,\s*the$/iu, '')
  return [...new Set([alone, ...(inline ? inline.slice(1) : []), ...partsOf(alone), plain, artist])]
}

const joined = /\s+(?:&|and|und|et|ve|y)\s+/giu
const withSign = (name: string) => name.replace(joined, ' & ')
const withWord = (name: string) => name.replace(joined, ' and ')

/**
 * Other names under which the catalogue may know an album, each once, the likeliest first, without those of `named` itself. None of them
 * is a guess: they leave out what a service adds to names, and write 'and' in another way.
 */
export function otherNames(named: Named, more: readonly Named[] = []): Named[] {
  const found = new Map<string, Named>()
  const own = albumKey(named)
  const add = (artist: string, album: string) => {
    const key = albumKey({ artist, album })
    if (artist !== '' && album !== '' && key !== own && !found.has(key)) found.set(key, { artist, album })
  }
  for (const one of [named, ...more]) {
    const album = withoutEdition(one.album)
    const [alone, ...artists] = artistsOf(one.artist)
    if (one !== named) add(one.artist, one.album)
    add(alone!, album)
    for (const write of [withSign, withWord]) add(write(alone!), write(album))
    for (const artist of artists) add(artist, album)
    add(alone!, one.album)
  }
  return [...found.values()].slice(0, MOST)
}

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
const numbered = new Set(['part', 'volume', 'number', 'chapter', 'book', 'act', 'disc', 'side'])
const ands = new Set(['&', '+', 'n', 'and', 'und', 'et', 've', 'y', 'e', 'og', 'och'])

/** A word as it is compared, between the word before it and the one after it. */
function foldedWord(word: string, before = '', after = ''): string {
  const part = parts.get(word)
  if (part) return part
  if (before === '') return word
  // 'R E M' joins nothing.
  const isBetweenWords = after !== '' && (!/^\p{L}$/u.test(word) || (before.length > 1 && after.length > 1))
  if (ands.has(word) && isBetweenWords) return 'and'
  const number = Math.max(numerals.indexOf(word), numbered.has(before) ? numberWords.indexOf(word) : -1)
  // 'Led Zeppelin II' is 'Led Zeppelin 2', while an 'I' or an 'X' in a title is a word.
  const isNumeral = numbered.has(before) || (after === '' && word.length > 1)
  return number > 0 && isNumeral ? String(number) : word
}

/**
 * A name as it is compared: without case, accents, quotes, signs and spaces, without a leading 'The', with 'and' and 'Part' written in one
 * way. Letters of other scripts stay, and so does a name of signs alone ('( )', '†').
 */
export function foldedName(name: string): string {
  const given = foldedLetters(name)
    .replace(/["'`´′″\p{Pi}\p{Pf}\p{Lm}]/gu, '')
    .trim()
    .replace(/^the\s+(?=\S)|(?<=\S),\s*the$/gu, '')
    // 'M.A.A.D' is one word, 'Pt.II' two.
    .replace(/(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu, '')
    .replace(/&/gu, ' & ')
    .split(/[^\p{L}\p{N}\p{M}&+]+/u)
    .filter(Boolean)
  const words: string[] = []
  for (const [at, word] of given.entries()) words.push(foldedWord(word, words.at(-1), given[at + 1]))
  const folded = words.join('')
  return /[\p{L}\p{N}]/u.test(folded) ? folded : name.normalize('NFKC').replace(/\s/gu, '')
}
