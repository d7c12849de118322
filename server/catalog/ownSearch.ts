import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { AlbumCard, AlbumPage, searchInput } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import type { Deps } from '../core/deps.ts'
import { byIndex, countAll, kysely, padded, statement } from '../lib/sql.ts'
import { findSurvivors } from './survivors.ts'
import { canBegin, headsMeant, typosBetween } from './typos.ts'
import {
  exactRange,
  halvesOf,
  searchedNames,
  searchedWords,
  wholeName,
  wholeNamesFrom,
  wordsFrom,
  type SearchedWords,
  type Term,
  type WordRange,
} from './words.ts'

// The search of our own albums reads ranges of `AlbumWord`. See docs/decisions/2026-11-27-search-of-own-albums.md.

type Reading = Deps['db']

/** Albums of one query that are read. Nobody looks at more. */
const MOST_FOUND = 250
const MOST_COMPARED = 500
const MOST_NAMES = 100
/** Rows of a word that are looked at. A word with more is common. */
const MOST_LOOKED_AT = 1_500
/** Words of one query that the database looks for; the others are compared afterwards. */
const MOST_TERMS = 5
/** Words of one query for which typos are looked up. */
const MOST_MISTYPED = 3
/** Words that a mistyped word can mean. */
const MOST_MEANT = 256
/** A shorter list, so that few lengths occur: each is a statement of its own. */
const FEW_MEANT = 16
const MOST_HEADS = 2_000
const MOST_WORDS = 3_000
const RANGES_AT_ONCE = 256
const LONGEST_WORD = 40

/**
 * Albums whose names have every word of the query, in any order, the last one as a beginning; then those with typos. Asks no
 * service.
 */
export async function searchOwnAlbums(
  { db }: Pick<Deps, 'db'>,
  { query, page }: z.output<typeof searchInput>,
): Promise<AlbumPage> {
  const end = page * limits.searchPage
  const found = await findOwnAlbums({ db }, query, end + 1)
  return { albums: found.slice(end - limits.searchPage, end).map(cardOf), page, hasNext: found.length > end }
}

export type OwnAlbum = AlbumCard & { id: number }

export const cardOf = ({ artist, name, image, year }: AlbumCard): AlbumCard => ({ artist, name, image, year })

/** Returns the first `needed` albums, perhaps more. */
export const findOwnAlbums = ({ db }: Pick<Deps, 'db'>, query: string, needed: number): Promise<OwnAlbum[]> =>
  findAlbums(db, searchedWords(query), needed)

async function findAlbums(db: Reading, searched: SearchedWords, needed: number): Promise<OwnAlbum[]> {
  const found = new Map<number, OwnAlbum>()
  for await (const ids of idsInTurn(db, searched)) {
    const albums = await readInOrder(
      db,
      searched,
      ids.filter((id) => !found.has(id)),
    )
    // An album under several names keeps its best place.
    for (const album of albums) found.set(album.id, album)
    // Later pages need more, which come after these.
    if (found.size >= needed) break
  }
  return [...found.values()]
}

/** The best albums first, each time as many as are found in one go. */
async function* idsInTurn(db: Reading, { terms, name, wholeNames }: SearchedWords): AsyncGenerator<number[]> {
  if (name === '') return
  const exact = longestFirst(terms)
    .slice(0, MOST_TERMS)
    .map((term) => ({ term, ...exactRange(term), words: [] }))
  const [named, counted] = await Promise.all([
    albumsInRange(db, { ...wholeNames, most: MOST_NAMES }),
    countAlbums(db, exact),
  ])
  yield unique(named)
  if (terms.length === 0) return
  if (counted.every(({ count }) => count === MOST_LOOKED_AT)) yield await albumsOfBothNames(db, name)
  yield await albumsWithAll(db, counted, MOST_FOUND)
  if (counted.some(canBeMistyped))
    yield await albumsWithAll(db, await withMeantWords(db, counted), MOST_COMPARED)
}

const unique = (found: readonly { albumId: number }[]): number[] => [
  ...new Set(found.map(({ albumId }) => albumId)),
]

const longestFirst = (terms: readonly Term[]) => terms.toSorted((a, b) => b.word.length - a.word.length)

/** The rows of the index that a term can mean: those in a range, and those of some words. */
type Meant = WordRange & { words: string[] }
type Sought = Meant & { term: Term }
type Counted = Sought & { count: number }

/** The counts end at `MOST_LOOKED_AT`. */
async function countAlbums(db: Reading, sought: readonly Sought[]): Promise<Counted[]> {
  if (sought.length === 0) return []
  const counts = await countEach(db, { all: numbered(sought), most: MOST_LOOKED_AT })
  return sought.map((each, index) => ({ ...each, count: counts.find(({ place }) => place === index)!.count }))
}

const numbered = (sought: readonly Meant[]): Record<string, Meant> =>
  Object.fromEntries(sought.map(({ from, to, words }, index) => [index, { from, to, words }]))

/** Starts with the rarest word, and looks for the others among its albums. */
async function albumsWithAll(db: Reading, counted: readonly Counted[], most: number): Promise<number[]> {
  const [first, ...others] = counted.toSorted(
    (a, b) => a.count - b.count || Number(a.term.isBeginning) - Number(b.term.isBeginning),
  )
  if (first!.count === 0) return []
  const { from, to, words } = first!
  const isExact = (each: Meant) => each.from === each.to && each.words.length === 0
  const found = await albumsOf(db, {
    first: { from, to, words },
    exact: others.filter(isExact).map((each) => each.from),
    others: numbered(others.filter((each) => !isExact(each))),
    lookedAt: MOST_LOOKED_AT,
    most,
  })
  return unique(found)
}

/** Artist and title of common words, in either order: the whole names are rare. */
async function albumsOfBothNames(db: Reading, name: string): Promise<number[]> {
  const found = await Promise.all(
    halvesOf(name)
      .slice(0, MOST_TERMS)
      .map(([left, right]) =>
        albumsOf(db, {
          first: { ...wholeName(left), words: [] },
          exact: [],
          others: numbered([{ ...wholeNamesFrom(right), words: [] }]),
          lookedAt: MOST_LOOKED_AT,
          most: MOST_NAMES,
        }),
      ),
  )
  return unique(found.flat())
}

/** A common word is not a typo. */
const canBeMistyped = ({ term, count }: Counted): boolean => term.typos > 0 && count < MOST_LOOKED_AT

/** Adds the words that mistyped terms can mean. */
async function withMeantWords(db: Reading, counted: readonly Counted[]): Promise<Counted[]> {
  const mistyped = new Set(counted.filter(canBeMistyped).slice(0, MOST_MISTYPED))
  const all = await Promise.all(
    counted.map(async (each): Promise<Counted> => {
      if (!canBeMistyped(each)) return each
      if (mistyped.has(each)) return { ...each, words: paddedWords(await meantWords(db, each.term)) }
      // All that begin with the same letter, which is always right.
      return { ...each, ...wordsFrom(Array.from(each.term.word)[0]!), count: MOST_LOOKED_AT }
    }),
  )
  const isWidened = ({ words }: Counted) => words.length > 0
  return [...all.filter((each) => !isWidened(each)), ...(await countAlbums(db, all.filter(isWidened)))]
}

const paddedWords = (words: readonly string[]): string[] => {
  const length = words.length === 0 ? 0 : words.length <= FEW_MEANT ? FEW_MEANT : MOST_MEANT
  return [...words, ...Array.from({ length: length - words.length }, () => '')]
}

/** The other words that a term can mean, those with the fewest typos first. */
async function meantWords(db: Reading, term: Term): Promise<string[]> {
  const { length, omissions, words } = headsMeant(term)
  const found = await headsWith(db, { length, omissions })
  const heads = new Set(found.map(({ head }) => head).filter((head) => canBegin(term, head)))
  const ranges = [...words.map((word) => ({ from: word, to: word })), ...[...heads].map(wordsFrom)]
  const longest = term.isBeginning ? LONGEST_WORD : Array.from(term.word).length + term.typos
  const candidates: { word: string }[] = []
  for (let at = 0; at < ranges.length && candidates.length < MOST_WORDS; at += RANGES_AT_ONCE) {
    const { froms, tos } = endsOf(ranges.slice(at, at + RANGES_AT_ONCE))
    const read = { froms: padded(froms, ''), tos: padded(tos, ''), longest }
    candidates.push(...(await wordsInRanges(db, read)))
  }
  return candidates
    .map(({ word }) => ({ word, typos: typosBetween(term, word) ?? 0 }))
    .filter(({ typos }) => typos > 0)
    .toSorted((a, b) => a.typos - b.typos || a.word.length - b.word.length)
    .slice(0, MOST_MEANT)
    .map(({ word }) => word)
}

const endsOf = (ranges: readonly WordRange[]): WordRanges => ({
  froms: ranges.map(({ from }) => from),
  tos: ranges.map(({ to }) => to),
})

/** Reads albums, and sorts them as a person would look for them: the same name first, then names that begin so. */
async function readInOrder(
  db: Reading,
  { terms, name: searchedName }: SearchedWords,
  ids: readonly number[],
): Promise<OwnAlbum[]> {
  if (ids.length === 0) return []
  const named = await albumsById(db, { ids: padded(ids) })
  const survivorOf = await readSurvivors(db, named)
  return named
    .flatMap((each) => {
      const { names, words } = searchedNames(each)
      const typos = terms.length === 0 ? 0 : typosOf([...words()], terms)
      return typos === null ? [] : [{ album: survivorOf(each), typos, place: placeOf(names, searchedName) }]
    })
    .toSorted((a, b) => a.typos - b.typos || a.place - b.place || a.album.id - b.album.id)
    .map(({ album }) => album)
}

type NamedAlbum = OwnAlbum & { mergedIntoId: number | null }

/** A merged album is found by its names, and the one that replaces it is shown. */
async function readSurvivors(db: Reading, named: readonly NamedAlbum[]) {
  const albums = new Map(named.map((album) => [album.id, album]))
  const merged = named.filter(({ mergedIntoId }) => mergedIntoId !== null).map(({ id }) => id)
  const survivorOf = merged.length > 0 ? await findSurvivors(db, merged) : (id: number) => id
  const missing = merged.map(survivorOf).filter((id) => !albums.has(id))
  if (missing.length > 0)
    for (const album of await albumsById(db, { ids: padded([...new Set(missing)]) }))
      albums.set(album.id, album)
  return (album: NamedAlbum): OwnAlbum => albums.get(survivorOf(album.id)) ?? album
}

/** Typos of the whole query; null if one of its words is missing. */
function typosOf(words: readonly string[], terms: readonly Term[]): number | null {
  let sum = 0
  for (const term of terms) {
    let fewest = Infinity
    for (const word of words) fewest = Math.min(fewest, typosBetween(term, word) ?? Infinity)
    if (fewest === Infinity) return null
    sum += fewest
  }
  return sum
}

function placeOf(names: readonly string[], searchedName: string): number {
  if (names.includes(searchedName)) return 0
  return names.some((each) => each.startsWith(searchedName)) ? 1 : 2
}

const isIn = (column: 'w.word' | 'o.word', from: string, to: string) =>
  sql<boolean>`${sql.ref(column)} BETWEEN ${from} AND ${to}`

const albumsInRange = statement(({ from, to, most }: WordRange & { most: number }) =>
  kysely
    .selectFrom('AlbumWord as w')
    .select('w.albumId')
    .where(isIn('w.word', from, to))
    .orderBy('w.word')
    .orderBy('w.albumId')
    .limit(most),
)

const isMeant = (column: 'w.word' | 'o.word', { from, to, words }: Meant) =>
  words.length === 0
    ? isIn(column, from, to)
    : sql<boolean>`(${isIn(column, from, to)} OR ${sql.ref(column)} IN (${sql.join(words)}))`

const countEach = statement(({ all, most }: { all: Record<string, Meant>; most: number }) => {
  const [first, ...others] = Object.values(all).map((meant, place) => {
    const some = kysely.selectFrom('AlbumWord as w').select('w.albumId').where(isMeant('w.word', meant))
    return kysely.selectFrom(some.limit(most).as('some')).select([countAll, sql.lit(place).as('place')])
  })
  return others.reduce((union, each) => union.unionAll(each), first!)
})

type Read = {
  first: Meant
  exact: string[]
  others: Record<string, Meant>
  lookedAt: number
  most: number
}

/** Some rows of the index, and of those the albums that have each of the other words, too. */
const albumsOf = statement(({ first, exact, others, lookedAt, most }: Read) => {
  const some = kysely.selectFrom('AlbumWord as w').select('w.albumId').where(isMeant('w.word', first))
  const rowOf = (index: 'PRIMARY' | 'AlbumWord_albumId_word_idx') =>
    kysely
      .selectFrom(byIndex('AlbumWord', 'o', index))
      .select('o.albumId')
      .where(sql<SqlBool>`o.albumId = d.albumId`)
      // Keeps the optimizer from reading all rows of the other words.
      .limit(1)
  const rowsOfOthers = [
    ...exact.map((word) => rowOf('PRIMARY').where('o.word', '=', word)),
    ...Object.values(others).map((other) =>
      rowOf('AlbumWord_albumId_word_idx').where(isMeant('o.word', other)),
    ),
  ]
  return kysely
    .selectFrom(some.limit(lookedAt).as('d'))
    .select('d.albumId')
    .where((eb) => eb.and(rowsOfOthers.map((row) => eb(row, 'is not', null))))
    .limit(most)
})

const headsWith = statement(({ length, omissions }: { length: number; omissions: string[] }) =>
  kysely
    .selectFrom('WordHead')
    .select('head')
    .distinct()
    .where('length', '=', length)
    .where('omission', 'in', omissions)
    .limit(MOST_HEADS),
)

type WordRanges = { froms: string[]; tos: string[] }
type WordsRead = WordRanges & { longest: number }

const wordsInRanges = statement(({ froms, tos, longest }: WordsRead) =>
  kysely
    .selectFrom('Word as w')
    .select('w.word')
    .where((eb) => eb.or(froms.map((from, index) => isIn('w.word', from, tos[index]!))))
    .where(sql<number>`CHAR_LENGTH(${sql.ref('w.word')})`, '<=', longest)
    .limit(MOST_WORDS),
)

const albumsById = statement(({ ids }: { ids: number[] }) =>
  kysely
    .selectFrom('Album')
    .select(['id', 'artist', 'name', 'image', 'year', 'mergedIntoId'])
    .where('id', 'in', ids),
)
