import { nameKey } from '../../../shared/albumKey.ts'
import type { AlbumType } from '../../../shared/catalog.ts'
import { foldedLetters } from '../../../shared/foldedLetters.ts'
import { foldedName } from '../foldedName.ts'

// Titles of albums, and what their brackets mean.

const isSigns = (text: string): boolean => !/[\p{L}\p{N}]/u.test(text)

type Bracketed = { main: string; addition: string }

const endings = [
  /^(.*\S)\s*[([{]([^()[\]{}]+)[)\]}]$/u,
  /^(.*\S)\s+[-–—]\s+(\S[^–—]*)$/u,
  // Without a bracket, only the type and the format of a release are recognized.
  /^(.*\S)\s+(e\.?p\.?|o\.?s\.?t\.?|single)$/iu,
]

/** Splits the last addition off a title: 'Kid A (Special Edition)', 'Kid A - Remastered', 'Slowdive EP'. */
function splitTitle(title: string): Bracketed | null {
  for (const ending of endings) {
    const [, main, addition] = ending.exec(title.trim()) ?? []
    if (main && addition && !isSigns(addition)) return { main: main.trim(), addition: addition.trim() }
  }
  return null
}

/** A title in two forms: equal `exact` forms differ in case and signs only, equal `folded` forms in spelling only. */
export type TitleForms = { exact: string; folded: string }

/** A title of signs keeps them when something is added to it: '÷ (Deluxe)' is not '= (Deluxe)'. */
export function titleForms(title: string): TitleForms {
  const split = splitTitle(title)
  if (split && isSigns(split.main)) {
    const main = nameKey(split.main.replace(/\s/gu, ''))
    return { exact: `${main} ${nameKey(split.addition)}`, folded: `${main} ${foldedName(split.addition)}` }
  }
  return { exact: nameKey(title), folded: foldedName(title.replaceAll('×', 'x')) }
}

/** Words of an addition that name the type of the release: a release of another type is another album. */
const typeWords: [AlbumType, RegExp][] = [
  [
    'soundtrack',
    /\b(soundtrack|motion picture|music from|inspired by|score|o\.?s\.?t\.?|film muzi(gi|kleri)|bande originale)(?!\w)/u,
  ],
  ['live', /\b(live|in concert|unplugged|canli|konser\w*|en vivo|ao vivo|en directo)\b/u],
  ['mixtape', /\b(mixtape|dj[- ]mix|continuous mix)\b/u],
  ['remix', /\bremix(es|ed)?\b/u],
  ['demo', /\bdemos?\b/u],
  ['ep', /^(the )?e\.?p\.?( version)?$/u],
  ['single', /^(cd )?single( version)?$/u],
]

/** Words of an addition that make another recording, or another part. */
const otherRecording =
  /['’]s? version\b|\b(acoustic|akustik|instrumentals?|karaoke|covers?|tribute|sessions?|commentary|re-?recorded|re-?recording|sped up|slowed|nightcore|outtakes|b-sides|volume|vol|part|pt|chapter|side)\b/u

/** Words that only an edition has. */
const editionWord =
  /\b(edition|edicion|edizione|ausgabe|edicao|baski\w*|surum\w*|versions?|deluxe|remaster\w*|re-?issue\w*|re-?release\w*|re-?press\w*|pressing|anniversary|expanded|bonus|mono|stereo|quadraphonic|mix|mixes|explicit|uncensored|digipac?k|vinyl|box ?set|sacd|shm-cd|hdcd|blu-?ray|record store day|rsd)\b/u
/** Words of editions, if an addition has no others. */
const usualWords = new Set(
  (
    'extended enhanced special limited collector collectors super ultimate definitive legacy complete premium standard original ' +
    'clean edited censored digital download streaming exclusive signed lp cd dvd cassette tape disc discs set import imported ' +
    'japan japanese uk us usa eu europe european international promo advance gold silver platinum diamond surround atmos hi res ' +
    'bit only the and with on 2lp 2cd 3lp 3cd 180g'
  ).split(' '),
)
const guests = /^(feat|ft|featuring)\b/u

function isEdition(text: string): boolean {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return guests.test(text) || editionWord.test(text) || words.every((word) => usualWords.has(word))
}

/** Meaning of an addition to a title. */
type Meaning =
  | { kind: 'edition' }
  | { kind: 'year'; year: number }
  | { kind: 'type'; type: AlbumType }
  /** part of the title */
  | { kind: 'other' }
  | { kind: 'unknown' }

function meaningOf(addition: string): Meaning {
  const text = foldedLetters(addition)
  if (/^(1[89]|20)\d\d$/.test(text)) return { kind: 'year', year: Number(text) }
  const type = typeWords.find(([, words]) => words.test(text))?.[0]
  if (type) return { kind: 'type', type }
  // A number tells the parts of a series apart.
  if (otherRecording.test(text) || /^\W*(?:[ivx]+|\d+)\W*$/u.test(text)) return { kind: 'other' }
  return { kind: isEdition(text) ? 'edition' : 'unknown' }
}

/** A shorter title that a title can mean, and the conditions on the release group that has it. */
export type Reading = {
  title: string
  /** the group must have this type */
  type: AlbumType | null
  /** decides between groups of this title */
  year: number | null
  /** text that must be another name of the group; null if it only names an edition */
  hint: string | null
}

/** Shorter titles that a title can mean: without its edition, its year, its type, or another name of the album. */
export function readingsOf(title: string): Reading[] {
  const readings: Reading[] = []
  let reading: Reading = { title, type: null, year: null, hint: null }
  for (let split = splitTitle(title); split; split = splitTitle(split.main)) {
    const meaning = meaningOf(split.addition)
    readings.push({ ...reading, title: split.main, hint: split.addition })
    if (meaning.kind === 'other' || meaning.kind === 'unknown') break
    if (meaning.kind === 'type' && reading.type !== null) break
    reading = {
      title: split.main,
      type: meaning.kind === 'type' ? meaning.type : reading.type,
      year: meaning.kind === 'year' ? meaning.year : reading.year,
      hint: null,
    }
    readings.push(reading)
  }
  return readings
}

/** The title without a bracket of unknown meaning: too little to link an album, but enough to ask a person. */
export function unknownReading(title: string): string | null {
  const shortest =
    readingsOf(title)
      .filter(({ hint }) => hint === null)
      .at(-1)?.title ?? title
  const split = /[)\]}]$/.test(shortest) ? splitTitle(shortest) : null
  return split && meaningOf(split.addition).kind === 'unknown' ? split.main : null
}
