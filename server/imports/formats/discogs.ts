import { albumKey } from '../../../shared/albumKey.ts'
import { limits } from '../../../shared/limits.ts'
import type { Cells } from '../reading/table.ts'
import { VARIOUS } from './credits.ts'
import { damagedRow, type Draft, type Named, type Reading, type ReadOptions } from './draft.ts'
import { namedOrNull } from './knownTables.ts'
import { hashOf } from './plays.ts'
import { BAD, readRating, readYear } from './values.ts'

// Discogs: each row is a pressing; the ratings and notes of all pressings of an album are merged. Albums of the same names are told
// apart by their years.

export const isDiscogs = (header: readonly string[]): boolean =>
  ['release_id', 'Artist', 'Title'].every((name) => header.includes(name))

/** Other fields are defined by users and can hold anything: prices, places, names of sellers. */
const keptColumns = new Set([
  'Catalog#',
  'Artist',
  'Title',
  'Label',
  'Format',
  'Rating',
  'Released',
  'release_id',
  'CollectionFolder',
  'Date Added',
  'Collection Media Condition',
  'Collection Sleeve Condition',
  'Collection Notes',
  'Notes',
])

type Pressing = {
  named: Named | null
  year: number | null
  rating: string
  notes: string
  addedAt: string
  cells: string[]
}

type Merged = { rating: string; ratedAt: string; notes: { text: string; addedAt: string }[] }
/** The pressings of the same names, together or by year. */
type Names = { named: Named; all: Merged; byYear: Map<number | null, Merged>; areSeveral: boolean }

const MOST_NOTES = 100

/** Each call of `open` reads the file from its beginning. */
export function readDiscogs(
  open: () => AsyncGenerator<Cells>,
  header: readonly string[],
  { now, haveNamesakes }: ReadOptions,
): Reading {
  const isWants = !header.includes('CollectionFolder')
  const columns = header.filter((name) => keptColumns.has(name))
  const places = new Map(header.map((name, index) => [name, index]))

  function pressingOf(cells: readonly string[]): Pressing {
    const cell = (name: string) => cells[places.get(name) ?? -1] ?? ''
    return {
      named: namedOrNull({ artist: artistOf(cell('Artist')), album: cell('Title') }),
      year: readYear(cell('Released'), now),
      rating: cell('Rating'),
      notes: (cell('Collection Notes') || cell('Notes')).trim(),
      addedAt: cell('Date Added'),
      cells: columns.map(cell),
    }
  }

  async function* pressings(): AsyncGenerator<Pressing | null> {
    const table = open()
    await table.next()
    for await (const cells of table) yield cells && pressingOf(cells)
  }

  function draftOf({ named, year, cells, ...pressing }: Pressing, merged: ReadonlyMap<string, Names>): Draft {
    if (isWants) return { kind: 'wish', named, year, date: null, cells }
    const names = named && merged.get(keyOf(named))
    const mergedAlbum = names && (names.areSeveral ? names.byYear.get(year)! : names.all)
    const base = { kind: 'listening', named, year, date: null, cells } as const
    const rating = readRating(mergedAlbum?.rating ?? pressing.rating, '5')
    if (rating === BAD) return { ...base, problem: 'badRating' }
    const review = mergedAlbum ? notesOf(mergedAlbum) : pressing.notes
    return { ...base, rating, content: review ? { review } : {} }
  }

  let notesOfWants = 0
  return {
    format: 'discogs',
    header: columns,
    asks: {},
    notTaken: () => ({ notes: notesOfWants }),
    async *rows() {
      notesOfWants = 0
      const merged = isWants ? new Map<string, Names>() : await mergePressings(pressings)
      const repeated = [...merged.values()].filter(({ byYear }) => byYear.size > 1)
      const several = (await haveNamesakes?.(repeated.map(({ named }) => named))) ?? []
      for (const [index, names] of repeated.entries()) names.areSeveral = several[index] ?? false
      for await (const pressing of pressings()) {
        if (isWants && pressing?.notes) notesOfWants++
        yield pressing ? draftOf(pressing, merged) : damagedRow
      }
    },
  }
}

/** Removes Discogs' number ('Nirvana (2)' is Nirvana), and replaces 'Various' with the name that catalogues use. */
function artistOf(cell: string): string {
  const artist = cell.replace(/\s\(\d+\)(?=,|$)/gu, '')
  return /^various$/i.test(artist) ? VARIOUS : artist
}

const keyOf = ({ artist, album }: Named): string =>
  albumKey({ artist: artist.slice(0, limits.catalogName), album: album.slice(0, limits.catalogName) })

/** Finds albums with several rows by hash first, so that a million different albums fit in memory. */
async function mergePressings(pressings: () => AsyncGenerator<Pressing | null>): Promise<Map<string, Names>> {
  const [seenHashes, repeatedHashes] = [new Set<number>(), new Set<number>()]
  for await (const pressing of pressings())
    if (pressing?.named) {
      const hash = hashOf(keyOf(pressing.named))
      ;(seenHashes.has(hash) ? repeatedHashes : seenHashes).add(hash)
    }
  const merged = new Map<string, Names>()
  if (repeatedHashes.size > 0)
    for await (const pressing of pressings())
      if (pressing?.named && repeatedHashes.has(hashOf(keyOf(pressing.named))))
        merge(merged, pressing.named, pressing)
  return merged
}

const nothingMerged = (): Merged => ({ rating: '', ratedAt: '', notes: [] })

function merge(albums: Map<string, Names>, named: Named, pressing: Pressing): void {
  const key = keyOf(named)
  const names = albums.get(key) ?? { named, all: nothingMerged(), byYear: new Map(), areSeveral: false }
  albums.set(key, names)
  const ofYear = names.byYear.get(pressing.year) ?? nothingMerged()
  names.byYear.set(pressing.year, ofYear)
  for (const album of [names.all, ofYear]) addPressing(album, pressing)
}

function addPressing(album: Merged, { rating, notes, addedAt }: Pressing): void {
  const isRated = readRating(rating, '5') !== 0
  if (isRated && (album.rating === '' || addedAt > album.ratedAt)) {
    album.rating = rating
    album.ratedAt = addedAt
  }
  if (notes && album.notes.length < MOST_NOTES && !album.notes.some(({ text }) => text === notes))
    album.notes.push({ text: notes, addedAt })
}

function notesOf({ notes }: Merged): string {
  let text = ''
  for (const { text: note } of notes.toSorted((one, other) => (one.addedAt < other.addedAt ? 1 : -1))) {
    const nextText = text === '' ? note : `${text}\n\n${note}`
    if (text !== '' && nextText.length > limits.review) break
    text = nextText
  }
  return text
}
