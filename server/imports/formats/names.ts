import { albumKey } from '../../../shared/albumKey.ts'
import { foldedLetters } from '../../../shared/foldedLetters.ts'
import { andWords, joints, withoutFeatured } from './credits.ts'
import type { Named } from './draft.ts'

const MOST = 8

const editions = [
  /\s*\[[^\]]*\]$/u,
  // A new recording ('1989 (Taylor's Version)') is a different album.
  /\s*[([](?![^()[\]]*['’]s\s+version)[^()[\]]*\b(?:remaster(?:ed|s)?|deluxe|expanded|edition|version|anniversary|reissue|bonus|mono|stereo|ep|single|explicit|clean)\b[^()[\]]*[)\]]$/iu,
  /\s+[-–—]\s+(?:[^-–—]*\b(?:remaster(?:ed|s)?|deluxe|expanded|reissue|edition|mono|stereo)\b.*|single|ep)$/iu,
]

/** 'Homogenic (Remastered 2011)', 'Homogenic - 2018 Remaster' and 'Homogenic [red vinyl]' become 'Homogenic'. */
export function withoutEdition(album: string): string {
  let name = album.trim()
  for (let shorter = name; ; name = shorter) {
    for (const edition of editions) shorter = shorter.replace(edition, '').trim() || shorter
    if (shorter === name) return name
  }
}

const withoutGuests = (artist: string): string => withoutFeatured(artist.replace(/\s+\(\d+\)$/u, ''))

const partsOf = (artist: string): string[] => artist.split(joints).filter(Boolean)

/** Likeliest first: without Discogs' number or guests, the name in brackets, each of several artists. */
function artistsOf(artist: string): string[] {
  const inline = /^(.*\S)\s*\[([^\]]+)\]$/u.exec(artist)
  const mainArtist = withoutGuests(artist)
  const plain = mainArtist.replace(/^the\s+(?=\S)/iu, '').replace(/,\s*the$/iu, '')
  return [...new Set([mainArtist, ...(inline ? inline.slice(1) : []), ...partsOf(mainArtist), plain, artist])]
}

const andPattern = new RegExp(`\\s+(?:${andWords.join('|')})\\s+`, 'giu')
const withSign = (name: string) => name.replace(andPattern, ' & ')
const withWord = (name: string) => name.replace(andPattern, ' and ')

/** Likeliest first. None is a guess: they leave out what a service adds to names, or write 'and' differently. */
export function otherNames(names: Named, others: readonly Named[] = []): Named[] {
  const variants = new Map<string, Named>()
  const ownKey = albumKey(names)
  const add = (artist: string, album: string) => {
    const key = albumKey({ artist, album })
    if (artist !== '' && album !== '' && key !== ownKey && !variants.has(key))
      variants.set(key, { artist, album })
  }
  for (const each of [names, ...others]) {
    const album = withoutEdition(each.album)
    const [mainArtist, ...artists] = artistsOf(each.artist)
    if (each !== names) add(each.artist, each.album)
    add(mainArtist!, album)
    for (const write of [withSign, withWord]) add(write(mainArtist!), write(album))
    for (const artist of artists) add(artist, album)
    add(mainArtist!, each.album)
  }
  return [...variants.values()].slice(0, MOST)
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
