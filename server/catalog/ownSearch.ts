import { sql, type Expression, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { AlbumCard, AlbumPage, searchInput } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import type { Deps } from '../core/deps.ts'
import { byIndex, countAll, kysely, padded, statement } from '../lib/sql.ts'
import { canBegin, headsMeant, typosBetween } from './typos.ts'
import {
  exactRange,
  searchedNames,
  searchedWords,
  wordsFrom,
  type SearchedWords,
  type Term,
  type WordRange,
} from './words.ts'

// The search of our own albums reads ranges of `AlbumWord`. See docs/decisions/2026-11-27-search-of-own-albums.md.

type Reading = Deps['db']

/** Nobody looks at more. */
const MOST_FOUND = 250
const MOST_NAMES = 100
/** Albums with one of the words that are read and compared with the others. */
const MOST_COMPARED = 1_000
/** Rows of common words that are looked at. */
const MOST_LOOKED_AT = 20_000
/** Words of one query that the database looks for; the others are compared afterwards. */
const MOST_TERMS = 5
const MOST_TRIES = 3
/** Heads and words that a mistyped word can mean. */
const MOST_HEADS = 2_000
const MOST_WORDS = 3_000
const RANGES_AT_ONCE = 256
const WORDS_AT_ONCE = 64
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
    for (const album of albums) found.set(album.id, album)
    // Later pages need more, which come after these.
    if (found.size >= needed) break
  }
  return [...found.values()]
}

/** The best albums first, each time as many as are found in one go. */
async function* idsInTurn(db: Reading, { terms, name, wholeNames }: SearchedWords): AsyncGenerator<number[]> {
  if (name === '') return
  yield unique(await albumsInRange(db, { ...wholeNames, most: MOST_NAMES }))
  if (terms.length === 0) return
  yield* exactAlbums(db, terms)
  if (terms.some(({ typos }) => typos > 0)) yield await mistypedAlbums(db, terms)
}

const unique = (found: readonly { albumId: number }[]): number[] => [
  ...new Set(found.map(({ albumId }) => albumId)),
]

/** Starts with the rarest word, and looks for the others among its albums. */
async function* exactAlbums(db: Reading, terms: readonly Term[]): AsyncGenerator<number[]> {
  const counted = await Promise.all(
    longestFirst(terms)
      .slice(0, MOST_TERMS)
      .map(async (term) => ({ term, count: await countWords(db, exactRange(term)) })),
  )
  const [rarest, ...others] = counted
    .toSorted((a, b) => a.count - b.count || Number(a.term.isBeginning) - Number(b.term.isBeginning))
    .map(({ term, count }) => ({ ...exactRange(term), count }))
  const { from, to, count } = rarest!
  if (count === 0) return
  const read = { from, to, others: endsOf(others), most: MOST_FOUND }
  yield unique(await albumsWithAll(db, { ...read, lookedAt: MOST_COMPARED }))
  // All words are common, but perhaps not together.
  if (count === MOST_COMPARED) yield unique(await albumsWithAll(db, { ...read, lookedAt: MOST_LOOKED_AT }))
}

const longestFirst = (terms: readonly Term[]) => terms.toSorted((a, b) => b.word.length - a.word.length)

async function countWords(db: Reading, range: WordRange): Promise<number> {
  const [row] = await countUpTo(db, { ...range, most: MOST_COMPARED })
  return row!.count
}

/**
 * Starts with the longest words, which are the rarest: finds the words that one of them can mean, and the albums that have these,
 * until there are few enough to be compared.
 */
async function mistypedAlbums(db: Reading, terms: readonly Term[]): Promise<number[]> {
  const most = terms.length === 1 ? MOST_FOUND : MOST_COMPARED
  let fewest: number[] | null = null
  for (const term of longestFirst(terms.filter(({ typos }) => typos > 0)).slice(0, MOST_TRIES)) {
    const others = longestFirst(terms.filter((each) => each !== term)).slice(0, MOST_TERMS)
    const ids = await albumsMeant(db, { term, others, most })
    if (ids.length < most) return ids
    if (!fewest || ids.length < fewest.length) fewest = ids
  }
  return fewest ?? []
}

async function albumsMeant(
  db: Reading,
  { term, others, most }: { term: Term; others: readonly Term[]; most: number },
): Promise<number[]> {
  const read = { others: endsOf(others.map(possibleRange)), lookedAt: MOST_LOOKED_AT, most }
  const words = await meantWords(db, term)
  // Without other words, the albums with the word itself are found already.
  const ids = new Set(
    others.length > 0 ? unique(await albumsWithAll(db, { ...exactRange(term), ...read })) : [],
  )
  for (let at = 0; at < words.length && ids.size < most; at += WORDS_AT_ONCE) {
    const batch = padded(words.slice(at, at + WORDS_AT_ONCE), '')
    for (const { albumId } of await albumsWithOne(db, { words: batch, ...read })) ids.add(albumId)
  }
  return [...ids]
}

/** The words that a term can mean begin with its first letter. */
const possibleRange = (term: Term): WordRange =>
  term.typos > 0 ? wordsFrom(Array.from(term.word)[0]!) : exactRange(term)

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
    .map(({ word }) => word)
}

type WordRanges = { froms: string[]; tos: string[] }

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
  const albums = await albumsById(db, { ids: padded(ids) })
  return albums
    .flatMap((album) => {
      const { names, words } = searchedNames(album)
      const typos = terms.length === 0 ? 0 : typosOf([...words()], terms)
      return typos === null ? [] : [{ album, typos, place: placeOf(names, searchedName) }]
    })
    .toSorted((a, b) => a.typos - b.typos || a.place - b.place || a.album.id - b.album.id)
    .map(({ album }) => album)
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

const countUpTo = statement(({ from, to, most }: WordRange & { most: number }) =>
  kysely
    .selectFrom(
      kysely
        .selectFrom('AlbumWord as w')
        .select('w.albumId')
        .where(isIn('w.word', from, to))
        .limit(most)
        .as('some'),
    )
    .select(countAll),
)

type Read = { others: WordRanges; lookedAt: number; most: number }

/** Some rows of the index, and of those the albums that have a word in each of the other ranges, too. */
function albumsOf(isFirst: Expression<SqlBool>, { others: { froms, tos }, lookedAt, most }: Read) {
  const some = kysely.selectFrom('AlbumWord as w').select('w.albumId').where(isFirst).limit(lookedAt).as('d')
  // LIMIT keeps the optimizer from reading all rows of the other words.
  const isInRange = (from: string, to: string) =>
    kysely
      .selectFrom(byIndex('AlbumWord', 'o', 'AlbumWord_albumId_word_idx'))
      .select('o.albumId')
      .where(sql<SqlBool>`o.albumId = d.albumId`)
      .where(isIn('o.word', from, to))
      .limit(1)
  return kysely
    .selectFrom(some)
    .select('d.albumId')
    .where((eb) => eb.and(froms.map((from, index) => eb(isInRange(from, tos[index]!), 'is not', null))))
    .limit(most)
}

const albumsWithAll = statement(({ from, to, ...read }: WordRange & Read) =>
  albumsOf(isIn('w.word', from, to), read),
)

const albumsWithOne = statement(({ words, ...read }: { words: string[] } & Read) =>
  albumsOf(sql<SqlBool>`${sql.ref('w.word')} IN (${sql.join(words)})`, read),
)

const headsWith = statement(({ length, omissions }: { length: number; omissions: string[] }) =>
  kysely
    .selectFrom('WordHead')
    .select('head')
    .distinct()
    .where('length', '=', length)
    .where('omission', 'in', omissions)
    .limit(MOST_HEADS),
)

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
    .select(['id', 'artist', 'name', 'image', 'year'])
    .where('id', 'in', ids)
    .where('mergedIntoId', 'is', null),
)
