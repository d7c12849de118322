import type { ColumnRole, ImportFormat, Scale } from '../../shared/imports.ts'
import { BAD, readRating } from './formats/values.ts'
import type { StoredAsks } from './stored.ts'

// A row that cannot be read is given back as the file has it, so that a person can correct it.

/** The texts of a row by what they are; a rating is in half stars if it can be. */
export type Raw = Partial<Record<(typeof roles)[number], string>>

const roles = [
  'artist',
  'album',
  'date',
  'rating',
  'review',
  'tags',
  'relisten',
] as const satisfies ColumnRole[]

/** The columns of the formats that we know. */
const names: Record<(typeof roles)[number], RegExp> = {
  artist: /^(artist|last name)$/i,
  album: /^(album|title)$/i,
  date: /^date( rated)?$/i,
  rating: /^rating( \(of 10\))?$/i,
  review: /^(review|collection notes)$/i,
  tags: /^tags$/i,
  relisten: /^relisten$/i,
}
const scales: Partial<Record<ImportFormat, Scale>> = { albumOfTheYear: '100', discogs: '5' }

/** Returns a function that names the cells of a row of a file. */
export function makeRaw(format: ImportFormat | null, { asks, header }: StoredAsks): (cells: string[]) => Raw {
  const places = roles.map((role) => {
    const index = asks.columns
      ? asks.columns.findIndex((column) => column.role === role)
      : header.findIndex((name) => names[role].test(name.trim()))
    return [role, index] as const
  })
  const isStars = header.includes('Rating') && header.includes('Visible to')
  const scale = asks.scale ?? (format && scales[format]) ?? (isStars ? '5' : '10')
  return (cells) => {
    const raw: Raw = {}
    for (const [role, index] of places) {
      const text = cells[index]?.trim()
      if (text) raw[role] = role === 'rating' ? ratingOf(text, scale) : text
    }
    return raw
  }
}

/** A rating of a scale as the rest has it; one that is not on its scale names the scale, so that it is not taken for another one. */
function ratingOf(text: string, scale: Scale): string {
  const rating = readRating(text, scale)
  if (rating !== BAD) return rating === 0 ? '' : String(rating)
  return Number.isNaN(Number(text.replace(',', '.'))) ? text : `${text}/${scale}`
}
