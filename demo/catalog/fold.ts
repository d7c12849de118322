import { foldedLetters } from '../../shared/foldedLetters.ts'

export const fold = (text: string): string => foldedLetters(text.trim()).replace(/[“”]/g, '"')

const rank = (text: string, query: string): number => {
  if (text === query) return 4
  if (text.startsWith(query)) return 3
  return ` ${text}`.includes(` ${query}`) ? 2 : text.includes(query) ? 1 : 0
}

/** Best match first, then in the original order. */
export function match<Row>(
  rows: Row[],
  query: string,
  main: (row: Row) => string,
  extra: (row: Row) => string,
): Row[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return rows
    .map((row, place) => ({ row, place, main: fold(main(row)), all: fold(`${main(row)} ${extra(row)}`) }))
    .filter(({ all }) => words.length > 0 && words.every((word) => all.includes(word)))
    .map((candidate) => ({ ...candidate, rank: rank(candidate.main, fold(query)) }))
    .sort((a, b) => b.rank - a.rank || a.place - b.place)
    .map(({ row }) => row)
}
