import type { ColumnRole, ImportFormat, Scale } from '../../shared/imports.ts'
import { BAD, readRating } from './formats/values.ts'
import type { StoredAsks } from './stored.ts'

// Unreadable rows are returned as they are in the file, so that the user can correct them.

/** The texts of a row by role; a rating is converted to half stars if possible. */
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

/** Column names in the formats that we know. */
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

/** Returns a function that maps the cells of a file's row to roles. */
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

/**
 * Converts a rating to the scale of the rest file. A number that is not valid on its scale keeps the scale, so that it is not
 * mistaken for another one.
 */
function ratingOf(text: string, scale: Scale): string {
  const rating = readRating(text, scale)
  if (rating !== BAD) return rating === 0 ? '' : String(rating)
  return Number.isNaN(Number(text.replace(',', '.'))) ? text : `${text}/${scale}`
}
