import { invalid } from '../../lib/errors.ts'
import { plainHeading } from './headings.ts'

// Refuses tables of services that hold no albums heard, each with its own message.

const films = ['letterboxd uri', 'letterboxduri', 'tmdbid', 'imdbid', 'imdb id', 'imdb rating', 'directors']
const books = ['isbn', 'isbn13', 'isbn uid', 'book id', 'openlibrary key']

/** @throws invalid for a table of films, of books, or of records for sale */
export function refuseOthers(header: readonly string[]): void {
  const names = new Set(header.map(plainHeading))
  const has = (each: readonly string[]) => each.some((name) => names.has(name))
  if (has(films)) throw invalid('imports.films')
  if (has(books)) throw invalid('imports.books')
  if (names.has('listing id')) throw invalid('imports.inventory')
}
