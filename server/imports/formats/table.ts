import { foldedLetters } from '../../../shared/foldedLetters.ts'
import type { ColumnRole, ImportAsks } from '../../../shared/imports.ts'
import type { Cells } from '../reading/table.ts'
import type { Draft, Reading, ReadOptions } from './draft.ts'
import { BAD, guessDateOrder, guessScale, isYes, readDay, readRating, splitTags } from './values.ts'

// A table of unknown origin: the meaning of each column is guessed from its name, and can be changed.

/** Headings as `foldedLetters` returns them: the flag `i` of a pattern pairs neither ı and I nor i and İ. */
const names: Record<Exclude<ColumnRole, 'none'>, RegExp> = {
  artist: /^(artists?|album ?artists?|artist ?names?|band|performer|sanatci|grup)$/,
  album: /^(albums?|album ?(title|name)|titles?|releases?|release ?title|name|album adi)$/,
  year: /^((release )?year|released?( date)?|release_date|yil|cikis (yili|tarihi))$/,
  date: /^((date|day)( (listened|heard|played|logged|added|watched))?|listened( at| on)?|listen ?date|logged( at)?|watched ?date|(dinle(n)?me )?tarihi?|gun)$/,
  rating: /^((my )?ratings?(10)?|scores?|stars?|rate|puan(im)?)$/,
  review: /^(reviews?|comments?|notes?|text|thoughts|yorum|inceleme)$/,
  tags: /^(tags?|labels|etiket(ler)?)$/,
  relisten: /^(relisten|re-listen|rewatch|repeat|yeniden dinleme)$/,
  favorite: /^(favou?rites?|liked?|loved?|hearts?|favori)$/,
  kind: /^(kind|tur)$/,
}

const kinds = ['listening', 'wish', 'heart'] as const
const kindOf = (cell: string) => kinds.find((kind) => kind === cell.trim().toLowerCase())

/** rows that are looked at for a guess */
const SAMPLE = 1_000
const SHOWN = 5

const isNamed = (name: string, role: keyof typeof names) => names[role].test(foldedLetters(name.trim()))

/**
 * Guesses the role of each column from its name; each role is given to one column. Only a column of kinds can be `kind`: in
 * a table of albums 'Tür' is the genre.
 */
function guessRoles(header: readonly string[], rows: readonly string[][]): ColumnRole[] {
  const taken = new Set<ColumnRole>()
  const hasKinds = (index: number) => rows.every((row) => !row[index]?.trim() || kindOf(row[index]))
  const roles = header.map((name, index): ColumnRole => {
    const found = (Object.keys(names) as (keyof typeof names)[]).find(
      (role) => !taken.has(role) && isNamed(name, role) && (role !== 'kind' || hasKinds(index)),
    )
    if (found) taken.add(found)
    return found ?? 'none'
  })
  // A table of two columns that have no such names: the artist stands first in most.
  for (const role of ['artist', 'album'] as const)
    if (!taken.has(role)) {
      const free = roles.indexOf('none')
      if (free >= 0) roles[free] = role
    }
  return roles
}

/** Whether columns of these names may be a table of albums at all. */
export const mayBeAlbums = (header: readonly string[]): boolean =>
  header.some((name) => isNamed(name, 'artist')) && header.some((name) => isNamed(name, 'album'))

/** Reads a table by what its columns are, chosen or guessed; the scale and the order of its days, too. */
export async function readUnknown(open: () => AsyncGenerator<Cells>, options: ReadOptions): Promise<Reading> {
  const { settings } = options
  const sample: string[][] = []
  for await (const cells of open()) {
    if (cells) sample.push(cells)
    if (sample.length > SAMPLE) break
  }
  const [header = [], ...rows] = sample
  const guessed = guessRoles(header, rows)
  const roles = header.map((_, index) => settings.columns?.[index] ?? guessed[index]!)
  const columnOf = (role: ColumnRole) => roles.indexOf(role)
  const textsOf = (role: ColumnRole) =>
    rows.map((row) => row[columnOf(role)] ?? '').filter((text) => text.trim() !== '')
  const ratings = textsOf('rating')
  const days = guessDateOrder(textsOf('date'))
  const scale = settings.scale ?? guessScale(ratings)
  const dateOrder = settings.dateOrder ?? days.order
  const asks: Partial<ImportAsks> = {
    scale: ratings.length > 0 ? scale : null,
    dateOrder: days.isOpen ? dateOrder : null,
    columns: header.map((name, index) => ({
      name,
      role: roles[index]!,
      sample: rows.slice(0, SHOWN).map((row) => (row[index] ?? '').slice(0, 100)),
    })),
  }

  function draftOf(cells: string[]): Omit<Draft, 'cells'> {
    const cell = (role: ColumnRole) => (cells[columnOf(role)] ?? '').trim()
    const [artist, album] = [cell('artist'), cell('album')]
    const named = artist && album ? { artist, album } : null
    const kind = kindOf(cell('kind'))
    const base = { kind: kind ?? 'listening', named } as const
    if (!kind && cell('kind')) return { ...base, problem: 'badRow' }
    const date = readDay(cell('date'), dateOrder, options.now)
    if (date === BAD) return { ...base, problem: 'badDate' }
    const rating = readRating(cell('rating'), scale)
    if (rating === BAD) return { ...base, date, problem: 'badRating' }
    const [review, tags] = [cell('review'), splitTags(cell('tags'))]
    const content = {
      ...(review && { review }),
      ...(tags.length > 0 && { tags }),
      relisten: isYes(cell('relisten')),
    }
    return { ...base, date, rating, content }
  }

  async function* drafts(): AsyncGenerator<Draft> {
    const table = open()
    await table.next()
    for await (const cells of table) {
      if (!cells) {
        yield { kind: 'listening', named: null, cells: [], problem: 'badRow' }
        continue
      }
      const draft = draftOf(cells)
      yield { ...draft, cells }
      if (draft.named && isYes(cells[columnOf('favorite')] ?? ''))
        yield { kind: 'heart', named: draft.named, cells }
    }
  }
  return { format: 'table', header, asks, rows: drafts }
}
