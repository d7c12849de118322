import type { AlbumCard } from '../../shared/catalog.ts'
import { foldedName } from '../catalog/foldedName.ts'
import type { Named } from './formats/draft.ts'
import { withoutEdition } from './formats/names.ts'

/** minimum similarity of both names at which an album is proposed */
const LIKELY = 0.6

/** Includes the edges of the name, so that a single letter has pairs as well. */
function pairsOf(name: string): string[] {
  const letters = Array.from(` ${name} `)
  return letters.slice(1).map((letter, index) => letters[index]! + letter)
}

/** Dice's coefficient, from 0 to 1. */
function alike(one: string, other: string): number {
  if (one === other) return 1
  const pairCounts = new Map<string, number>()
  const pairs = pairsOf(one)
  for (const pair of pairs) pairCounts.set(pair, (pairCounts.get(pair) ?? 0) + 1)
  let common = 0
  const otherPairs = pairsOf(other)
  for (const pair of otherPairs) {
    const count = pairCounts.get(pair) ?? 0
    if (count > 0) common++
    pairCounts.set(pair, count - 1)
  }
  return (2 * common) / (pairs.length + otherPairs.length)
}

const best = (names: readonly string[], other: string) =>
  Math.max(...names.map((name) => alike(name, foldedName(other))))

type Ranked = {
  /** the unambiguous match: the same artist and title, apart from spelling */
  certain: AlbumCard | null
  /** most similar first */
  albums: AlbumCard[]
  /** those that are similar in both artist and title */
  likely: AlbumCard[]
}

export function rank(main: Named, others: readonly Named[], cards: readonly AlbumCard[]): Ranked {
  const names = [main, ...others]
  const artists = [...new Set(names.map(({ artist }) => foldedName(artist)))]
  const titles = [...new Set(names.map(({ album }) => foldedName(album)))]
  const ratedCards = cards
    .map((card) => {
      const title = Math.max(best(titles, card.name), best(titles, withoutEdition(card.name)) * 0.99)
      return { card, title, artist: best(artists, card.artist) }
    })
    .toSorted((one, other) => other.title + other.artist - one.title - one.artist)
  const is = (card: AlbumCard, [artist, album]: readonly [string, string]) =>
    foldedName(card.artist) === artist && foldedName(card.name) === album
  const exactCard = cards.find((card) => is(card, [foldedName(main.artist), foldedName(main.album)]))
  // If several editions fit and the file names none of them, the user chooses.
  const fits = ratedCards.filter(({ title, artist }) => artist === 1 && title >= 0.99)
  const exact = fits.filter(({ title }) => title === 1)
  const only = exact.length > 0 ? exact : fits
  return {
    certain: exactCard ?? (only.length === 1 ? only[0]!.card : null),
    albums: ratedCards.map(({ card }) => card),
    likely: ratedCards
      .filter(({ title, artist }) => title >= LIKELY && artist >= LIKELY)
      .map(({ card }) => card),
  }
}
